// The functions of libxml2 that are used, in a table that is filled when XML is first used.
#pragma once
#include "cxml2.h"
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#define HYPERMOCK_XML_FUNCTIONS(X) \
    X(xmlCtxtReadMemory) X(xmlFreeDoc) X(xmlFreeParserCtxt) X(xmlInitParser) X(xmlNewParserCtxt) X(xmlSAX2Comment) \
    X(xmlSAX2ProcessingInstruction) X(xmlSAX2StartElementNs) X(xmlStopParser) X(xmlXPathCompiledEval) \
    X(xmlXPathConcatFunction) X(xmlXPathContainsFunction) X(xmlXPathCtxtCompile) X(xmlXPathErr) \
    X(xmlXPathFreeCompExpr) X(xmlXPathFreeContext) X(xmlXPathFreeObject) X(xmlXPathNewContext) \
    X(xmlXPathNormalizeFunction) X(xmlXPathNumberFunction) X(xmlXPathRegisterFunc) X(xmlXPathRegisterNs) \
    X(xmlXPathStartsWithFunction) X(xmlXPathStringFunction) X(xmlXPathStringLengthFunction) \
    X(xmlXPathSubstringAfterFunction) X(xmlXPathSubstringBeforeFunction) X(xmlXPathSubstringFunction) \
    X(xmlXPathSumFunction) X(xmlXPathTranslateFunction)

struct hypermock_xml_functions {
#define HYPERMOCK_XML_FIELD(name) __typeof__(&name) name;
    HYPERMOCK_XML_FUNCTIONS(HYPERMOCK_XML_FIELD)
#undef HYPERMOCK_XML_FIELD
};

extern struct hypermock_xml_functions hypermock_libxml2;

// A document is libxml2's own.
static inline xmlDoc *hypermock_xml_document(const hypermock_xml *document) { return (xmlDoc *)document; }

/// Visits a node and all below it.
void hypermock_xml_visit_node(const xmlNode *node, void *owner, hypermock_xml_visitor visitor);

/// Copies a message without its line break.
void hypermock_xml_set_error(hypermock_xml_error *error, const char *message, int line, int column);
