package import TesseraValues

/// Documents that are read in another process.
extension XMLDocument {
  /// The decoder of documents for other processes.
  package static let decoder = ContentDecoder(
    name: "xml",
    prepare: { _ = try? XMLDocument(Array("<a/>".utf8)) },
    decode: { parameters, content throws(Diagnostic) in
      var reader = BinaryReader(parameters)
      let document = try XMLDocument(content, limits: XMLLimits(&reader))
      var writer = BinaryWriter()
      document.write(to: &writer)
      return writer.bytes
    })

  /// Reads a document in UTF-8 in a place for decoders; in this process if there is none.
  ///
  /// - Complexity: O(*n*).
  /// - Throws: What ``init(_:limits:)`` throws, and a diagnostic of rule `decoder-failure`.
  package init(
    _ bytes: [UInt8], limits: XMLLimits = XMLLimits(), decoding: (any ContentDecoding)?
  ) throws(Diagnostic) {
    guard let decoding else {
      try self.init(bytes, limits: limits)
      return
    }
    var parameters = BinaryWriter()
    limits.write(to: &parameters)
    let result = try decoding.result(of: Self.decoder.name, parameters: parameters.bytes, content: bytes)
    try self.init(encoded: result, limits: limits)
  }

  private func write(to writer: inout BinaryWriter) {
    writer.write(problem != nil)
    if let problem { writer.write(problem) }
    root.write(to: &writer)
  }

  /// Reads what a decoder made of a document. It is not trusted to have kept the limits.
  private init(encoded bytes: [UInt8], limits: XMLLimits) throws(Diagnostic) {
    var reader = XMLElementReader(reader: BinaryReader(bytes), limits: limits)
    let problem = try reader.reader.flag() ? reader.reader.diagnostic() : nil
    let root = try reader.element(depth: 1)
    try reader.reader.end()
    self.init(root: root, problem: problem)
  }
}

extension XMLLimits {
  fileprivate init(_ reader: inout BinaryReader) throws(Diagnostic) {
    count = try reader.number()
    depth = try reader.number()
    textLength = try reader.number()
    try reader.end()
  }

  fileprivate func write(to writer: inout BinaryWriter) {
    for number in [count, depth, textLength] { writer.write(number) }
  }
}

extension XMLName {
  fileprivate func write(to writer: inout BinaryWriter) {
    writer.write(prefix)
    writer.write(local)
    writer.write(namespace)
  }
}

extension XMLElement {
  /// - Complexity: Recursive, as deep as ``XMLLimits/depth`` allows.
  fileprivate func write(to writer: inout BinaryWriter) {
    name.write(to: &writer)
    writer.write(attributes.count)
    for (name, value) in attributes {
      name.write(to: &writer)
      writer.write(value)
    }
    writer.write(content.count)
    for node in content {
      switch node {
      case .element(let element):
        writer.write(true)
        element.write(to: &writer)
      case .text(let text):
        writer.write(false)
        writer.write(text)
      }
    }
  }
}

/// Reads elements that another process wrote, within limits.
private struct XMLElementReader {
  var reader: BinaryReader
  let limits: XMLLimits
  private var count = 0
  private var textLength = 0

  init(reader: BinaryReader, limits: XMLLimits) {
    self.reader = reader
    self.limits = limits
  }

  /// - Complexity: Recursive, as deep as ``XMLLimits/depth`` allows.
  mutating func element(depth: Int) throws(Diagnostic) -> XMLElement {
    guard depth <= limits.depth else { throw BinaryReader.malformed }
    var element = XMLElement(name: try name(), attributes: [], content: [])
    let attributeCount = try reader.count()
    count += 1 + attributeCount
    guard count <= limits.count else { throw BinaryReader.malformed }
    for _ in 0..<attributeCount {
      let name = try name()
      element.attributes.append((name, try text()))
    }
    for _ in 0..<(try reader.count()) {
      if try reader.flag() {
        element.content.append(.element(try self.element(depth: depth + 1)))
      } else {
        element.content.append(.text(try text()))
      }
    }
    return element
  }

  private mutating func name() throws(Diagnostic) -> XMLName {
    XMLName(prefix: try reader.text(), local: try reader.text(), namespace: try reader.optionalText())
  }

  private mutating func text() throws(Diagnostic) -> String {
    let text = try reader.text()
    textLength += text.utf8.count
    guard textLength <= limits.textLength else { throw BinaryReader.malformed }
    return text
  }
}
