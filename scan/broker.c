#include "scan/broker.h"

#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

enum {
    CONNECT_MS = 3000,
    RECONNECT_WAIT_MS = 250,
    RECONNECT_JITTER_MS = 250,
    PING_MS = 10000,
    LEAST_PAYLOAD_BYTES = 16 * 1024,
    LARGEST_PAYLOAD_BYTES = 1024 * 1024,
    HEADER_BYTES = 1024
};

/* Within this time the broker knows a task again that it has already been handed. */
#define DUPLICATES_NS (INT64_C(3600) * 1000 * 1000 * 1000)

/* ---- connecting ---- */

static natsStatus set_servers(natsOptions *options, const char *list) {
    enum { MOST_SERVERS = 16 };
    const char *servers[MOST_SERVERS];
    char *const words = strdup(list);
    char *rest = NULL;
    int count = 0;
    if (!words) return NATS_NO_MEMORY;
    for (char *word = strtok_r(words, ",", &rest); word && count < MOST_SERVERS;
         word = strtok_r(NULL, ",", &rest))
        servers[count++] = word;
    const natsStatus status =
        count > 0 ? natsOptions_SetServers(options, servers, count) : NATS_INVALID_ARG;
    free(words);
    return status;
}

/* The password is not for the command line, where everybody on the machine can read it. */
static natsStatus set_identity(natsOptions *options, const scan_settings *settings) {
    const char *const password = getenv("NAVLINT_SCAN_PASSWORD");
    natsStatus status = NATS_OK;
    if (settings->user)
        status = natsOptions_SetUserInfo(options, settings->user, password ? password : "");
    if (status == NATS_OK && settings->creds)
        status = natsOptions_SetUserCredentialsFromFiles(options, settings->creds, NULL);
    return status;
}

static natsStatus set_tls(natsOptions *options, const scan_settings *settings) {
    natsStatus status = NATS_OK;
    if (settings->tls || settings->tls_ca || settings->tls_cert)
        status = natsOptions_SetSecure(options, true);
    if (status == NATS_OK && settings->tls_ca)
        status = natsOptions_LoadCATrustedCertificates(options, settings->tls_ca);
    if (status == NATS_OK && settings->tls_cert)
        status = natsOptions_LoadCertificatesChain(options, settings->tls_cert, settings->tls_key);
    return status;
}

/* libnats prints what it has no handler for; a loss shows in what is said about publishing. */
static void ignore_error(natsConnection *connection, natsSubscription *subscription,
                         natsStatus status, void *context) {
    (void)connection, (void)subscription, (void)status, (void)context;
}

static natsStatus set_manners(natsOptions *options) {
    natsStatus status = natsOptions_SetTimeout(options, CONNECT_MS);
    if (status == NATS_OK) status = natsOptions_SetMaxReconnect(options, -1);
    if (status == NATS_OK) status = natsOptions_SetReconnectWait(options, RECONNECT_WAIT_MS);
    if (status == NATS_OK)
        status = natsOptions_SetReconnectJitter(options, RECONNECT_JITTER_MS, RECONNECT_JITTER_MS);
    if (status == NATS_OK) status = natsOptions_SetPingInterval(options, PING_MS);
    if (status == NATS_OK) status = natsOptions_SetFailRequestsOnDisconnect(options, true);
    if (status == NATS_OK) status = natsOptions_SetErrorHandler(options, ignore_error, NULL);
    if (status == NATS_OK) status = natsOptions_SetName(options, "navlint-scan");
    return status;
}

static int complain_settings(const char *what, natsStatus status) {
    const char *const more = nats_GetLastError(NULL);
    cli_complain("%s: %s", what, more && more[0] != '\0' ? more : natsStatus_GetText(status));
    return CLI_USAGE;
}

static int make_options(const scan_settings *settings, natsOptions **options) {
    natsStatus status = natsOptions_Create(options);
    if (status == NATS_OK) status = set_manners(*options);
    if (status != NATS_OK) return complain_settings("the broker's library", status);
    status = set_servers(*options, settings->server);
    if (status != NATS_OK) return complain_settings(settings->server, status);
    status = set_identity(*options, settings);
    if (status != NATS_OK) return complain_settings("--user or --creds", status);
    status = set_tls(*options, settings);
    return status == NATS_OK ? CLI_OK : complain_settings("--tls", status);
}

static int complain_broker(const scan_settings *settings, const char *what, natsStatus status) {
    cli_complain("%s: %s: %s", settings->server, what, natsStatus_GetText(status));
    return SCAN_NO_BROKER;
}

static int connect_with(scan_broker *broker, const scan_settings *settings, natsOptions *options) {
    const natsStatus status = natsConnection_Connect(&broker->connection, options);
    if (status == NATS_OK) return CLI_OK;
    return complain_broker(settings, "no connection to the broker", status);
}

static int make_connection(scan_broker *broker, const scan_settings *settings) {
    natsOptions *options = NULL;
    int code = make_options(settings, &options);
    if (code == CLI_OK) code = connect_with(broker, settings, options);
    natsOptions_Destroy(options);
    return code;
}

/* ---- streams ---- */

static natsStatus make_stream(scan_broker *broker, jsStreamConfig *stream) {
    jsStreamInfo *info = NULL;
    jsErrCode code = 0;
    natsStatus status = js_GetStreamInfo(&info, broker->js, stream->Name, NULL, &code);
    if (status == NATS_NOT_FOUND) {
        stream->Duplicates = DUPLICATES_NS;
        status = js_AddStream(&info, broker->js, stream, NULL, &code);
    }
    jsStreamInfo_Destroy(info);
    return status;
}

static natsStatus make_tasks(scan_broker *broker) {
    const scan_name subject = scan_subject(broker->prefix, "task", NULL);
    const char *subjects[] = {subject.text};
    jsStreamConfig stream;
    jsStreamConfig_Init(&stream);
    stream.Name = broker->tasks.text;
    stream.Subjects = subjects;
    stream.SubjectsLen = 1;
    stream.Retention = js_WorkQueuePolicy;
    return make_stream(broker, &stream);
}

static natsStatus make_results(scan_broker *broker) {
    static const char *const kinds[] = {"run", "result", "dead", "note", "pardon"};
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    scan_name names[KINDS];
    const char *subjects[KINDS];
    for (size_t i = 0; i < KINDS; i++) {
        names[i] = scan_subject(broker->prefix, kinds[i], NULL);
        subjects[i] = names[i].text;
    }
    jsStreamConfig stream;
    jsStreamConfig_Init(&stream);
    stream.Name = broker->results.text;
    stream.Subjects = subjects;
    stream.SubjectsLen = KINDS;
    return make_stream(broker, &stream);
}

static int make_streams(scan_broker *broker, const scan_settings *settings) {
    natsStatus status = natsConnection_JetStream(&broker->js, broker->connection, NULL);
    if (status == NATS_OK) status = make_tasks(broker);
    if (status == NATS_OK) status = make_results(broker);
    if (status == NATS_OK) return CLI_OK;
    return complain_broker(settings, "the broker has no JetStream, or not for us", status);
}

static size_t payload_of(natsConnection *connection) {
    const int64_t most = natsConnection_GetMaxPayload(connection) - HEADER_BYTES;
    if (most < LEAST_PAYLOAD_BYTES) return LEAST_PAYLOAD_BYTES;
    return most < LARGEST_PAYLOAD_BYTES ? (size_t)most : LARGEST_PAYLOAD_BYTES;
}

int scan_broker_open(scan_broker *broker, const scan_settings *settings) {
    *broker = (scan_broker){.prefix = settings->stream};
    if (!scan_prefix_is_good(settings->stream)) {
        cli_complain("--stream: '%s' is not 1 to %d letters, digits, - and _", settings->stream,
                     SCAN_PREFIX_LENGTH);
        return CLI_USAGE;
    }
    broker->tasks = scan_stream_name(settings->stream, "tasks");
    broker->results = scan_stream_name(settings->stream, "results");
    const int code = make_connection(broker, settings);
    if (code != CLI_OK) return code;
    broker->payload_bytes = payload_of(broker->connection);
    return make_streams(broker, settings);
}

void scan_broker_close(scan_broker *broker) {
    jsCtx_Destroy(broker->js);
    natsConnection_Destroy(broker->connection);
    *broker = (scan_broker){0};
}

bool scan_broker_is_there(const scan_broker *broker) {
    return natsConnection_Status(broker->connection) == NATS_CONN_STATUS_CONNECTED;
}

bool scan_broker_is_lost(const scan_broker *broker) {
    const char *reason = NULL;
    if (!natsConnection_IsClosed(broker->connection)) return false;
    natsConnection_GetLastError(broker->connection, &reason);
    cli_complain("the broker refuses: %s",
                 reason && reason[0] != '\0' ? reason : "no reason given");
    return true;
}

static bool read_state(jsCtx *js, const scan_name *stream, jsStreamState *state) {
    jsStreamInfo *info = NULL;
    jsErrCode code = 0;
    if (js_GetStreamInfo(&info, js, stream->text, NULL, &code) != NATS_OK) return false;
    *state = (jsStreamState){.Msgs = info->State.Msgs, .LastSeq = info->State.LastSeq};
    jsStreamInfo_Destroy(info);
    return true;
}

bool scan_broker_count(jsCtx *js, const scan_name *stream, uint64_t *count) {
    jsStreamState state;
    if (!read_state(js, stream, &state)) return false;
    *count = state.Msgs;
    return true;
}

bool scan_broker_last_sequence(jsCtx *js, const scan_name *stream, uint64_t *sequence) {
    jsStreamState state;
    if (!read_state(js, stream, &state)) return false;
    *sequence = state.LastSeq;
    return true;
}

bool scan_broker_is_empty(const scan_broker *broker) {
    uint64_t tasks = 0, results = 0;
    return scan_broker_count(broker->js, &broker->tasks, &tasks) && tasks == 0 &&
           scan_broker_count(broker->js, &broker->results, &results) && results == 0;
}

scan_answer scan_broker_has(jsCtx *js, const scan_name *stream, const char *subject) {
    uint64_t count = 0;
    if (!scan_broker_count_of(js, stream, subject, &count)) return SCAN_UNKNOWN;
    return count > 0 ? SCAN_YES : SCAN_NO;
}

bool scan_broker_count_of(jsCtx *js, const scan_name *stream, const char *subject,
                          uint64_t *count) {
    jsStreamInfo *info = NULL;
    jsErrCode code = 0;
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Info.SubjectsFilter = subject;
    const natsStatus status = js_GetStreamInfo(&info, js, stream->text, &options, &code);
    const bool has = status == NATS_OK && info->State.Subjects && info->State.Subjects->Count > 0;
    *count = has ? info->State.Subjects->List[0].Msgs : 0;
    jsStreamInfo_Destroy(info);
    return status == NATS_OK;
}

scan_answer scan_broker_last(jsCtx *js, const scan_name *stream, const char *subject,
                             natsMsg **message) {
    natsMsg *found = NULL;
    jsErrCode code = 0;

    const natsStatus status = js_GetLastMsg(&found, js, stream->text, subject, NULL, &code);
    if (status == NATS_OK && message)
        *message = found;
    else
        natsMsg_Destroy(found);
    if (status == NATS_OK) return SCAN_YES;
    return status == NATS_NOT_FOUND ? SCAN_NO : SCAN_UNKNOWN;
}
