// The guard of a child process: its parent, which kills it with all its descendants on command, or when the process that
// has started both has ended. libuv's `uv_spawn` has no place for what a child must call before it runs a program.
#ifndef HYPERMOCK_GUARD_H
#define HYPERMOCK_GUARD_H
#include <uv.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// The commands that a process sends to the guard of a child. The end of the input, after that process, is a kill.
enum { hypermock_guard_kill = 'k', hypermock_guard_dismiss = 'd' };

// What the guard sends when its child has ended: the signal or 0, then the exit code.
typedef struct {
    uint8_t signal, code;
} hypermock_ending;

// Async-signal-safe calls only from here on: the guard is the copy of one thread of a process that may have many.

// Reports the end of a process if it is the child; returns the child, or 0 if it has ended.
static inline pid_t hypermock_guard_reap(pid_t child, pid_t pid, int status, int lifeline) {
    if (pid != child) return child;
    hypermock_ending ending = {
        .signal = WIFSIGNALED(status) ? (uint8_t)WTERMSIG(status) : 0,
        .code = WIFEXITED(status) ? (uint8_t)WEXITSTATUS(status) : 0,
    };
    // A reader that is gone needs no report.
    while (write(lifeline, &ending, sizeof ending) < 0 && errno == EINTR) {}
    return 0;
}

// Kills the children of this process; returns whether it could list them.
static inline int hypermock_guard_kill_children(void) {
#ifdef __linux__
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) return 0;
    char text[4096];
    ssize_t count;
    pid_t pid = 0;
    while ((count = read(list, text, sizeof text)) > 0) {
        for (ssize_t i = 0; i < count; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                pid = pid * 10 + (text[i] - '0');
            } else if (pid > 0) {
                kill(pid, SIGKILL);
                pid = 0;
            }
        }
    }
    close(list);
    return 1;
#else
    return 0;
#endif
}

// Kills all descendants: the children of a process that is killed become the guard's, until none is left. Where a system
// does not do that, or does not list children, only the process group that the child leads is killed.
static inline pid_t hypermock_guard_kill_all(pid_t child, int lifeline) {
    for (;;) {
        int is_complete = hypermock_guard_kill_children();
        if (!is_complete) {
            if (child <= 0) return child;
            kill(-child, SIGKILL);
        }
        int status;
        pid_t pid = waitpid(-1, &status, 0);
        if (pid < 0 && errno != EINTR) return 0;
        if (pid > 0) child = hypermock_guard_reap(child, pid, status, lifeline);
    }
}

static inline void hypermock_guard_did_end_child(int number) {
    (void)number;
}

// Waits for the end of the child and for commands.
static inline void hypermock_guard_run(pid_t child, int lifeline) {
    // SIGCHLD ends this wait only, so that none is missed.
    sigset_t waiting;
    sigfillset(&waiting);
    sigdelset(&waiting, SIGCHLD);
    for (;;) {
        int status;
        pid_t pid;
        while ((pid = waitpid(-1, &status, WNOHANG)) > 0) child = hypermock_guard_reap(child, pid, status, lifeline);
        fd_set input;
        FD_ZERO(&input);
        FD_SET(lifeline, &input);
        if (pselect(lifeline + 1, &input, NULL, NULL, NULL, &waiting) <= 0) continue;
        char command = hypermock_guard_kill;
        ssize_t count = read(lifeline, &command, 1);
        if (count < 0 && errno == EINTR) continue;
        if (command == hypermock_guard_dismiss) return;
        child = hypermock_guard_kill_all(child, lifeline);
        if (count <= 0) return;
    }
}

static inline void hypermock_reset_signals(void) {
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
}

static inline void hypermock_close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
    struct rlimit limit;
    int end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536 ? (int)limit.rlim_cur : 65536;
    for (int fd = first; fd < end; fd++) close(fd);
}

// The guard's process, which becomes the parent of all descendants of the child that lose theirs, in any session.
static inline void hypermock_guard(const char *command, int input, int output, int lifeline) {
    setsid();
    hypermock_reset_signals();
    signal(SIGCHLD, hypermock_guard_did_end_child);
    signal(SIGPIPE, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    pid_t guard = getpid(), child = fork();
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        setsid();
        hypermock_reset_signals();
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != guard) _exit(127);
#endif
        pthread_sigmask(SIG_SETMASK, &none, NULL);
        if (dup2(input, 0) == 0 && dup2(output, 1) == 1) execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    (void)guard;
    if (child < 0) _exit(1);
    dup2(lifeline, 0);
    hypermock_close_from(1);
    hypermock_guard_run(child, 0);
    _exit(0);
}

// Runs a command of the shell as the child of a guard, in its own session, with this process' standard error. `ends` are
// this process' ends of the child's standard input and output, and of the guard's lifeline. Returns the guard's process,
// or libuv's error.
static inline int hypermock_spawn_shell(const char *command, int ends[3]) {
    uv_os_sock_t pairs[3][2];
    int status = 0, count = 0;
    while (count < 3 && status == 0) {
        status = uv_socketpair(SOCK_STREAM, 0, pairs[count], UV_NONBLOCK_PIPE, 0);
        if (status == 0) count++;
    }
    pid_t guard = -1;
    if (status == 0) {
        // The handlers of this process must not run in its copy.
        sigset_t all, old;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &old);
        guard = fork();
        if (guard == 0) hypermock_guard(command, pairs[0][1], pairs[1][1], pairs[2][1]);
        if (guard < 0) status = uv_translate_sys_error(errno);
        pthread_sigmask(SIG_SETMASK, &old, NULL);
    }
    for (int i = 0; i < count; i++) {
        ends[i] = pairs[i][0];
        close(pairs[i][1]);
        if (status != 0) close(pairs[i][0]);
    }
    return status != 0 ? status : (int)guard;
}

// Collects a guard that has closed its lifeline, and so is about to end.
static inline void hypermock_reap_guard(int guard) {
    while (waitpid(guard, NULL, 0) < 0 && errno == EINTR) {}
}

#endif
