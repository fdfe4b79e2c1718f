/// A format of `NSString`, such as `%1$@ has %d letters`, in its parts.
///
/// The source is the IEEE specification of `printf`, with `%@` for objects and `%#@name@` for the variables of plural
/// rules.
struct FormatString: Hashable {
  enum Part: Hashable {
    case text(String)
    /// An argument, from 0. `isPlain` says that Tessera's own form of it loses nothing, such as a number of decimals.
    case argument(Int, isPlain: Bool)
    /// A variable of a plural rule, and the argument that selects its form.
    case variable(String, argument: Int)
  }

  private(set) var parts: [Part] = []

  /// Whether the format has arguments or variables.
  var hasArguments: Bool {
    parts.contains {
      if case .text = $0 { false } else { true }
    }
  }

  /// Reads a format.
  ///
  /// - Parameters:
  ///   - text: The format.
  ///   - firstArgument: The argument that the first conversion without a number takes.
  /// - Returns: nil if a `%` does not begin a conversion.
  init?(_ text: String, firstArgument: Int = 0) {
    var rest = Array(text.utf8)[...]
    var plain: [UInt8] = []
    var next = firstArgument
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        plain.append(byte)
        continue
      }
      if rest.first == UInt8(ascii: "%") {
        rest.removeFirst()
        plain.append(byte)
        continue
      }
      guard let part = Self.conversion(in: &rest, next: &next) else { return nil }
      if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
      parts.append(part)
    }
    if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
  }

  private static func conversion(in rest: inout ArraySlice<UInt8>, next: inout Int) -> Part? {
    var position: Int?
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if !digits.isEmpty, digits.count <= 2, rest.dropFirst(digits.count).first == UInt8(ascii: "$") {
      position = Int(String(decoding: digits, as: UTF8.self))
      guard position ?? 0 > 0 else { return nil }
      rest = rest.dropFirst(digits.count + 1)
    }
    if rest.starts(with: "#@".utf8) {
      let name = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "@") }
      guard !name.isEmpty, name.endIndex < rest.endIndex else { return nil }
      rest = rest[(name.endIndex + 1)...]
      return .variable(String(decoding: name, as: UTF8.self), argument: argument(position, next: &next))
    }
    let details = rest.prefix { "-+#'0123456789.".utf8.contains($0) }
    rest = rest.dropFirst(details.count)
    rest = rest.dropFirst(rest.prefix { "hlqLzjt".utf8.contains($0) }.count)
    guard let kind = rest.popFirst(), "@dDiuUoOxXfFeEgGaAcCsSp".utf8.contains(kind) else { return nil }
    let isPlain = details.isEmpty && "@dDiuUgGsSfF".utf8.contains(kind)
    let index = argument(position, next: &next)
    return .argument(index, isPlain: isPlain && index < 100)
  }

  private static func argument(_ position: Int?, next: inout Int) -> Int {
    if let position { return position - 1 }
    // More than a hundred arguments have no placeholder in Tessera, so that the number need not grow.
    defer { next = min(next + 1, 100) }
    return next
  }
}
