/*
 * interrupt.h - polling for signals. The flags behind these functions, and the
 * engine that a signal stops, are the program's only mutable globals: a signal
 * handler can reach nothing else.
 */
#ifndef TABLIER_CLI_INTERRUPT_H
#define TABLIER_CLI_INTERRUPT_H

#include <stdbool.h>

#include "search/search.h"

/* From now on Ctrl-C, a hang-up and a request to end are noted instead of
 * ending the program; a read that waits returns with EINTR. */
void interrupt_catch(void);

/* True if one of them has arrived. Work that takes long must check it now and then. */
bool interrupt_pending(void);
/* True if a long work must end: after an interrupt, or once an allocation has failed. */
bool work_must_end(void);

/* From now on any of them also ends the search of this engine; NULL: of none. */
void interrupt_stops(struct engine *engine);

/* Forgets a Ctrl-C that has ended a search and was meant for nothing else. */
void interrupt_forget(void);

/* From now on a hang-up (SIGHUP) asks for a reload, unless it means that the program's terminal is
 * gone. To be called before interrupt_catch(). */
void interrupt_reloads(void);
/* True if a reload was asked for since the last call. */
bool interrupt_reload(void);

/* True if, since the last call, the window has changed its size; if the program has been
 * stopped and continued. */
bool interrupt_resized(void);
bool interrupt_continued(void);

#endif
