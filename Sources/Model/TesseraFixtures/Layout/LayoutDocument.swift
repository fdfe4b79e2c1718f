import TesseraLayout
package import TesseraValues

/// The implementation of `tessera layout`, which reads trees as JSON and writes their frames as JSON.
///
/// ```json
/// [{"name": "row", "direction": "ltr", "width": 100,
///   "root": {"style": {"flexDirection": "row"}, "children": [{"style": {"flexGrow": 1}}, {"text": "abc"}]}}]
/// ```
/// results in
/// ```json
/// [{"name":"row","frames":[[0,0,100,10],[0,0,70,10],[70,0,30,10]]}]
/// ```
///
/// Frames are `[left, top, width, height]` in points, in pre-order, relative to the parent. They are not rounded to a
/// pixel grid unless the tree has a `scale`, the number of device pixels per point. A root without a size of its own
/// fills a definite `width` or `height`. Numbers that a property does not accept (a negative width) are ignored, as in
/// browsers. Any other problem becomes a diagnostic, and the tree's result contains `error` instead of `frames`.
package enum LayoutDocument {
  /// The limits for reading the input of `tessera layout`, enough for trees of 16,000 levels. Larger input is refused.
  package static let limits = JSONLimits(bytes: 256 << 20, depth: 40_000, nodes: 50_000_000)

  /// Computes the layout of the trees in a document.
  package static func run(_ document: [UInt8]) -> JSONOutput {
    var output = JSONOutput()
    // Parsing and releasing deeply nested JSON is recursive.
    let hasRun = withLargeStack { output = read(document) }
    return hasRun ? output : read(document)
  }

  private static func read(_ document: [UInt8]) -> JSONOutput {
    var output = JSONOutput()
    do throws(Diagnostic) {
      let node = try JSONNode.parse(document, limits: limits)
      guard let trees = node.elements else { throw mismatch(node, "a list of trees") }
      output.json.append(UInt8(ascii: "["))
      for (index, tree) in trees.enumerated() {
        if index > 0 { output.json.append(contentsOf: ",\n".utf8) }
        layOut(tree, into: &output)
      }
      output.json.append(contentsOf: "]\n".utf8)
    } catch {
      output.diagnostics.add(error)
    }
    return output
  }

  private static func layOut(_ node: JSONNode, into output: inout JSONOutput) {
    output.json.append(contentsOf: "{".utf8)
    if let name = node["name"] {
      output.json.append(contentsOf: "\"name\":".utf8)
      JSONText.write(name.value, into: &output.json)
      output.json.append(UInt8(ascii: ","))
    }
    do throws(Diagnostic) {
      let frames = try LayoutFixtureReader.read(node).frames()
      output.json.append(contentsOf: "\"frames\":[".utf8)
      for (index, frame) in frames.enumerated() {
        if index > 0 { output.json.append(UInt8(ascii: ",")) }
        let numbers = [frame.x, frame.y, frame.width, frame.height].map { text($0) }
        output.json.append(contentsOf: "[\(numbers.joined(separator: ","))]".utf8)
      }
      output.json.append(UInt8(ascii: "]"))
    } catch {
      output.diagnostics.add(error)
      output.json.append(contentsOf: "\"error\":".utf8)
      JSONText.write(error.message, into: &output.json)
    }
    output.json.append(UInt8(ascii: "}"))
  }

  /// Returns a number with at most six decimals. More would only expose rounding errors.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    if let whole = Int64(exactly: rounded) { return String(whole) }
    return rounded.isFinite ? "\(rounded)" : "\(number)"
  }

  static func mismatch(_ node: JSONNode, _ expected: String) -> Diagnostic {
    Diagnostic(
      rule: "layout-document", range: node.range, message: "Found \(node.typeName) where \(expected) is expected")
  }
}
