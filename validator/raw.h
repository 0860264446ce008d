/* What was decoded, as it is: fields without texts made of them, for who compares files; the
 * document, for who changes a member of a container. */
#ifndef NAVLINT_VALIDATOR_RAW_H
#define NAVLINT_VALIDATOR_RAW_H

#include "parsers/format.h"

enum { NL_WORD_BYTES = 64 };

/* What an input turned out to be. */
typedef struct nl_decoded_kind {
    const nl_format *format;
    bool is_damaged;             /* decoding found errors: what is behind them may be missing */
    char version[NL_WORD_BYTES]; /* "" where decoding does not say */
    char dialect[NL_WORD_BYTES];
} nl_decoded_kind;

typedef struct nl_block {
    void *memory;
    size_t bytes;
} nl_block;

typedef struct nl_raw_visitor {
    nl_raw_fn visit;
    void *context;
} nl_raw_visitor;

/* Visits every field that can be decoded, as navlint_dump does.
 * block: as for navlint_check. kind: receives what the input is, with NAVLINT_OK.
 * Returns as navlint_dump. */
navlint_status nl_visit_raw(const navlint_options *options, const navlint_input *input,
                            nl_block block, const nl_raw_visitor *visitor, nl_decoded_kind *kind);

/* What is done with a document. */
typedef struct nl_document_user {
    navlint_status (*use)(void *context, const nl_format *format, const nl_job *job,
                          const void *document);
    void *context;
} nl_document_user;

/* Decodes the input and hands it out, if there is a document. block: as for navlint_check.
 * Returns what the user returns; NAVLINT_UNSUPPORTED also if there is no document, or if a limit
 * cut something short; else as navlint_dump. */
navlint_status nl_use_document(const navlint_options *options, const navlint_input *input,
                               nl_block block, const nl_document_user *user);

#endif
