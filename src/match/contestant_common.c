/* contestant_common.c - settings and faults, for every class of contestant. */
#include <stdlib.h>

#include "core/error.h"
#include "core/text.h"
#include "match/contestant.h"

int setting_number(const struct setting *setting, uint64_t max, uint64_t *value,
                   struct tb_error *error)
{
    const char *text = setting->value;
    char *end;

    *value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || *value < 1 || *value > max)
        return error_set(error, TB_ERR_VALUE,
                         "The setting {setting} cannot be ''{value}''; it must be 1 to {max}.",
                         arg_text("setting", setting->name), arg_text("value", quote(text).text),
                         arg_unsigned("max", max));
    return TB_OK;
}

void fault_set_message(struct fault_words *fault, const struct phrase *message)
{
    struct text text = text_into(fault->message, sizeof fault->message);

    message_encode(&text, message);
    text_end_whole(fault->message);
}

enum finish contestant_fault_message(struct contestant *contestant, enum finish finish,
                                     const struct phrase *message)
{
    fault_set_message(&contestant->fault, message);
    return finish;
}
