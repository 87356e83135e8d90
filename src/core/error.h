/* error.h - describing failures: a code, and a message that says what is wrong and what to do. */
#ifndef TABLIER_CORE_ERROR_H
#define TABLIER_CORE_ERROR_H

#include "core/message.h"

/* A sentence begins with a capital letter and ends with a full stop. The error may be NULL. */

/* error_set(error, code, "template", arguments...): describes the failure in *error and returns
 * the code. */
#define error_set(error, code, ...) error_set_message(error, code, MESSAGE(__VA_ARGS__))
int error_set_message(struct tb_error *error, int code, const struct phrase *message);
/* The same for an encoded message. */
int error_set_encoded(struct tb_error *error, int code, const char *encoded);
/* The operation that the system refused, without a full stop; its reason (an errno) follows. */
#define error_system(error, code, reason, ...)                                                     \
    error_system_message(error, code, reason, MESSAGE(__VA_ARGS__))
int error_system_message(struct tb_error *error, int code, int reason,
                         const struct phrase *message);
/* For every failed allocation: the caller keeps its old state and returns the code. */
int error_memory(struct tb_error *error);
/* Puts a place before the error: "Line 3: ". */
#define error_prefix(error, ...) error_prefix_message(error, MESSAGE(__VA_ARGS__))
void error_prefix_message(struct tb_error *error, const struct phrase *place);
/* Copies the code and the message. */
int error_copy(struct tb_error *error, const struct tb_error *from);
/* True if it is the machine's or our own failure, not a mistake in the user's input. */
bool error_is_internal(int code);

/* The meaning of an errno, in a language. */
const char *system_error_text(int reason, const char *lang);

#endif
