// Compiles the system's copy of llhttp's http.c where there is one; elsewhere the library is linked.
#if __has_include("/usr/share/llhttp/http.c")
#include "/usr/share/llhttp/http.c"
#endif
