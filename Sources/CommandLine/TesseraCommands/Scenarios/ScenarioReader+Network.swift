import TesseraServices
import TesseraValues
import Yams

// The answers of a scenario's network.
extension ScenarioReader {
  private static let keys = ["url", "method", "sent", "call", "status", "headers", "body", "file", "delay", "failure"]

  mutating func network(_ node: Node) -> [ScenarioNetwork.Response]? {
    guard let list = node.sequence else {
      add(node, "'network' takes a list of answers, each with 'url'")
      return nil
    }
    return list.compactMap { response($0) }
  }

  private mutating func response(_ node: Node) -> ScenarioNetwork.Response? {
    guard let mapping = node.mapping, let url = mapping["url"]?.string else {
      add(node, "An answer of 'network' takes 'url', and for example 'status' and 'body' or 'file'")
      return nil
    }
    var response = ScenarioNetwork.Response(url: url)
    for (key, value) in mapping {
      switch key.string ?? "" {
      case "url": break
      case "method": response.method = value.string?.uppercased()
      case "call":
        response.call = value.int
        if value.int == nil { add(value, "'call' takes the number of a request, from 1") }
      case "status":
        if let status = value.int, (200...599).contains(status) {
          response.status = status
        } else {
          add(value, "'status' takes a number from 200 to 599")
        }
      case "headers": response.headers = fields(value, of: "headers")
      case "sent":
        for (name, text) in fields(value, of: "sent") { response.sent[name.lowercased()] = text }
      case "body":
        // Text is sent as it is, anything else as JSON.
        let text = value.scalar?.string ?? JSONText.text(of: Self.value(value))
        response.body = .bytes(Array(text.utf8))
      case "file":
        guard let path = value.string else {
          add(value, "'file' takes the path of a file, from the scenario")
          continue
        }
        response.body = .file(path)
      case "delay":
        guard let text = value.string, let delay = Self.duration(text) else {
          add(value, "'delay' takes a time such as 2s, 500ms or 1m")
          continue
        }
        response.delay = delay
      case "failure": response.isFailure = flag(value, of: "failure") ?? false
      default: unknown(key, of: "an answer of 'network'", Self.keys)
      }
    }
    return response
  }

  /// Reads header fields by their names.
  private mutating func fields(_ node: Node, of key: String) -> [String: String] {
    guard let mapping = node.mapping else {
      add(node, "'\(key)' takes a mapping of names to texts")
      return [:]
    }
    return Dictionary(
      mapping.compactMap { name, text in text.scalar.map { (name.string ?? "", $0.string) } },
      uniquingKeysWith: { $1 })
  }
}
