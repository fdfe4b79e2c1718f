import CXML2
import TesseraValues

/// Builds the tree of a document from the events of libxml2, within limits.
final class XMLTreeBuilder {
  private(set) var root: XMLElement?
  /// The reason why reading was ended.
  private(set) var refusal: String?
  /// The first thing that was not well-formed.
  private(set) var problem: Diagnostic?

  private let limits: XMLLimits
  private var open: [XMLElement] = []
  /// The text after the last tag, whose parts come one after the other.
  private var text: [UInt8] = []
  private var count = 0
  private var textLength = 0
  /// What ends reading. Events read it while the library's call, which writes it, goes on.
  private let reader = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  init(limits: XMLLimits) {
    self.limits = limits
    reader.initialize(to: nil)
  }

  deinit { reader.deallocate() }

  /// Reads a document in UTF-8. Returns false if there is not enough memory.
  func read(_ bytes: UnsafePointer<CChar>?, count: Int32) -> Bool {
    var handler = Self.makeHandler()
    let isRead = tessera_xml_read(bytes, count, &handler, Unmanaged.passUnretained(self).toOpaque(), reader) != 0
    // What the end of the document has left open, ends there.
    while !open.isEmpty { end() }
    return isRead
  }

  // MARK: Events

  private static func makeHandler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.getEntity = { _, name in xmlGetPredefinedEntity(name) }
    handler.startElementNs = { context, local, prefix, namespace, _, _, count, _, attributes in
      guard let local else { return }
      XMLTreeBuilder.of(context)?.start(
        XMLName(
          prefix: XMLTreeBuilder.text(prefix), local: XMLTreeBuilder.text(local),
          namespace: namespace.map { XMLTreeBuilder.text($0) }),
        attributes: attributes.map { UnsafeBufferPointer(start: $0, count: Int(count) * 5) })
    }
    handler.endElementNs = { context, _, _, _ in XMLTreeBuilder.of(context)?.end() }
    handler.characters = { context, bytes, count in XMLTreeBuilder.of(context)?.add(bytes, count) }
    handler.cdataBlock = { context, bytes, count in XMLTreeBuilder.of(context)?.add(bytes, count) }
    handler.serror = { context, error in
      if let error { XMLTreeBuilder.of(context)?.report(error.pointee) }
    }
    return handler
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
    context.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func text(_ bytes: UnsafePointer<xmlChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }

  /// - Parameter attributes: Five pointers for each: name, prefix, namespace, first byte of the value, and its end.
  private func start(_ name: XMLName, attributes: UnsafeBufferPointer<UnsafePointer<xmlChar>?>?) {
    guard refusal == nil else { return }
    let fields = attributes.map { Array($0) } ?? []
    count += 1 + fields.count / 5
    guard open.count < limits.depth else { return refuse("the XML is nested more than \(limits.depth) levels deep") }
    guard count <= limits.count else { return refuse("the XML has more than \(limits.count) elements") }
    endText()
    var element = XMLElement(name: name, attributes: [], content: [])
    for index in stride(from: 0, to: fields.count, by: 5) {
      guard let start = fields[index + 3], let end = fields[index + 4] else { continue }
      let value = UnsafeBufferPointer(start: start, count: end - start)
      guard reserve(value.count) else { return }
      let name = XMLName(
        prefix: Self.text(fields[index + 1]), local: Self.text(fields[index]),
        namespace: fields[index + 2].map { Self.text($0) })
      element.attributes.append((name, String(decoding: value, as: UTF8.self)))
    }
    open.append(element)
  }

  private func end() {
    endText()
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      // A second root is what follows a tag that ends too early.
      if root == nil { root = element }
    } else {
      open[open.count - 1].content.append(.element(element))
    }
  }

  private func add(_ bytes: UnsafePointer<xmlChar>?, _ count: Int32) {
    guard !open.isEmpty, refusal == nil, reserve(Int(count)) else { return }
    text += UnsafeBufferPointer(start: bytes, count: Int(count))
  }

  private func endText() {
    guard !text.isEmpty, !open.isEmpty else { return }
    open[open.count - 1].content.append(.text(String(decoding: text, as: UTF8.self)))
    text = []
  }

  /// Counts text, and returns whether there may be so much.
  private func reserve(_ length: Int) -> Bool {
    textLength += length
    if textLength <= limits.textLength { return true }
    refuse("the XML has more than \(limits.textLength) bytes of text")
    return false
  }

  private func refuse(_ words: String) {
    refusal = words
    if let reader = reader.pointee { tessera_xml_stop(reader) }
  }

  private func report(_ error: xmlError) {
    // The reader goes on where a namespace has no declaration, and so do all others.
    guard problem == nil, error.domain != Int32(XML_FROM_NAMESPACE.rawValue), error.line > 0 else { return }
    problem = XMLDocument.formProblem(
      error.message.map { String(cString: $0).trimmingXMLSpace } ?? "unknown", line: Int(error.line),
      column: max(1, Int(error.int2)))
  }
}
