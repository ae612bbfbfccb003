#define _GNU_SOURCE
#include "ctls.h"
#include "openssl.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#if defined(__linux__) && !defined(HYPERMOCK_STATIC)
#include <dlfcn.h>
#define HYPERMOCK_TLS_IS_LOADED_LATE 1
#endif

struct hypermock_tls_functions hypermock_tls_openssl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;
static char failure[256];

#ifdef HYPERMOCK_TLS_IS_LOADED_LATE
static void load(void) {
    // libssl brings libcrypto, and `dlsym` looks into what a library depends on.
    void *library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason ? reason : "libssl.so.3: cannot be loaded");
        return;
    }
#define LOAD(name) \
    if ((*(void **)&hypermock_tls_openssl.name = dlsym(library, #name)) == NULL) { \
        snprintf(failure, sizeof failure, "libssl.so.3: has no function %s", #name); \
        return; \
    }
    HYPERMOCK_TLS_FUNCTIONS(LOAD)
#undef LOAD
    is_loaded = hypermock_tls_make_bio_method();
}
#else
static void load(void) {
#define LINK(name) hypermock_tls_openssl.name = name;
    HYPERMOCK_TLS_FUNCTIONS(LINK)
#undef LINK
    is_loaded = hypermock_tls_make_bio_method();
}
#endif

int hypermock_tls_load(char *reason, size_t capacity) {
    pthread_once(&once, load);
    if (!is_loaded) snprintf(reason, capacity, "%s", failure[0] ? failure : "OpenSSL has no memory left");
    return is_loaded;
}

void hypermock_tls_take_error(char *text, size_t capacity) {
    unsigned long code = hypermock_tls_openssl.ERR_get_error();
    const char *reason = code == 0 ? NULL : hypermock_tls_openssl.ERR_reason_error_string(code);
    if (reason != NULL) {
        snprintf(text, capacity, "%s", reason);
    } else if (code != 0) {
        hypermock_tls_openssl.ERR_error_string_n(code, text, capacity);
    } else if (capacity > 0) {
        text[0] = 0;
    }
    hypermock_tls_openssl.ERR_clear_error();
}

const char *hypermock_tls_version(void) {
    return hypermock_tls_openssl.OpenSSL_version(OPENSSL_VERSION);
}
