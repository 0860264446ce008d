#include "cli/print/sinks.h"

#include <errno.h>
#include <string.h>

#include "cli/options_of_check.h"
#include "cli/output.h"

/* ---- Where bytes go ---- */

static bool write_to_file(cli_sink *sink, const char *bytes, size_t length) {
    if (sink->error != 0) return false;
    errno = 0;
    if (fwrite(bytes, 1, length, sink->file) != length) sink->error = errno != 0 ? errno : EIO;
    return sink->error == 0;
}

static bool write_to_sink(void *context, const char *bytes, size_t length) {
    cli_sink *const sink = context;
    return sink->file ? write_to_file(sink, bytes, length) : cli_write(bytes, length);
}

/* ---- Beginning ---- */

static int open_file(cli_sink *sink) {
    if (!sink->output->path) return CLI_OK;
    sink->file = fopen(sink->output->path, "wb");
    if (sink->file) return CLI_OK;
    sink->error = errno;
    cli_complain("cannot write %s: %s", sink->output->path, strerror(errno));
    return CLI_INTERNAL;
}

static int open_export(cli_sink *sink, const cli_check_settings *settings) {
    if (!cli_is_export(sink->output->form)) return CLI_OK;
    const navlint_export_style style = cli_export_style_of(settings, sink->output->form);
    sink->export = navlint_export_open(&style, write_to_sink, sink);
    if (sink->export) return CLI_OK;
    cli_complain("out of memory");
    return CLI_INTERNAL;
}

static bool is_silent(const cli_sinks *sinks, const cli_output *output) {
    return sinks->is_silent && !output->path;
}

int cli_sinks_open(cli_sinks *sinks, const cli_check_settings *settings, bool is_colored) {
    sinks->is_silent = settings->quiet || settings->statistics || settings->summary;
    for (size_t i = 0; i < settings->outputs.count; i++) {
        cli_sink *const sink = &sinks->items[sinks->count];
        const cli_output *const output = &settings->outputs.items[i];
        *sink = (cli_sink){.output = output};
        sink->reports = (cli_report_writer){.format = output->form,
                                            .is_colored = is_colored && !output->path,
                                            .write = write_to_sink,
                                            .context = sink};
        sinks->count++;
        if (is_silent(sinks, output)) continue;
        if (open_file(sink) != CLI_OK || open_export(sink, settings) != CLI_OK) return CLI_INTERNAL;
    }
    return CLI_OK;
}

void cli_sinks_expect_many(cli_sinks *sinks) {
    for (size_t i = 0; i < sinks->count; i++)
        sinks->items[i].reports.is_array = true;
}

/* ---- Results ---- */

/* A reader at the other end of a pipe sees each report when it is there. */
static void take_rendered(cli_sink *sink, const cli_rendered *rendered) {
    for (size_t i = 0; i < rendered->text_count; i++)
        if (!cli_report_writer_add(&sink->reports, rendered->texts[i])) return;
    if (rendered->piece) navlint_export_add(sink->export, rendered->piece);
    if (!sink->file) (void)cli_flush();
}

void cli_sinks_take(cli_sinks *sinks, const cli_result *result) {
    for (size_t i = 0; i < sinks->count && i < result->rendered_count; i++)
        if (!is_silent(sinks, sinks->items[i].output))
            take_rendered(&sinks->items[i], &result->rendered[i]);
}

void cli_sinks_fail(cli_sinks *sinks, const char *name, const char *reason) {
    for (size_t i = 0; i < sinks->count; i++)
        if (sinks->items[i].export) navlint_export_fail(sinks->items[i].export, name, reason);
}

/* ---- The end ---- */

static bool close_file(cli_sink *sink) {
    if (!sink->file) return sink->error == 0;
    if (fclose(sink->file) != 0 && sink->error == 0) sink->error = errno;
    sink->file = NULL;
    if (sink->error != 0)
        cli_complain("cannot write %s: %s", sink->output->path, strerror(sink->error));
    return sink->error == 0;
}

static bool close_sink(cli_sink *sink, int code) {
    bool is_whole = true;
    if (sink->export) {
        is_whole = navlint_export_close(sink->export, code);
        if (!is_whole) cli_complain("out of memory");
    } else if (!sink->reports.is_silent) {
        cli_report_writer_end(&sink->reports);
    }
    return close_file(sink) && is_whole;
}

int cli_sinks_close(cli_sinks *sinks, int code) {
    int worst = code;
    for (size_t i = 0; i < sinks->count; i++) {
        sinks->items[i].reports.is_silent = is_silent(sinks, sinks->items[i].output);
        if (!close_sink(&sinks->items[i], code)) worst = CLI_INTERNAL;
    }
    sinks->count = 0;
    return worst;
}
