#include "libxml2.h"
#include <limits.h>
#include <string.h>

#define xml hypermock_libxml2

// libxml2 compares the attributes of an element each with each, and looks for a namespace among all in scope.
enum { most_attributes = 1000, most_namespaces = 512 };

struct parsing {
    int nodes_left;
    int has_local_names_only;
    const char *refusal;
};

static struct parsing *parsing(void *context) { return ((xmlParserCtxt *)context)->_private; }

static void refuse(void *context, const char *reason) {
    if (parsing(context)->refusal == NULL) parsing(context)->refusal = reason;
    xml.xmlStopParser(context);
}

static int has_room(void *context, int nodes) {
    struct parsing *now = parsing(context);
    if (now->nodes_left < nodes) {
        refuse(context, "it has too many elements");
        return 0;
    }
    now->nodes_left -= nodes;
    return 1;
}

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                          int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted_count,
                          const xmlChar **attributes) {
    xmlParserCtxt *parser = context;
    if (parser->nsNr / 2 > most_namespaces) {
        refuse(context, "it has too many namespaces in scope");
        return;
    }
    if (!has_room(context, 1 + attribute_count)) return;
    // An undeclared prefix would become a part of the name.
    const xmlChar *known = parsing(context)->has_local_names_only && uri == NULL ? NULL : prefix;
    xml.xmlSAX2StartElementNs(context, name, known, uri, namespace_count, namespaces, attribute_count, defaulted_count,
                              attributes);
    if (!parsing(context)->has_local_names_only || parser->node == NULL) return;
    // XPath finds names without a namespace; `visit` still writes the namespaces.
    parser->node->_private = parser->node->ns;
    parser->node->ns = NULL;
    for (xmlAttr *attribute = parser->node->properties; attribute != NULL; attribute = attribute->next) {
        attribute->_private = attribute->ns;
        attribute->ns = NULL;
    }
}

static void comment(void *context, const xmlChar *text) {
    if (has_room(context, 1)) xml.xmlSAX2Comment(context, text);
}

static void instruction(void *context, const xmlChar *target, const xmlChar *data) {
    if (has_room(context, 1)) xml.xmlSAX2ProcessingInstruction(context, target, data);
}

static void entity(void *context, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id,
                   xmlChar *content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    refuse(context, "it declares entities, which are not expanded");
}

static void attribute_default(void *context, const xmlChar *element, const xmlChar *name, int type, int kind,
                              const xmlChar *value, xmlEnumeration *values) {
    (void)element, (void)name, (void)type, (void)kind, (void)value, (void)values;
    refuse(context, "its DTD declares attributes, which are not filled in");
}

// Whether an element has at most `most_attributes`: a value begins with = and a quotation mark, and < is in no tag.
static int has_few_attributes(const char *text, size_t count) {
    int attributes = 0;
    for (size_t index = 0; index < count; index++) {
        if (text[index] == '<') attributes = 0;
        if (text[index] != '=') continue;
        size_t next = index + 1;
        while (next < count && (text[next] == ' ' || text[next] == '\t' || text[next] == '\r' || text[next] == '\n')) {
            next++;
        }
        if (next < count && (text[next] == '"' || text[next] == '\'') && ++attributes > most_attributes) return 0;
    }
    return 1;
}

static xmlDoc *read(xmlParserCtxt *parser, const char *text, size_t count, enum hypermock_xml_form form,
                    struct parsing *now) {
    parser->_private = now;
    parser->sax->startElementNs = start_element;
    parser->sax->comment = form == hypermock_xml_form_without_comments ? NULL : comment;
    parser->sax->processingInstruction = instruction;
    parser->sax->entityDecl = entity;
    parser->sax->attributeDecl = attribute_default;
    // NOENT: `&lt;` and references to characters become text; no other entities exist.
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOENT | XML_PARSE_NOCDATA;
    return xml.xmlCtxtReadMemory(parser, text, (int)count, NULL, "UTF-8", options);
}

hypermock_xml *hypermock_xml_parse(const char *text, size_t count, enum hypermock_xml_form form, int nodes,
                                   hypermock_xml_error *error) {
    hypermock_xml_set_error(error, "memory is short", 0, 0);
    if (count > INT_MAX || !has_few_attributes(text, count)) {
        hypermock_xml_set_error(error, "an element has too many attributes", 0, 0);
        return NULL;
    }
    xmlParserCtxt *parser = xml.xmlNewParserCtxt();
    if (parser == NULL) return NULL;
    struct parsing now = {nodes, form == hypermock_xml_form_local_names, NULL};
    xmlDoc *document = read(parser, text, count, form, &now);
    if (now.refusal != NULL) {
        hypermock_xml_set_error(error, now.refusal, 0, 0);
        if (document != NULL) xml.xmlFreeDoc(document);
        document = NULL;
    } else if (document == NULL && parser->lastError.message != NULL) {
        hypermock_xml_set_error(error, parser->lastError.message, parser->lastError.line, parser->lastError.int2);
    }
    xml.xmlFreeParserCtxt(parser);
    return (hypermock_xml *)document;
}

void hypermock_xml_free(hypermock_xml *document) { xml.xmlFreeDoc(hypermock_xml_document(document)); }

static const char *text_of(const xmlChar *text) { return text == NULL ? "" : (const char *)text; }

static hypermock_xml_part part(enum hypermock_xml_event event, const xmlChar *name, const xmlNs *ns,
                               const xmlChar *value) {
    hypermock_xml_part part = {
        .event = event, .prefix = NULL, .name = text_of(name), .namespace_uri = NULL, .line = 0, .value = text_of(value)
    };
    if (ns != NULL) {
        part.prefix = (const char *)ns->prefix;
        part.namespace_uri = (const char *)ns->href;
    }
    return part;
}

static const xmlNs *namespace_of(const xmlNs *ns, const void *hidden) { return ns != NULL ? ns : hidden; }

static hypermock_xml_part attribute_part(const xmlAttr *attribute) {
    const xmlChar *value = attribute->children == NULL ? NULL : attribute->children->content;
    const xmlNs *ns = namespace_of(attribute->ns, attribute->_private);
    return part(hypermock_xml_event_attribute, attribute->name, ns, value);
}

static hypermock_xml_part namespace_part(const xmlNs *ns) {
    return part(hypermock_xml_event_namespace, NULL, ns, ns->href);
}

static void visit_start(const xmlNode *node, void *owner, hypermock_xml_visitor visitor) {
    hypermock_xml_part start = part(hypermock_xml_event_start, node->name, namespace_of(node->ns, node->_private), NULL);
    start.line = node->line;
    visitor(owner, start);
    for (const xmlNs *ns = node->nsDef; ns != NULL; ns = ns->next) visitor(owner, namespace_part(ns));
    for (const xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next) {
        visitor(owner, attribute_part(attribute));
    }
}

static void visit_leaf(const xmlNode *node, void *owner, hypermock_xml_visitor visitor) {
    switch (node->type) {
    case XML_TEXT_NODE:
    case XML_CDATA_SECTION_NODE: visitor(owner, part(hypermock_xml_event_text, NULL, NULL, node->content)); break;
    case XML_COMMENT_NODE: visitor(owner, part(hypermock_xml_event_comment, NULL, NULL, node->content)); break;
    case XML_PI_NODE: visitor(owner, part(hypermock_xml_event_instruction, node->name, NULL, node->content)); break;
    default: break;
    }
}

void hypermock_xml_visit_node(const xmlNode *top, void *owner, hypermock_xml_visitor visitor) {
    if (top->type == XML_ATTRIBUTE_NODE) visitor(owner, attribute_part((const xmlAttr *)top));
    if (top->type == XML_NAMESPACE_DECL) visitor(owner, namespace_part((const xmlNs *)top));
    if (top->type == XML_ATTRIBUTE_NODE || top->type == XML_NAMESPACE_DECL) return;
    int is_document = top->type == XML_DOCUMENT_NODE;
    const xmlNode *node = is_document ? top->children : top;
    const xmlNode *end = is_document ? top : NULL;
    while (node != NULL && node != end) {
        if (node->type == XML_ELEMENT_NODE) {
            visit_start(node, owner, visitor);
            if (node->children != NULL) {
                node = node->children;
                continue;
            }
            visitor(owner, part(hypermock_xml_event_end, node->name, NULL, NULL));
        } else {
            visit_leaf(node, owner, visitor);
        }
        while (node != top && node->next == NULL && node->parent != top && node->parent != NULL) {
            node = node->parent;
            visitor(owner, part(hypermock_xml_event_end, node->name, NULL, NULL));
        }
        if (node == top) return;
        if (node->next != NULL) {
            node = node->next;
            continue;
        }
        if (!is_document) visitor(owner, part(hypermock_xml_event_end, top->name, NULL, NULL));
        return;
    }
}

void hypermock_xml_visit(const hypermock_xml *document, void *owner, hypermock_xml_visitor visitor) {
    hypermock_xml_visit_node((const xmlNode *)hypermock_xml_document(document), owner, visitor);
}
