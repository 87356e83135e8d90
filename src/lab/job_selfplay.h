/* job_selfplay.h - self-play as jobs: games of given numbers. */
#ifndef TABLIER_LAB_JOB_SELFPLAY_H
#define TABLIER_LAB_JOB_SELFPLAY_H

#include "lab/job.h"
#include "lab/selfplay_file.h"

/* Games for a file. */
struct selfplay_work {
    struct selfplay_options options;
    const char *net; /* the path of a network, which workers must have as well; "none"; or NULL */
    struct selfplay_file *file;

    bool known; /* the fingerprint */
    uint64_t fingerprint;
};

/* The checksum of a network as work->net names it, for the options: of the file, of the one that is
 * part of the program, or of no bytes if none is used. */
int selfplay_network(const struct tb_setup *setup, const char *net, uint64_t *sum,
                     struct tb_error *error);

/* The games that the file does not hold; *work must stay. */
struct work selfplay_work(struct selfplay_work *work);

#endif
