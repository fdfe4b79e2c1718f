import Foundation
import TesseraProtocol
import TesseraRuntime
import TesseraValues
import TesseraViews

/// Measures the encoding and decoding of a page's tree, beside the same messages as `Codable` types.
func protocolBenchmarks() async throws {
  let rows = (0..<1000).map {
    #"{"type": "text", "id": "row\#($0)", "text": "Row \#($0) of a list", "style": {"padding": 4}}"#
  }
  let screen = #"{"view": {"type": "scroll", "children": [\#(rows.joined(separator: ","))]}}"#
  let presentation = try await Stage().open(widget(screen: screen))
  let tree = await presentation.tree().tree
  let update = PresentationUpdate.tree(tree, revision: 1)
  let text = WireFormat.text(of: update)
  let kinds = Dictionary(
    WidgetExtensions.standard.components.kinds.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  let message = try JSONDecoder().decode(CodableTree.self, from: Data(text.utf8))

  let encoding = medianProcessorNanoseconds { _ = WireFormat.text(of: update).utf8.count }
  let encoder = JSONEncoder()
  let codableEncoding = medianProcessorNanoseconds { _ = try? encoder.encode(message).count }
  Measure(
    name: "protocol.tree1000.encode", unit: "ns", value: encoding, peer: ("JSONEncoder", codableEncoding)
  ).print()

  let bytes = Array(text.utf8)
  let decoding = medianProcessorNanoseconds {
    _ = try? WireFormat.tree(
      from: Value.parseJSON(bytes, limits: JSONLimits(bytes: 64 << 20, nodes: 4_000_000)), kinds: kinds)
  }
  let decoder = JSONDecoder()
  let codableDecoding = medianProcessorNanoseconds { _ = try? decoder.decode(CodableTree.self, from: Data(bytes)).root }
  Measure(
    name: "protocol.tree1000.decode", unit: "ns", value: decoding, peer: ("JSONDecoder", codableDecoding)
  ).print()
}

/// The message of a tree as `Codable` types.
private struct CodableTree: Codable {
  var root: Int
  var tree: [Node]

  struct Node: Codable {
    var id: Int
    var kind: String
    var frame: [Double]
    var identifier: String?
    var attributes: [String: Attribute]?
    var children: [Int]?
  }

  indirect enum Attribute: Codable {
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([Attribute])
    case object([String: Attribute])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else if let value = try? container.decode([Attribute].self) {
        self = .list(value)
      } else {
        self = .object(try container.decode([String: Attribute].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .list(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }
}
