import TesseraServices
import TesseraValues
import Yams

// The answers of a scenario's network.
extension ScenarioReader {
  private static let keys = ["url", "method", "sent", "call", "status", "headers", "body", "file", "delay", "failure"]

  mutating func network(_ node: Node) -> [ScenarioNetwork.Answer]? {
    guard let list = node.sequence else {
      add(node, "'network' takes a list of answers, each with 'url'")
      return nil
    }
    return list.compactMap { answer($0) }
  }

  private mutating func answer(_ node: Node) -> ScenarioNetwork.Answer? {
    guard let mapping = node.mapping, let url = mapping["url"]?.string else {
      add(node, "An answer of 'network' takes 'url', and for example 'status' and 'body' or 'file'")
      return nil
    }
    var answer = ScenarioNetwork.Answer(url: url)
    for (key, value) in mapping {
      switch key.string ?? "" {
      case "url": break
      case "method": answer.method = value.string?.uppercased()
      case "call":
        answer.call = value.int
        if value.int == nil { add(value, "'call' takes the number of a request, from 1") }
      case "status":
        if let status = value.int, (200...599).contains(status) {
          answer.status = status
        } else {
          add(value, "'status' takes a number from 200 to 599")
        }
      case "headers": answer.headers = fields(value, of: "headers")
      case "sent":
        for (name, text) in fields(value, of: "sent") { answer.sent[name.lowercased()] = text }
      case "body":
        // Text is sent as it is, anything else as JSON.
        let text = value.scalar?.string ?? JSONText.text(of: Self.value(value))
        answer.body = .bytes(Array(text.utf8))
      case "file":
        guard let path = value.string else {
          add(value, "'file' takes the path of a file, from the scenario")
          continue
        }
        answer.body = .file(path)
      case "delay":
        guard let text = value.string, let delay = Self.duration(text) else {
          add(value, "'delay' takes a time such as 2s, 500ms or 1m")
          continue
        }
        answer.delay = delay
      case "failure": answer.isFailure = flag(value, of: "failure") ?? false
      default: unknown(key, of: "an answer of 'network'", Self.keys)
      }
    }
    return answer
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
