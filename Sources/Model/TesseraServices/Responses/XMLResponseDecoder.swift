import TesseraValues
import TesseraXML

/// Decodes XML as a value that key paths can traverse: `{"rss": {"channel": {"item": […]}}}`.
///
/// An element becomes an object with its attributes and child elements, keyed by their prefixed names. Elements with
/// the same name become a list. An element that contains only text becomes that text; otherwise its text is stored
/// under `text`. White space around text is removed.
enum XMLResponseDecoder {
  static func value(
    of body: [UInt8], decoding: (any ContentDecoding)? = nil, report: (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> Value {
    let document = try XMLDocument(body, decoding: decoding)
    if let problem = document.problem { report(problem) }
    return [document.root.name.description: value(of: document.root)]
  }

  /// - Complexity: Recursive, as deep as ``XMLLimits/depth`` allows.
  private static func value(of element: XMLElement) -> Value {
    var members: [String: Value] = [:]
    for (name, value) in element.attributes { members[name.description] = .string(value) }
    var text = ""
    // The names of the child elements, which replace an attribute of the same name, and form a list with each other.
    var names: Set<String> = []
    for node in element.content {
      switch node {
      case .text(let part): text += part
      case .element(let child):
        let name = child.name.description
        let value = value(of: child)
        if names.insert(name).inserted {
          members[name] = value
        } else if case .array(var list)? = members[name] {
          members[name] = nil
          list.append(value)
          members[name] = .array(list)
        } else {
          members[name] = .array([members[name] ?? .null, value])
        }
      }
    }
    text = text.trimmingXMLSpace
    if !members.isEmpty, !text.isEmpty { members["text"] = .string(text) }
    return members.isEmpty ? .string(text) : .dictionary(members)
  }
}
