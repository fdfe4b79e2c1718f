/// Writes keyed archives as XML property lists. Objects have numbers in the order of their addition.
struct KeyedArchiveText {
  /// A value of an object.
  enum Value {
    case text(String)
    case number(Double)
    case flag(Bool)
    case object(Int)

    var xml: String {
      switch self {
      case .text(let text): "<string>\(text)</string>"
      case .number(let number): "<real>\(number)</real>"
      case .flag(let flag): flag ? "<true/>" : "<false/>"
      case .object(let number): "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
      }
    }
  }

  private var objects = ["<string>$null</string>"]

  /// Adds an object, and returns its number.
  mutating func add(_ className: String, _ values: KeyValuePairs<String, Value> = [:]) -> Int {
    let described = objects.count
    objects.append("<dict><key>$classname</key><string>\(className)</string></dict>")
    let members =
      values.map { "<key>\($0.key)</key>\($0.value.xml)" } + ["<key>$class</key>\(Value.object(described).xml)"]
    objects.append("<dict>\(members.joined())</dict>")
    return objects.count - 1
  }

  /// Adds an array of objects, and returns its number.
  mutating func add(list: [Int]) -> Int {
    let described = objects.count
    objects.append("<dict><key>$classname</key><string>NSArray</string></dict>")
    let elements = list.map { Value.object($0).xml }.joined()
    objects.append(
      "<dict><key>NS.objects</key><array>\(elements)</array><key>$class</key>\(Value.object(described).xml)</dict>")
    return objects.count - 1
  }

  /// Returns a nib whose top-level object is the one with the number.
  mutating func nib(of object: Int) -> [UInt8] {
    let top = Value.object(add(list: [object])).xml
    let text = """
      <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$version</key><integer>100000</integer><key>$objects</key><array>\(objects.joined())</array>
      <key>$top</key><dict><key>UINibTopLevelObjectsKey</key>\(top)</dict></dict></plist>
      """
    return Array(text.utf8)
  }
}
