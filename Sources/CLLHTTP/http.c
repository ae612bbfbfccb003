// Compiles the system's copy of llhttp's http.c where there is one; elsewhere the library is linked.
#if __has_include("/usr/share/llhttp/http.c")
// First, because the source asks for the mode before it includes the header.
#include "llhttp.h"
#include "/usr/share/llhttp/http.c"
#endif
