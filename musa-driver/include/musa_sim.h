/* musa_sim.h: what the reference model offers beside the driver API. */
#ifndef MUSA_SIM_H
#define MUSA_SIM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why this thread's last refused call was refused: function, rule, sentence, arguments. "" if no
 * call of this thread has been refused. The text lasts until the thread's next refused call. */
const char *musaSimLastRefusal(void);

/* The fault that broke the process: kernel, line, block, thread, address, nearest allocation. ""
 * if there is none. The text lasts until the calling thread asks again. */
const char *musaSimLastFault(void);

/* Runs one bounded slice of pending device work and whatever host function is due. 1 if something
 * advanced, 0 if nothing is pending or all that is pending waits for the host. */
int musaSimStep(void);

/* Forgets the process: contexts, memory, faults. muInit starts afresh; handles and addresses from
 * before are refused. Not to be called while another thread is inside the driver. */
void musaSimReset(void);

/* What firmware supplies. The lock is taken and released by the same caller, never twice. */
void musaSimPortLock(void);
void musaSimPortUnlock(void);
/* A number for the calling task, the same each time. */
unsigned long musaSimPortThread(void);
/* The memory that the model may use, for ever; its size in bytes goes to *size. */
void *musaSimPortMemory(size_t *size);

#ifdef __cplusplus
}
#endif

#endif /* MUSA_SIM_H */
