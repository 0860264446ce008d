/* navlintd: settings, socket and signals; service.h does the rest. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "intake/archive.h"
#include "server/config.h"
#include "server/health.h"
#include "server/isolate/judges.h"
#include "server/life/drain.h"
#include "server/life/inherit.h"
#include "server/life/listen.h"
#include "server/life/notify.h"
#include "server/life/signals.h"
#include "server/log/log.h"
#include "server/reload.h"
#include "server/service.h"
#include "server/wall/wall.h"
#include "server/wire/linger.h"

enum { EXIT_STOPPED = 0, EXIT_NOT_READY = 1, EXIT_SETTING = 2, EXIT_LISTEN = 3, EXIT_INTERNAL = 4 };

/* Descriptors for everything but connections: of each connection thread, and of all the rest. */
enum { DESCRIPTORS_OF_THREAD = 2, OTHER_DESCRIPTORS = 64 + SRV_LINGER_MOST };

static void fill_defaults(srv_config *config) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const uint64_t count = processors > 0 ? (uint64_t)processors : 1;
    if (config->threads == 0) config->threads = count;
    if (config->workers == 0) config->workers = count;
    /* A connection thread that may have no connection would never accept one. */
    if (config->threads > config->max_connections) config->threads = config->max_connections;
}

static bool fits_budget(const srv_config *config, const srv_masters *masters) {
    const uint64_t least = srv_service_least_budget(config, masters);
    if (config->memory_budget_bytes >= least) return true;
    fprintf(
        stderr,
        "navlintd: --memory-budget: one body of --max-body-bytes, judged with its masters, and a "
        "small one for each thread need %" PRIu64 " bytes\n",
        least);
    return false;
}

/* Raises the soft limit of descriptors where the hard one allows. */
static bool fits_descriptors(const srv_config *config) {
    struct rlimit limit;
    const rlim_t needed = (rlim_t)config->max_connections +
                          (rlim_t)config->threads * DESCRIPTORS_OF_THREAD + OTHER_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) return true;
    if (limit.rlim_max >= needed) {
        limit.rlim_cur = needed;
        if (setrlimit(RLIMIT_NOFILE, &limit) == 0) return true;
    }
    fprintf(stderr, "navlintd: --max-connections: the process may open %" PRIu64 " files only\n",
            (uint64_t)limit.rlim_max);
    return false;
}

static void reload(void) {
    srv_notify_reloading();
    srv_reload_all();
    srv_notify_ready();
}

static void wait_for_stop(void) {
    for (srv_signal number = SRV_SIGNAL_NONE; number != SRV_SIGNAL_STOP;) {
        number = srv_signal_wait(-1);
        if (number == SRV_SIGNAL_RELOAD) reload();
    }
}

/* With all that it listens on, a blank between two. */
static void say_start(const srv_config *config, const srv_listeners *listeners) {
    char addresses[SRV_MOST_LISTENERS * SRV_ADDRESS_BYTES];
    size_t used = 0;
    for (size_t i = 0; i < listeners->count; i++)
        used += (size_t)snprintf(addresses + used, sizeof addresses - used, "%s%s",
                                 i > 0 ? " " : "", listeners->items[i].name);
    srv_field settings[SRV_SETTING_COUNT + 1];
    srv_config_changes(config, settings);
    const srv_field fields[] = {srv_field_text("version", navlint_version()),
                                srv_field_text("addresses", addresses),
                                srv_field_group("settings", settings),
                                {0}};
    srv_event("start", fields);
}

static void say_ready(const srv_listeners *listeners, const srv_listeners *metrics) {
    for (size_t i = 0; i < listeners->count; i++)
        printf("navlintd listening on %s\n", listeners->items[i].name);
    if (metrics->count > 0) printf("navlintd metrics on %s/metrics\n", metrics->items[0].name);
    fflush(stdout);
}

/* metrics: one socket, or none. The wall is closed when all is there and nothing has come. */
static bool open_doors(srv_service *service, const srv_config *config,
                       const srv_listeners *metrics) {
    const bool is_shown =
        metrics->count == 0 || srv_service_show_metrics(service, metrics->items[0].fd);
    return is_shown && srv_wall_close(config) && srv_service_accept(service);
}

/* What the service answers with. */
typedef struct means {
    const srv_front *front;
    srv_judges *judges; /* NULL: it judges by itself */
    srv_listeners service;
    srv_listeners metrics; /* one, or none */
} means;

static int serve(const srv_config *config, srv_masters *masters, srv_access *access, means *all) {
    const srv_listeners ready = all->service; /* the service closes them */
    srv_service *service = srv_service_start(config, masters, access, &all->service);
    if (!service) return EXIT_INTERNAL;
    srv_service_show_page(service, all->front);
    if (!srv_service_isolate(service, all->judges) || !open_doors(service, config, &all->metrics)) {
        srv_service_stop(service);
        return EXIT_INTERNAL;
    }
    say_start(config, &ready);
    say_ready(&ready, &all->metrics);
    srv_notify_ready();
    wait_for_stop();
    srv_notify_stopping();
    srv_drain(service, config);
    srv_service_stop(service);
    return srv_judges_are_lost(all->judges) ? EXIT_INTERNAL : EXIT_STOPPED;
}

static bool open_masters(srv_masters *masters, const srv_config *config) {
    char why[SRV_RELOAD_WHY_BYTES];
    const bool is_read = srv_masters_open(masters, config->masters_dir, why);
    if (!is_read) fprintf(stderr, "navlintd: --masters-dir: %s\n", why);
    return is_read;
}

static bool open_front(srv_front *front, const srv_config *config) {
    char why[SRV_FRONT_WHY_BYTES] = "";
    const bool is_read = srv_front_open(front, config->page, why);
    if (!is_read) fprintf(stderr, "navlintd: --page: '%s' %s\n", config->page, why);
    return is_read;
}

static bool reopen_log(void *context, char *why) {
    (void)context;
    const int error = srv_log_reopen();
    if (error != 0) (void)snprintf(why, SRV_RELOAD_WHY_BYTES, "%s", strerror(error));
    return error == 0;
}

static bool open_log(const srv_config *config) {
    const srv_log_settings settings = {
        .requests = strcmp(config->log, "requests") == 0,
        .events = strcmp(config->log, "none") != 0,
        .form = strcmp(config->log_format, "json") == 0 ? SRV_LINE_JSON : SRV_LINE_TEXT,
        .path = config->log_file};
    if (!srv_log_open(&settings)) return false;
    srv_reload_add("log-file", reopen_log, NULL);
    return true;
}

/* The first thread: what threads inherit is given up before. */
static bool start_log(void) {
    if (srv_log_start()) return true;
    fprintf(stderr, "navlintd: cannot start the thread that writes the log\n");
    return false;
}

/* On the sockets that come with the process, else on those of the settings. */
static srv_listen_result listen_as_told(srv_listeners *listeners, const srv_config *config) {
    const srv_listen_result result = srv_listeners_inherit(listeners);
    if (result != SRV_LISTEN_OK || listeners->count > 0) return result;
    const srv_binding binding = {.flag = "--bind",
                                 .most = SRV_MOST_LISTENERS,
                                 .addresses = config->bind,
                                 .unix_mode = config->unix_mode,
                                 .port = (uint16_t)config->port};
    return srv_listeners_open(listeners, &binding);
}

static srv_listen_result open_sockets(const srv_config *config, means *all) {
    all->metrics.count = 0;
    const srv_listen_result result = listen_as_told(&all->service, config);
    if (result != SRV_LISTEN_OK || config->metrics_port == 0) return result;
    const srv_binding binding = {.flag = "--metrics-bind",
                                 .most = 1,
                                 .addresses = config->metrics_bind,
                                 .unix_mode = config->unix_mode,
                                 .port = (uint16_t)config->metrics_port};
    return srv_listeners_open(&all->metrics, &binding);
}

static int serve_behind_wall(const srv_config *config, srv_masters *masters, srv_access *access,
                             means *all) {
    if (srv_wall_raise(config) && start_log()) return serve(config, masters, access, all);
    srv_listeners_close(&all->service);
    srv_listeners_close(&all->metrics);
    return EXIT_INTERNAL;
}

static int run(const srv_config *config, srv_masters *masters, const srv_front *front) {
    if (!fits_budget(config, masters) || !fits_descriptors(config)) return EXIT_SETTING;
    srv_access access;
    means all = {.front = front};
    if (config->isolate && !(all.judges = srv_judges_start(config, masters))) return EXIT_INTERNAL;
    if (!open_log(config) || !srv_access_open(&access, config)) return EXIT_SETTING;
    const srv_listen_result result = open_sockets(config, &all);
    const int code = result == SRV_LISTEN_OK ? serve_behind_wall(config, masters, &access, &all)
                     : result == SRV_LISTEN_BAD_SETTING ? EXIT_SETTING
                                                        : EXIT_LISTEN;
    srv_access_close(&access);
    srv_judges_free(all.judges);
    return code;
}

int main(int argc, char **argv) {
    srv_config config;
    const srv_config_result result = srv_config_read(&config, argc, argv);
    if (result == SRV_CONFIG_CHECK) return srv_is_healthy(&config) ? EXIT_STOPPED : EXIT_NOT_READY;
    if (result != SRV_CONFIG_RUN) return result == SRV_CONFIG_DONE ? EXIT_STOPPED : EXIT_SETTING;
    if (!srv_wall_admits(&config)) return EXIT_SETTING;
    fill_defaults(&config);
    srv_signals_take();
    srv_notify_open();
    intake_prepare();
    srv_masters masters;
    srv_front front = {.policy = ""};
    const bool is_read = open_masters(&masters, &config) && open_front(&front, &config);
    const int code = is_read ? run(&config, &masters, &front) : EXIT_SETTING;
    srv_front_close(&front);
    srv_masters_close(&masters);
    (void)srv_log_stop();
    return code;
}
