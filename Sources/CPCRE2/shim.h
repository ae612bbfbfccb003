// The library has one set of functions for each width of characters; this is the one for UTF-8.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
