import Foundation
package import TesseraValues

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What comes next in an SVG file, before anything of it is left out.
enum SVGEvent {
  case start(name: String, namespace: String?, attributes: [String: String])
  case end
  case text(String)
}

/// The parts of an SVG file in order, as a parser of XML finds them.
struct SVGEvents {
  /// How a file ends.
  struct End {
    /// Whether the file is XML as a whole.
    var isWhole: Bool
    /// The last line, or the one that is not XML.
    var line: Int
  }

  private let bytes: [UInt8]

  /// - Parameter bytes: The file in UTF-8, which declares no entities.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Sends all parts, until the receiver returns false.
  /// - Parameter decoding: Where the file is parsed; nil for this process.
  func send(
    parsedBy decoding: (any ContentDecoding)?, to receive: (SVGEvent) -> Bool
  ) throws(Diagnostic) -> End {
    guard let decoding else { return send(to: receive) }
    var reader = BinaryReader(try decoding.result(of: SanitizedSVG.decoder.name, parameters: [], content: bytes))
    // There cannot be more text than the file has.
    var rest = bytes.count
    while true {
      let isWanted: Bool
      switch try reader.number(UInt8.self) {
      case 0: isWanted = receive(.end)
      case 1: isWanted = receive(try Self.start(&reader, &rest))
      case 2: isWanted = receive(.text(try Self.text(&reader, &rest)))
      case 3:
        let end = End(isWhole: try reader.flag(), line: try reader.number())
        try reader.end()
        return end
      default: throw BinaryReader.malformed
      }
      if !isWanted { return End(isWhole: false, line: 1) }
    }
  }

  private static func text(_ reader: inout BinaryReader, _ rest: inout Int) throws(Diagnostic) -> String {
    let text = try reader.text()
    rest -= text.utf8.count
    guard rest >= 0 else { throw BinaryReader.malformed }
    return text
  }

  private static func start(_ reader: inout BinaryReader, _ rest: inout Int) throws(Diagnostic) -> SVGEvent {
    let name = try reader.text()
    let namespace = try reader.optionalText()
    var attributes: [String: String] = [:]
    for _ in 0..<(try reader.count()) {
      let name = try reader.text()
      attributes[name] = try text(&reader, &rest)
    }
    return .start(name: name, namespace: namespace, attributes: attributes)
  }

  private func send(to receive: (SVGEvent) -> Bool) -> End {
    withoutActuallyEscaping(receive) { receive in
      let parser = XMLParser(data: Data(bytes))
      parser.shouldProcessNamespaces = true
      parser.shouldResolveExternalEntities = false
      let delegate = Delegate(receive)
      parser.delegate = delegate
      let isWhole = parser.parse()
      return End(isWhole: isWhole && delegate.failedLine == nil, line: delegate.failedLine ?? parser.lineNumber)
    }
  }

  /// Parses the file for another process.
  fileprivate func encoded() -> [UInt8] {
    var writer = BinaryWriter()
    let end = send { event in
      switch event {
      case .end: writer.write(UInt8(0))
      case .start(let name, let namespace, let attributes):
        writer.write(UInt8(1))
        writer.write(name)
        writer.write(namespace)
        writer.write(attributes.count)
        for (name, value) in attributes {
          writer.write(name)
          writer.write(value)
        }
      case .text(let text):
        writer.write(UInt8(2))
        writer.write(text)
      }
      return true
    }
    writer.write(UInt8(3))
    writer.write(end.isWhole)
    writer.write(end.line)
    return writer.bytes
  }

  private final class Delegate: NSObject, XMLParserDelegate {
    private let receive: (SVGEvent) -> Bool
    /// The first line that is not XML.
    private(set) var failedLine: Int?

    init(_ receive: @escaping (SVGEvent) -> Bool) { self.receive = receive }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      send(.start(name: name, namespace: namespaceURI, attributes: attributes), parser)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      send(.end, parser)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { send(.text(text), parser) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
      send(.text(String(decoding: block, as: UTF8.self)), parser)
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
      failedLine = failedLine ?? parser.lineNumber
      parser.abortParsing()
    }

    private func send(_ event: SVGEvent, _ parser: XMLParser) {
      if !receive(event) { parser.abortParsing() }
    }
  }
}

extension SanitizedSVG {
  /// The parser of images for other processes. It leaves nothing out.
  package static let decoder = ContentDecoder(
    name: "svg",
    prepare: { _ = SVGEvents(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)).encoded() },
    decode: { _, content throws(Diagnostic) in SVGEvents(content).encoded() })
}
