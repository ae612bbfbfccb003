// Compiles the system's copy of llhttp's llhttp.c where there is one; elsewhere the library is linked.
#if __has_include("/usr/share/llhttp/llhttp.c")
#include "/usr/share/llhttp/llhttp.c"
#endif
