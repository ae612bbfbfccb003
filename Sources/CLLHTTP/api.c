// Compiles the system's copy of llhttp's api.c where there is one; elsewhere the library is linked.
#if __has_include("/usr/share/llhttp/api.c")
#include "/usr/share/llhttp/api.c"
#endif
