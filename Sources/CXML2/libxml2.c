#define _GNU_SOURCE
#include "libxml2.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#if defined(__linux__) && !defined(HYPERMOCK_STATIC)
#include <dlfcn.h>
#endif

struct hypermock_xml_functions hypermock_libxml2;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;
static char failure[256];

#if defined(__linux__) && defined(HYPERMOCK_STATIC)
// libxml2 would bring the 30 MB of ICU's data.
static void load(void) { snprintf(failure, sizeof failure, "the static build of this program does not contain it"); }
#elif defined(__linux__)
// The structures of the headers belong to one version of the interface.
#if LIBXML_VERSION >= 21400
static const char library_name[] = "libxml2.so.16";
#else
static const char library_name[] = "libxml2.so.2";
#endif

static void load(void) {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason ? reason : "it cannot be loaded");
        return;
    }
#define LOAD(name) \
    if ((*(void **)&hypermock_libxml2.name = dlsym(library, #name)) == NULL) { \
        snprintf(failure, sizeof failure, "%s has no function %s", library_name, #name); \
        return; \
    }
    HYPERMOCK_XML_FUNCTIONS(LOAD)
#undef LOAD
    hypermock_libxml2.xmlInitParser();
    is_loaded = 1;
}
#else
static void load(void) {
#define LINK(name) hypermock_libxml2.name = name;
    HYPERMOCK_XML_FUNCTIONS(LINK)
#undef LINK
    hypermock_libxml2.xmlInitParser();
    is_loaded = 1;
}
#endif

int hypermock_xml_load(char *reason, size_t capacity) {
    pthread_once(&once, load);
    if (!is_loaded) snprintf(reason, capacity, "%s", failure);
    return is_loaded;
}

void hypermock_xml_set_error(hypermock_xml_error *error, const char *message, int line, int column) {
    snprintf(error->message, sizeof error->message, "%s", message);
    size_t length = strlen(error->message);
    while (length > 0 && (error->message[length - 1] == '\n' || error->message[length - 1] == ' ')) {
        error->message[--length] = 0;
    }
    error->line = line;
    error->column = column;
}
