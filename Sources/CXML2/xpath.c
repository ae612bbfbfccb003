#include "libxml2.h"
#include <stdlib.h>
#include <string.h>

#define xml hypermock_libxml2

// Of text that libxml2 copies, and of nodes that it visits for the text of an element, in one operation.
enum { bytes_per_operation = 64, nodes_per_operation = 8 };

struct hypermock_xpath {
    xmlXPathContext *context;
    xmlXPathCompExpr *expression;
    xmlXPathObject *result;
};

// MARK: Functions that read texts

// libxml2 counts each step as one operation, also those that read the text of a whole document: these functions count
// what they read first.

static size_t nodes_below(const xmlNode *top) {
    if (top->type != XML_ELEMENT_NODE && top->type != XML_DOCUMENT_NODE) return 1;
    size_t count = 1;
    const xmlNode *node = top;
    for (;;) {
        const int has_children = node->type == XML_ELEMENT_NODE || node->type == XML_DOCUMENT_NODE;
        if (has_children && node->children != NULL) {
            node = node->children;
        } else {
            while (node != top && node->next == NULL) node = node->parent;
            if (node == top) return count;
            node = node->next;
        }
        count += 1 + (node->type == XML_TEXT_NODE && node->content != NULL
                          ? strlen((const char *)node->content) * nodes_per_operation / bytes_per_operation
                          : 0);
    }
}

static unsigned long operations_to_read(const xmlXPathObject *value, int is_sum) {
    if (value->type == XPATH_STRING && value->stringval != NULL) {
        return strlen((const char *)value->stringval) / bytes_per_operation;
    }
    if (value->type != XPATH_NODESET || value->nodesetval == NULL) return 0;
    unsigned long operations = 0;
    int count = is_sum ? value->nodesetval->nodeNr : value->nodesetval->nodeNr > 0;
    for (int index = 0; index < count; index++) {
        operations += nodes_below(value->nodesetval->nodeTab[index]) / nodes_per_operation;
    }
    return operations;
}

// Whether the limit allows that many more operations; else the evaluation ends.
static int allow(xmlXPathParserContext *parser, unsigned long operations) {
    xmlXPathContext *context = parser->context;
    if (context->opLimit - context->opCount > operations) {
        context->opCount += operations;
        return 1;
    }
    context->opCount = context->opLimit;
    xml.xmlXPathErr(parser, XPATH_OP_LIMIT_EXCEEDED);
    return 0;
}

static int may_read(xmlXPathParserContext *parser, int count, int is_sum) {
    unsigned long operations = 0;
    for (int index = 0; index < count && index < parser->valueNr; index++) {
        operations += operations_to_read(parser->valueTab[parser->valueNr - 1 - index], is_sum);
    }
    // A function without arguments reads the context node.
    if (count == 0 && parser->context->node != NULL) {
        operations += nodes_below(parser->context->node) / nodes_per_operation;
    }
    return allow(parser, operations);
}

// The last argument becomes a text; some functions compare it with each place of another.
static int may_search(xmlXPathParserContext *parser, int count) {
    if (!may_read(parser, count, 0)) return 0;
    unsigned long product = 1;
    unsigned long length = 0;
    for (int index = 0; index < count && index < parser->valueNr; index++) {
        const xmlXPathObject *value = parser->valueTab[parser->valueNr - 1 - index];
        if (value->type == XPATH_STRING && value->stringval != NULL) {
            length = strlen((const char *)value->stringval);
        } else {
            length = bytes_per_operation * (1 + operations_to_read(value, 0) * nodes_per_operation);
        }
        if (product > (unsigned long)1 << 40) break;
        product *= length / bytes_per_operation + 1;
    }
    return allow(parser, product);
}

#define READS(name, function) \
    static void name(xmlXPathParserContext *parser, int count) { \
        if (may_read(parser, count, 0)) xml.function(parser, count); \
    }
#define SEARCHES(name, function) \
    static void name(xmlXPathParserContext *parser, int count) { \
        if (may_search(parser, count)) xml.function(parser, count); \
    }

READS(text, xmlXPathStringFunction)
READS(number, xmlXPathNumberFunction)
READS(concat, xmlXPathConcatFunction)
READS(starts_with, xmlXPathStartsWithFunction)
READS(substring, xmlXPathSubstringFunction)
READS(text_length, xmlXPathStringLengthFunction)
READS(normalize, xmlXPathNormalizeFunction)
SEARCHES(contains, xmlXPathContainsFunction)
SEARCHES(substring_before, xmlXPathSubstringBeforeFunction)
SEARCHES(substring_after, xmlXPathSubstringAfterFunction)
SEARCHES(translate, xmlXPathTranslateFunction)

static void sum(xmlXPathParserContext *parser, int count) {
    if (may_read(parser, count, 1)) xml.xmlXPathSumFunction(parser, count);
}

static const struct {
    const char *name;
    xmlXPathFunction function;
} counted_functions[] = {
    {"string", text}, {"number", number}, {"concat", concat}, {"starts-with", starts_with}, {"substring", substring},
    {"string-length", text_length}, {"normalize-space", normalize}, {"contains", contains},
    {"substring-before", substring_before}, {"substring-after", substring_after}, {"translate", translate}, {"sum", sum},
};

// MARK: Expressions

// Errors are results; nothing is printed. The error is constant since 2.12.
#if LIBXML_VERSION >= 21200
static void ignore(void *owner, const xmlError *error) { (void)owner, (void)error; }
#else
static void ignore(void *owner, xmlError *error) { (void)owner, (void)error; }
#endif

hypermock_xpath *hypermock_xpath_new(const hypermock_xml *document) {
    hypermock_xpath *xpath = calloc(1, sizeof *xpath);
    if (xpath == NULL) return NULL;
    xpath->context = xml.xmlXPathNewContext(document == NULL ? NULL : hypermock_xml_document(document));
    if (xpath->context == NULL) {
        free(xpath);
        return NULL;
    }
    xpath->context->error = ignore;
    for (size_t index = 0; index < sizeof counted_functions / sizeof *counted_functions; index++) {
        const xmlChar *name = (const xmlChar *)counted_functions[index].name;
        // The known function has to go first.
        xml.xmlXPathRegisterFunc(xpath->context, name, NULL);
        xml.xmlXPathRegisterFunc(xpath->context, name, counted_functions[index].function);
    }
    return xpath;
}

void hypermock_xpath_free(hypermock_xpath *xpath) {
    if (xpath->result != NULL) xml.xmlXPathFreeObject(xpath->result);
    if (xpath->expression != NULL) xml.xmlXPathFreeCompExpr(xpath->expression);
    xml.xmlXPathFreeContext(xpath->context);
    free(xpath);
}

int hypermock_xpath_add_namespace(hypermock_xpath *xpath, const char *prefix, const char *uri) {
    return xml.xmlXPathRegisterNs(xpath->context, (const xmlChar *)prefix, (const xmlChar *)uri) == 0;
}

// libxml2 evaluates expressions without any of these characters as a stream, whose number of states explodes for
// `//a//a//a` and is not limited: in parentheses they are evaluated like all others.
static int is_streamed(const char *expression) { return strpbrk(expression, "[(@") == NULL; }

static char *in_parentheses(const char *expression) {
    size_t length = strlen(expression);
    char *copy = malloc(length + 3);
    if (copy == NULL) return NULL;
    copy[0] = '(';
    memcpy(copy + 1, expression, length);
    memcpy(copy + 1 + length, ")", 2);
    return copy;
}

int hypermock_xpath_compile(hypermock_xpath *xpath, const char *expression, hypermock_xml_error *error) {
    char *copy = is_streamed(expression) ? in_parentheses(expression) : NULL;
    const char *compiled = copy == NULL ? expression : copy;
    xpath->expression = xml.xmlXPathCtxtCompile(xpath->context, (const xmlChar *)compiled);
    int column = xpath->context->lastError.int1 + (copy == NULL);
    const int end = (int)strlen(expression) + 1;
    if (column > end) column = end;
    free(copy);
    if (xpath->expression != NULL) return 1;
    const char *message = xpath->context->lastError.message;
    hypermock_xml_set_error(error, message == NULL ? "invalid expression" : message, 1, column);
    return 0;
}

enum hypermock_xpath_result hypermock_xpath_evaluate(hypermock_xpath *xpath, size_t *operations) {
    xmlXPathContext *context = xpath->context;
    context->opLimit = *operations;
    context->opCount = 0;
    context->node = (xmlNode *)context->doc;
    xpath->result = xml.xmlXPathCompiledEval(xpath->expression, context);
    *operations = context->opCount;
    if (xpath->result == NULL) {
        int is_too_long = context->lastError.code == XML_XPATH_EXPRESSION_OK + XPATH_OP_LIMIT_EXCEEDED;
        return is_too_long ? hypermock_xpath_result_too_long : hypermock_xpath_result_error;
    }
    return xpath->result->type == XPATH_NODESET ? hypermock_xpath_result_nodes : hypermock_xpath_result_value;
}

static const xmlNodeSet *selected(const hypermock_xpath *xpath) {
    return xpath->result == NULL || xpath->result->type != XPATH_NODESET ? NULL : xpath->result->nodesetval;
}

size_t hypermock_xpath_count(const hypermock_xpath *xpath) {
    return selected(xpath) == NULL ? 0 : (size_t)selected(xpath)->nodeNr;
}

void hypermock_xpath_visit(const hypermock_xpath *xpath, size_t index, void *owner, hypermock_xml_visitor visitor) {
    hypermock_xml_visit_node(selected(xpath)->nodeTab[index], owner, visitor);
}
