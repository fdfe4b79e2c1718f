import TesseraLayout
import TesseraValues

/// A view tree as readable JSON text, for tests: the output of `tessera render --format tree`.
///
/// Each view is an object with its keys in this order; absent ones are omitted: `id` (the author's name), `kind`,
/// `frame` (`[x, y, width, height]` in points, relative to the parent), `text`, `value` (the typed text), `image`
/// (name or URL), `hidden`, `disabled`, `children`.
package enum TreeText {
  /// The maximum depth of views in a tree that is written as text. Null takes the place of deeper ones.
  private static let maximumDepth = 512

  /// Returns the JSON text of a tree, with one view per line and children indented by two spaces. Equal trees produce
  /// equal text; identities of views are not included. The text of an alert is its title and its message, on separate
  /// lines.
  package static func json(for tree: ViewTree) -> String {
    var writer = Writer(tree: tree)
    writer.write(tree.root, depth: 0)
    writer.bytes.append(0x0A)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Returns a number with at most two decimals, as it appears in the text; 0 for a value that is not a number.
  package static func text(of number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "0" }
    let hundredths = Int64((number * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    if rest % 10 == 0 { return "\(sign)\(whole).\(rest / 10)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  private struct Writer {
    let tree: ViewTree
    var bytes: [UInt8] = []
    private var written: Set<ViewID> = []

    init(tree: ViewTree) { self.tree = tree }

    mutating func write(_ id: ViewID, depth: Int) {
      guard depth < maximumDepth, let node = tree[id], written.insert(id).inserted else {
        return append("null")
      }
      append("{")
      if let identifier = node.identifier { append("\"id\": ", identifier, ", ") }
      append("\"kind\": ", node.kind.name)
      let frame = [node.frame.x, node.frame.y, node.frame.width, node.frame.height]
      append(", \"frame\": [\(frame.map(TreeText.text(of:)).joined(separator: ", "))]")
      if let text = node.writtenText { append(", \"text\": ", text) }
      if let value = node[.value].string { append(", \"value\": ", value) }
      if let image = node.imageName { append(", \"image\": ", image) }
      if node.isHidden { append(", \"hidden\": true") }
      if node[.disabled].bool == true { append(", \"disabled\": true") }
      if !node.children.isEmpty {
        append(", \"children\": [\n")
        for (index, child) in node.children.enumerated() {
          if index > 0 { append(",\n") }
          indent(depth + 1)
          write(child, depth: depth + 1)
        }
        append("\n")
        indent(depth)
        append("]")
      }
      append("}")
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func append(_ key: String, _ quoted: String, _ after: String = "") {
      append(key)
      JSONText.write(quoted, into: &bytes)
      append(after)
    }

    private mutating func indent(_ depth: Int) {
      bytes.append(contentsOf: repeatElement(0x20, count: 2 * min(depth, 64)))
    }
  }
}

extension ViewNode {
  /// The text of the view: its own, or an alert's title and message.
  fileprivate var writtenText: String? {
    if let text = self[.text].string { return text }
    let lines = [self[.title].string, self[.message].string].compactMap { $0 }.filter { !$0.isEmpty }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The name or URL of the view's image.
  fileprivate var imageName: String? {
    let image = self[.image]
    return image.string ?? image.dictionary?["name"]?.string ?? image.dictionary?["url"]?.string
  }
}
