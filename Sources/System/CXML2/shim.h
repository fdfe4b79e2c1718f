#pragma once
#include <libxml/xmlversion.h>
// Debian's libxml2 is made with ICU, whose headers Swift must not see: its Foundation has another version of the same library.
// Only a structure that nothing here uses is larger with it.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

// Reads a document in UTF-8 that is in memory, with a handler of its events. What is not well-formed is reported to the handler,
// and reading goes on. Nothing else is loaded.
// `reader` receives what `tessera_xml_stop` ends. The result is whether there was memory for it.
static inline int tessera_xml_read(
    const char *bytes, int count, const xmlSAXHandler *handler, void *context, void **reader) {
  xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt(bytes, count);
  if (!parser) return 0;
  memcpy(parser->sax, handler, sizeof *handler);
  parser->userData = context;
  *reader = parser;
  // Without XML_PARSE_NOENT, `&amp;` in an attribute would stay a reference. No other entity is known.
  xmlCtxtUseOptions(parser, XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_NOENT);
  xmlParseDocument(parser);
  xmlDocPtr document = parser->myDoc;
  xmlFreeParserCtxt(parser);
  xmlFreeDoc(document);
  return 1;
}

// Ends reading, from within an event.
static inline void tessera_xml_stop(void *reader) { xmlStopParser((xmlParserCtxtPtr)reader); }
