/* Shifts the wall clock of one process by SHIFTED_CLOCK_SECONDS. Waits until a wall-clock time are shifted back, so that
   they last as long as they should. Preloaded by the tests. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define REAL(name) ({ static __typeof__(&name) f; if (!f) f = (__typeof__(&name)) dlsym(RTLD_NEXT, #name); f; })

static time_t shift(void) {
    static int known;
    static time_t seconds;
    if (!known) {
        const char *set = getenv("SHIFTED_CLOCK_SECONDS");
        seconds = set ? atol(set) : 0;
        known = 1;
    }
    return seconds;
}

static int is_wall(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

static struct timespec back(const struct timespec *until) {
    struct timespec real = *until;
    real.tv_sec -= shift();
    return real;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = REAL(clock_gettime)(clock, now);
    if (result == 0 && is_wall(clock)) now->tv_sec += shift();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    int result = clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return result;
}

time_t time(time_t *stored) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (stored) *stored = now.tv_sec;
    return now.tv_sec;
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
    struct timespec real = back(until);
    return REAL(pthread_cond_clockwait)(cond, mutex, CLOCK_REALTIME, &real);
}

int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict until) {
    struct timespec real = is_wall(clock) ? back(until) : *until;
    return REAL(pthread_cond_clockwait)(cond, mutex, clock, &real);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    struct timespec real = back(until);
    return REAL(pthread_mutex_timedlock)(mutex, &real);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec real = back(until);
    return REAL(sem_timedwait)(semaphore, &real);
}
