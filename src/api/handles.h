/* handles.h - contents of the handles that more than one file of this folder uses. */
#ifndef TABLIER_API_HANDLES_H
#define TABLIER_API_HANDLES_H

#include "core/record.h"
#include "learn/review.h"

struct tb_record {
    struct record record;
};

struct tb_review {
    struct review review;
};

#endif
