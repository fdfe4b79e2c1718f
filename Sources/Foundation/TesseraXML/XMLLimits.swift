/// Limits of an XML document.
package struct XMLLimits: Sendable {
  /// The maximum number of elements and attributes of an XML document. One with more is refused.
  package var count = 200_000
  /// The maximum nesting depth of elements of an XML document. A deeper one is refused.
  package var depth = 64
  /// The maximum size of all text of an XML document, in UTF-8 bytes. One with more is refused.
  package var textLength = 16 << 20

  /// Creates the usual limits.
  package init() {}
}
