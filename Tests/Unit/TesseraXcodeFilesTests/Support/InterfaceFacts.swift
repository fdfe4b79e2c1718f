import TesseraXcodeFiles

/// What a storyboard and its compiled form both say of views, in the same words.
struct InterfaceFacts {
  /// A line for each fact.
  var lines: Set<String> = []

  mutating func add(frame: [Double], of view: String) {
    // The compiler stretches root views, and what stretches with them, to 600 points.
    guard frame[2] != 600 else { return }
    lines.insert("\(view) frame \(frame.map(Self.rounded).joined(separator: " "))")
  }

  mutating func add(
    constraint first: String, _ firstAttribute: String, _ relation: String, _ second: String?,
    _ secondAttribute: String?, constant: Double?, priority: Double
  ) {
    let other = second.map { "\($0).\(secondAttribute ?? "")" } ?? ""
    let distance = constant.map(Self.rounded) ?? "standard"
    lines.insert("\(first).\(firstAttribute) \(relation) \(other) + \(distance) @\(Self.rounded(priority))")
  }

  mutating func add(font weight: String, size: Double, of view: String) {
    lines.insert("\(view) font \(weight) \(Self.rounded(size))")
  }

  /// Components in the calibrated color space differ after compilation and are left out by callers.
  mutating func add(color key: String, _ components: [Double], of view: String) {
    lines.insert("\(view) \(key) \(components.map(Self.rounded).joined(separator: " "))")
  }

  mutating func add(runtimeAttribute keyPath: String, _ value: String, of view: String) {
    lines.insert("\(view) @\(keyPath) \(value)")
  }

  mutating func add(_ property: String, _ value: String, of view: String) {
    lines.insert("\(view) \(property) \(value)")
  }

  /// A number with four digits after the point, of which floats have about as many.
  static func rounded(_ number: Double) -> String {
    let scaled = (number * 10_000).rounded()
    return "\(scaled / 10_000 + 0)"
  }
}
