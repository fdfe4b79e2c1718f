import Foundation
package import TesseraValues

/// An SVG image within a subset of SVG that is cheap to draw and refers to nothing outside of the image.
///
/// The text is serialized again from the parsed elements, so that a browser, a drawing library and this parser cannot
/// interpret it differently. Unsupported content is omitted. An image whose repeated parts exceed a limit is rejected.
///
/// The subset contains shapes, texts, gradients, clips, masks, patterns, markers, and references to parts of the image.
/// It excludes document types and entities, scripts, animations, filters, embedded images, foreign elements and
/// external URLs.
package struct SanitizedSVG: Sendable, Hashable {
  /// The sanitized image as UTF-8 text.
  package let bytes: [UInt8]
  /// The names of the omitted elements and attributes, sorted.
  package let omitted: [String]

  /// The maximum size of an SVG file, in bytes. A larger one is refused.
  package static let maximumSize = 1 << 20
  /// The maximum number of elements that an SVG image draws; an element counts each time it is drawn. An image with
  /// more is refused.
  package static let maximumCost = 20_000
  /// The maximum nesting depth of SVG content that needs a layer of its own: masks, patterns, clips and translucent
  /// groups. A deeper image is refused.
  package static let maximumLayers = 4

  /// Sanitizes an image.
  /// - Parameter decoding: Where the image is parsed; nil for this process. What is kept of it is always decided here.
  /// - Throws: A diagnostic of rule `svg-content` if the image cannot be shown, and one of rule `decoder-failure`.
  package init(
    _ source: some Collection<UInt8>, decoding: (any ContentDecoding)? = nil
  ) throws(Diagnostic) {
    guard source.count <= Self.maximumSize else {
      throw Self.refusal("is larger than \(Self.maximumSize >> 20) MB")
    }
    var data = Data(source)
    // Declarations are searched for in the bytes, so that no parser acts on them. Encodings that could hide them are
    // rejected.
    guard XMLEncoding.hasPlainMarkup(source), !data.contains(0), var text = String(data: data, encoding: .utf8) else {
      throw Self.refusal("is not encoded in UTF-8")
    }
    if let type = text.firstMatch(of: /<!DOCTYPE[^\[<>]*>/) {
      // Many programs write a document type that only names the language.
      text.removeSubrange(type.range)
      data = Data(text.utf8)
    }
    guard !text.contains("<!DOCTYPE"), !text.contains("<!ENTITY") else {
      throw Self.refusal("declares entities")
    }
    let reader = SVGReader()
    let events = SVGEvents(XMLInstructions.withContent(Array(data)))
    let end = try events.send(parsedBy: decoding) { reader.read($0) }
    if let problem = reader.problem { throw Self.refusal(problem) }
    guard end.isWhole, let root = reader.root, root.name == "svg" else {
      throw Self.refusal("cannot be read as XML (line \(end.line))")
    }
    if let problem = SVGCost(root).problem { throw Self.refusal(problem) }
    bytes = Array(root.text(isRoot: true).utf8)
    omitted = reader.omitted.sorted()
  }

  private static func refusal(_ reason: String) -> Diagnostic {
    Diagnostic(
      rule: "svg-content", message: "The image \(reason)",
      fix: "Export it as plain SVG, or as PNG")
  }
}

/// An element of the supported subset.
final class SVGElement {
  let name: String
  let attributes: [(name: String, value: String)]
  var children: [SVGElement] = []
  /// The character data of a text or style element: one entry before each child and one at the end.
  var texts: [String] = [""]

  init(name: String, attributes: [(name: String, value: String)]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  func text(isRoot: Bool = false) -> String {
    var text = "<\(name)"
    if isRoot { text += " xmlns=\"http://www.w3.org/2000/svg\"" }
    for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
    text += ">"
    for (index, child) in children.enumerated() { text += Self.escaped(texts[index]) + child.text() }
    return text + Self.escaped(texts[children.count]) + "</\(name)>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

/// Builds the tree of supported elements.
private final class SVGReader {
  var root: SVGElement?
  var omitted: Set<String> = []
  var problem: String?
  private var open: [SVGElement] = []
  /// The nesting depth within an omitted element.
  private var omittedDepth = 0
  private var count = 0

  /// The maximum nesting depth of elements in an SVG file. A deeper file is refused.
  private static let maximumDepth = 64
  /// The maximum number of elements in an SVG file. A file with more is refused.
  private static let maximumCount = 20_000

  private static let namespace = "http://www.w3.org/2000/svg"

  /// Reads what comes next in the file.
  /// - Returns: Whether the image may still be shown.
  func read(_ event: SVGEvent) -> Bool {
    switch event {
    case .start(let name, let namespace, let attributes): start(name, namespace, attributes)
    case .end: end()
    case .text(let text): add(text)
    }
    return problem == nil
  }

  private func start(_ name: String, _ namespace: String?, _ attributes: [String: String]) {
    count += 1
    guard count <= Self.maximumCount else { return fail("has more than \(Self.maximumCount) elements") }
    let isKnown = (namespace ?? "").isEmpty || namespace == Self.namespace
    let isInText = open.last.map { SVGSubset.plainTextElements.contains($0.name) } ?? false
    guard omittedDepth == 0, isKnown, !isInText, SVGSubset.elements.contains(name) else {
      if omittedDepth == 0 { recordOmission(name) }
      omittedDepth += 1
      return
    }
    guard open.count < Self.maximumDepth else {
      return fail("is nested more than \(Self.maximumDepth) levels deep")
    }
    var kept: [(name: String, value: String)] = []
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      let plain = name == "xlink:href" ? "href" : name
      if let safe = SVGSubset.kept(plain, value) {
        kept.append((plain, safe))
      } else if !plain.hasPrefix("xmlns"), !plain.contains(":") {
        recordOmission(plain)
      }
    }
    let element = SVGElement(name: name, attributes: kept)
    if let parent = open.last {
      parent.children.append(element)
      parent.texts.append("")
    } else {
      root = element
    }
    open.append(element)
  }

  private func end() {
    if omittedDepth > 0 {
      omittedDepth -= 1
      return
    }
    guard let element = open.popLast() else { return }
    if element.name == "style" {
      let safe = SVGSubset.kept(styleSheet: element.texts.joined())
      if safe == nil { recordOmission("style") }
      element.texts = [safe ?? ""]
    }
  }

  private func add(_ text: String) {
    guard omittedDepth == 0, let element = open.last, SVGSubset.textElements.contains(element.name) else { return }
    element.texts[element.texts.count - 1] += text
  }

  private func recordOmission(_ name: String) { if omitted.count < 100 { omitted.insert(String(name.prefix(60))) } }

  private func fail(_ reason: String) { problem = problem ?? reason }
}
