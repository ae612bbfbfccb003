// libxml2 behind a few functions: documents that are parsed within limits, and XPath with a limited number of operations.
//
// libxml2 is loaded by `hypermock_xml_load` (`dlopen` on Linux), so that a process without XML has nothing of it in
// memory. Call it before anything else. Nothing here reads files or addresses, and documents that declare entities are
// refused, so that neither external entities nor those that expand into each other exist.
#pragma once
#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Loads libxml2: 1, or 0 with the reason in `reason`. Later calls repeat the first result.
int hypermock_xml_load(char *reason, size_t capacity);

/// Why a text or an expression is refused; the place is 0 if it is unknown.
typedef struct {
    char message[200];
    int line;
    int column;
} hypermock_xml_error;

// MARK: Documents

/// A parsed document.
typedef struct hypermock_xml hypermock_xml;

enum hypermock_xml_form {
    /// Names have namespaces.
    hypermock_xml_form_namespaces,
    /// Prefixes and namespaces count for nothing: an XPath finds `a:b` as `b`.
    hypermock_xml_form_local_names,
    /// Names have namespaces; there are no comments, and texts beside them are one.
    hypermock_xml_form_without_comments,
};

/// Parses UTF-8, at most `nodes` elements, attributes, comments and instructions; null with the reason in `error`.
hypermock_xml *_Nullable hypermock_xml_parse(const char *text, size_t count, enum hypermock_xml_form form, int nodes,
                                             hypermock_xml_error *error);
void hypermock_xml_free(hypermock_xml *document);

enum hypermock_xml_event {
    hypermock_xml_event_start,
    /// Follow the start of their element.
    hypermock_xml_event_namespace,
    hypermock_xml_event_attribute,
    hypermock_xml_event_end,
    hypermock_xml_event_text,
    hypermock_xml_event_comment,
    hypermock_xml_event_instruction,
};

/// A part of a document; texts end with 0 and live as long as the document.
typedef struct {
    enum hypermock_xml_event event;
    /// Of a name; of what a namespace is declared for.
    const char *_Nullable prefix;
    /// The local name; the target of an instruction; empty where there is none.
    const char *name;
    const char *_Nullable namespace_uri;
    /// The line of the start of an element, at most 65535; else 0.
    int line;
    /// The value of an attribute, the text of a text, comment or instruction, the URI of a namespace; else empty.
    const char *value;
} hypermock_xml_part;

typedef void (*hypermock_xml_visitor)(void *owner, hypermock_xml_part part);

/// Visits the children of a document in their order.
void hypermock_xml_visit(const hypermock_xml *document, void *owner, hypermock_xml_visitor visitor);

// MARK: XPath 1.0

/// An expression, perhaps with a document that it is evaluated on.
typedef struct hypermock_xpath hypermock_xpath;

hypermock_xpath *_Nullable hypermock_xpath_new(const hypermock_xml *_Nullable document);
void hypermock_xpath_free(hypermock_xpath *xpath);

/// Makes a prefix known to the expression: 1, or 0 if memory is short.
int hypermock_xpath_add_namespace(hypermock_xpath *xpath, const char *prefix, const char *uri);
/// Compiles the expression: 1, or 0 with the reason in `error`.
int hypermock_xpath_compile(hypermock_xpath *xpath, const char *expression, hypermock_xml_error *error);

enum hypermock_xpath_result {
    hypermock_xpath_result_nodes,
    /// A number, a text, a boolean.
    hypermock_xpath_result_value,
    hypermock_xpath_result_error,
    /// The limit of operations is reached.
    hypermock_xpath_result_too_long,
};

/// Evaluates the compiled expression on the document within `*operations`, which becomes those that it took.
enum hypermock_xpath_result hypermock_xpath_evaluate(hypermock_xpath *xpath, size_t *operations);

/// The number of selected nodes, after an evaluation.
size_t hypermock_xpath_count(const hypermock_xpath *xpath);
/// Visits a selected node; an attribute or a namespace is one part, of the document its children are visited.
void hypermock_xpath_visit(const hypermock_xpath *xpath, size_t index, void *owner, hypermock_xml_visitor visitor);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
