/* frame.c - see frame.h. */
#include "core/frame.h"

static const struct frame unicode_frame = {
    .left = {"┌", "├", "└"},
    .middle = {"┬", "┼", "┴"},
    .right = {"┐", "┤", "┘"},
    .across = "─",
    .side = "│",
};

static const struct frame ascii_frame = {
    .left = {"+", "+", "+"},
    .middle = {"+", "+", "+"},
    .right = {"+", "+", "+"},
    .across = "-",
    .side = "|",
};

const struct frame *frame_of(bool ascii)
{
    return ascii ? &ascii_frame : &unicode_frame;
}

void frame_rule(const struct frame *frame, enum frame_rule rule, int columns, int width,
                struct text *out)
{
    text_add(out, "   %s", frame->left[rule]);
    for (int i = 0; i < columns * width; i++)
        text_add(out, "%s%s", i > 0 && i % width == 0 ? frame->middle[rule] : "", frame->across);
    text_add(out, "%s\n", frame->right[rule]);
}

void text_colour(struct text *out, const char *colour, const char *text)
{
    if (colour)
        text_add(out, "\033[%sm%s\033[0m", colour, text);
    else
        text_add(out, "%s", text);
}
