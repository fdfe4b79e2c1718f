/// Names of classes as the Objective-C runtime knows those written in Swift.
package enum SwiftClassName {
  /// Returns the name without modules: `StandardViewController` of `_TtC9WidgetKit22StandardViewController` and of
  /// `WidgetKit.StandardViewController`. Other names are returned unchanged.
  ///
  /// The old mangling is `_Tt`, then a letter for each kind (`C` a class, also of nested ones), then identifiers, each
  /// after its length in bytes.
  package static func bareName(_ name: String) -> String {
    guard name.hasPrefix("_Tt") else { return String(name.split(separator: ".").last ?? Substring(name)) }
    var rest = Substring(name).utf8.dropFirst(3)
    rest = rest.drop { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") || $0 == UInt8(ascii: "s") }
    var last: Substring?
    while !rest.isEmpty {
      let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      guard let length = Int(Substring(digits)), length > 0 else { break }
      rest = rest.dropFirst(digits.count)
      guard length <= rest.count else { return name }
      last = Substring(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return last.map { String($0) } ?? name
  }
}
