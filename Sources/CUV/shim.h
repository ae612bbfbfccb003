// libuv, and what Swift cannot say itself: socket options that libuv 1.44, our floor, has no call for.
#include <uv.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/sockios.h>
#endif
#include <netinet/in.h>
#include "guard.h"

// libuv makes the socket with the address family, so that options can be set before it is bound.
static inline int hypermock_set_reuse_port(uv_tcp_t *tcp) {
    uv_os_fd_t fd;
    int on = 1;
    int status = uv_fileno((const uv_handle_t *)tcp, &fd);
    if (status != 0) return status;
    return setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) == 0 ? 0 : uv_translate_sys_error(errno);
}

// What the peer's system has not acknowledged yet, in bytes; 0 where the system does not tell.
static inline int hypermock_undelivered(const uv_tcp_t *tcp) {
#ifdef SIOCOUTQ
    uv_os_fd_t fd;
    int count = 0;
    if (uv_fileno((const uv_handle_t *)tcp, &fd) == 0 && ioctl(fd, SIOCOUTQ, &count) == 0) return count;
#endif
    return 0;
}

// Whether the peer has shut down its side or reset the connection, although unread bytes may have come before.
static inline int hypermock_has_peer_left(const uv_tcp_t *tcp) {
    uv_os_fd_t fd;
    if (uv_fileno((const uv_handle_t *)tcp, &fd) != 0) return 1;
#ifdef __linux__
    const short end_of_input = 0x2000; // POLLRDHUP, which needs _GNU_SOURCE
    struct pollfd state = {.fd = fd, .events = end_of_input};
    return poll(&state, 1, 0) > 0 && (state.revents & (end_of_input | POLLHUP | POLLERR)) != 0;
#else
    char byte;
    ssize_t count = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
#endif
}

// The columns of a terminal; 0 for what is none, or does not tell. libuv's own call needs a loop.
static inline int hypermock_columns(int fd) {
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0) return size.ws_col;
#endif
    return 0;
}

// The rows of a terminal; 0 for what is none, or does not tell.
static inline int hypermock_rows(int fd) {
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0) return size.ws_row;
#endif
    return 0;
}

// Whether this process may change the settings of a terminal: it would be stopped in the background of its own one.
static inline int hypermock_may_configure(int terminal) {
    pid_t foreground = tcgetpgrp(terminal);
    return foreground == -1 || foreground == getpgrp();
}

static inline void hypermock_reset_terminal(void) {
    uv_tty_reset_mode();
}

static inline void hypermock_reset_terminal_at_exit(void) {
    atexit(hypermock_reset_terminal);
}

static inline int hypermock_port(const struct sockaddr_storage *address) {
    if (address->ss_family == AF_INET6) return ntohs(((const struct sockaddr_in6 *)address)->sin6_port);
    return ntohs(((const struct sockaddr_in *)address)->sin_port);
}

static inline int hypermock_is_ipv6(const struct sockaddr_storage *address) {
    return address->ss_family == AF_INET6;
}

// Copies one address that a name has, with a port.
static inline void hypermock_copy_address(const struct addrinfo *found, int port, struct sockaddr_storage *address) {
    memcpy(address, found->ai_addr, found->ai_addrlen);
    if (address->ss_family == AF_INET6) ((struct sockaddr_in6 *)address)->sin6_port = htons((uint16_t)port);
    else ((struct sockaddr_in *)address)->sin_port = htons((uint16_t)port);
}

// Looks a name up by the system's resolver; without a callback it blocks, which is why only a listener does it, once.
static inline int hypermock_look_up(uv_loop_t *loop, uv_getaddrinfo_t *request, uv_getaddrinfo_cb done, const char *host) {
    struct addrinfo hints;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    return uv_getaddrinfo(loop, request, done, host, NULL, &hints);
}

static inline int hypermock_resolve(uv_loop_t *loop, const char *host, int port, struct sockaddr_storage *address) {
    uv_getaddrinfo_t request;
    int status = hypermock_look_up(loop, &request, NULL, host);
    if (status != 0) return status;
    hypermock_copy_address(request.addrinfo, port, address);
    uv_freeaddrinfo(request.addrinfo);
    return 0;
}

// The first loop of a process makes a pipe for signals, and libuv aborts where that fails: so that is tried first.
static inline int hypermock_can_open_pipe(void) {
    int ends[2];
    if (pipe(ends) != 0) return uv_translate_sys_error(errno);
    close(ends[0]);
    close(ends[1]);
    return 0;
}

// Whoever starts a process may have closed its standard streams: the next file that is opened would take their places.
static inline void hypermock_open_standard_streams(void) {
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && open("/dev/null", O_RDWR) < 0) return;
    }
}

// Gives memory that was freed back to the system, where the allocator keeps it: after many connections, megabytes.
#ifdef __GLIBC__
#include <malloc.h>
#endif
static inline void hypermock_release_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

// How many files the process may have open at a time; a very large number where that is not limited.
static inline uint64_t hypermock_open_file_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? (uint64_t)limit.rlim_cur : UINT64_MAX;
}

// libuv writes without MSG_NOSIGNAL: a client that has gone must be an error, not the end of the process.
static inline void hypermock_ignore_broken_pipes(void) {
    signal(SIGPIPE, SIG_IGN);
}

// What a pipe, a terminal or a socket takes as a whole and at once when it says that it can be written to.
static const size_t hypermock_atomic_write = PIPE_BUF;

// Waits until a descriptor takes bytes, or its reader is gone; negative time: as long as that takes.
static inline int hypermock_is_writable(int descriptor, int milliseconds) {
    struct pollfd poller = {.fd = descriptor, .events = POLLOUT};
    int count = poll(&poller, 1, milliseconds);
    while (count < 0 && errno == EINTR) count = poll(&poller, 1, milliseconds);
    return count > 0;
}

// Who starts a process may block signals in it, as the queues of libdispatch do. One thread must take them.
static inline void hypermock_unblock(int number) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, number);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

static inline void hypermock_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

// What is done under a lock is mostly shorter than the sleep and the wake-up that a waiting thread would cost: so it
// looks again for some microseconds before it lets the system put it to sleep.
static inline void hypermock_lock(uv_mutex_t *mutex) {
    for (int attempt = 0; attempt < 100; attempt++) {
        if (uv_mutex_trylock(mutex) == 0) return;
        for (int pause = 0; pause < 8; pause++) hypermock_pause();
    }
    uv_mutex_lock(mutex);
}

// What a loop is doing, which one thread writes, without a lock, and another one reads. `number` is odd while it is written.
#define HYPERMOCK_ACTIVITY_WORDS 16
typedef struct {
    uint64_t number, begun, length, words[HYPERMOCK_ACTIVITY_WORDS];
    int64_t connections, pending;
} hypermock_activity;

// Changes a count of the loop's own; no other thread writes it.
static inline void hypermock_count(int64_t *count, int64_t change) {
    __atomic_store_n(count, *count + change, __ATOMIC_RELAXED);
}

static inline void hypermock_count_connection(hypermock_activity *activity, int64_t change) {
    hypermock_count(&activity->connections, change);
}

static inline void hypermock_count_pending(hypermock_activity *activity, int64_t change) {
    hypermock_count(&activity->pending, change);
}

static inline int64_t hypermock_connections(const hypermock_activity *activity) {
    return __atomic_load_n(&activity->connections, __ATOMIC_RELAXED);
}

static inline int64_t hypermock_pending(const hypermock_activity *activity) {
    return __atomic_load_n(&activity->pending, __ATOMIC_RELAXED);
}

static inline void hypermock_begin_activity(hypermock_activity *activity, uint64_t now, const uint8_t *text, size_t length) {
    uint64_t words[HYPERMOCK_ACTIVITY_WORDS];
    uint64_t number = activity->number;
    if (length > sizeof words) length = sizeof words;
    if (length > 0) {
        words[(length - 1) / 8] = 0;
        memcpy(words, text, length);
    }
    __atomic_store_n(&activity->number, number + 1, __ATOMIC_RELAXED);
    for (size_t i = 0; i * 8 < length; i++) __atomic_store_n(&activity->words[i], words[i], __ATOMIC_RELEASE);
    __atomic_store_n(&activity->length, length, __ATOMIC_RELEASE);
    __atomic_store_n(&activity->begun, now, __ATOMIC_RELEASE);
    __atomic_store_n(&activity->number, number + 2, __ATOMIC_RELEASE);
}

static inline void hypermock_end_activity(hypermock_activity *activity) {
    __atomic_store_n(&activity->begun, 0, __ATOMIC_RELEASE);
}

static inline uint64_t hypermock_activity_begun(const hypermock_activity *activity) {
    return __atomic_load_n(&activity->begun, __ATOMIC_ACQUIRE);
}

// Returns the length of the text, or 0 when another activity has begun meanwhile.
static inline size_t hypermock_activity_text(const hypermock_activity *activity, uint8_t *text) {
    uint64_t words[HYPERMOCK_ACTIVITY_WORDS];
    uint64_t number = __atomic_load_n(&activity->number, __ATOMIC_ACQUIRE);
    uint64_t length = __atomic_load_n(&activity->length, __ATOMIC_ACQUIRE);
    for (size_t i = 0; i < HYPERMOCK_ACTIVITY_WORDS; i++) words[i] = __atomic_load_n(&activity->words[i], __ATOMIC_ACQUIRE);
    if (number % 2 != 0 || __atomic_load_n(&activity->number, __ATOMIC_RELAXED) != number) return 0;
    memcpy(text, words, length);
    return length;
}

// Ends the process whatever its threads do: without destructors, and without what `exit` would wait for.
static inline void hypermock_end_process(int status) {
    _exit(status);
}

// Many systems give a process 1024 descriptors unless it asks for more.
#include <sys/resource.h>
static inline void hypermock_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// By itself glibc keeps large blocks that were freed once for the next ones, in pieces that fit nothing: a journal of
// bodies of some megabytes then takes several times what it holds.
#ifdef __GLIBC__
#include <malloc.h>
static inline void hypermock_return_large_blocks(void) {
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    mallopt(M_TRIM_THRESHOLD, 4 * 1024 * 1024);
}
#else
static inline void hypermock_return_large_blocks(void) {}
#endif

// How far local time is ahead of UTC at a moment, in seconds; the system reads `TZ` and its own table of zones.
#include <time.h>
static inline long hypermock_local_offset(long long seconds) {
    time_t moment = (time_t)seconds;
    struct tm local;
    return localtime_r(&moment, &local) == NULL ? 0 : local.tm_gmtoff;
}

// The address of an interface is a union, which Swift does not take apart.
static inline int hypermock_interface_name(const uv_interface_address_t *interface, char *text, size_t size) {
    return uv_ip_name((const struct sockaddr *)&interface->address, text, size);
}
