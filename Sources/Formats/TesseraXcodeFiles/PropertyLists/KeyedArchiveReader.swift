import TesseraValues

/// Reads what `NSKeyedArchiver` wrote: compiled data models, and nibs of other versions of Xcode than those that write
/// NIBArchive.
///
/// Such an archive is a property list with the keys `$archiver`, `$version`, `$objects` and `$top`. An object of the
/// archive has the index that it has in `$objects`. Texts, numbers, dates and data that stand directly in `$objects`
/// replace the references to them. Objects of Foundation's own classes, such as `NSDictionary` with `NS.keys` and
/// `NS.objects`, stay objects: the lookups of ``ArchivedObjects`` read them, as they do in NIBArchive, and the graph
/// may have cycles through them.
///
/// The root is the object with the key `root` of `$top`. If there is no such key, as in nibs, the values of `$top`
/// become one more object, which is the root.
package struct KeyedArchiveReader {
  private let table: [PropertyListValue]
  /// The values that a reference to an object of the table gives. They are made once.
  private var values: [ArchivedValue] = []
  private var classes: [Int: ClassDescription] = [:]
  /// The names of fallback classes that may still be made: many objects can have the same long list.
  private var remainingNames = Limit.fallbackClassNames

  private struct ClassDescription {
    var name: String
    var fallbackNames: [String]
  }

  /// The limits of an archive, besides those of its property list.
  enum Limit {
    /// The greatest number of other classes of one class.
    static let fallbackClassNamesOfClass = 64
    /// The greatest number of names of other classes in all classes.
    static let fallbackClassNames = 1 << 16
    /// The greatest number of values of one object, in which lookups search. Elements of collections are no such
    /// values.
    static let valuesOfObject = 1024
  }

  /// Reads an archive, in the binary or the XML form.
  ///
  /// Takes time and memory in proportion to the file.
  ///
  /// - Throws: What is wrong, with the object.
  package static func read(_ bytes: [UInt8]) throws(XcodeFileError) -> ArchivedObjects {
    try read(PropertyListValue.read(bytes))
  }

  /// Reads an archive from its property list.
  package static func read(_ archive: PropertyListValue) throws(XcodeFileError) -> ArchivedObjects {
    guard archive["$archiver"]?.string != nil, let table = archive["$objects"]?.array,
      let top = archive["$top"]?.dictionary
    else { throw XcodeFileError("The property list is not a keyed archive") }
    if let version = archive["$version"], version.integer != Self.version {
      throw XcodeFileError("The version of the keyed archive is not \(Self.version)")
    }
    var reader = KeyedArchiveReader(table: table)
    return try reader.objects(top: top)
  }

  /// The only version that was ever written.
  private static let version: Int64 = 100_000

  private init(table: [PropertyListValue]) { self.table = table }

  private mutating func objects(top: PropertyListDictionary) throws(XcodeFileError) -> ArchivedObjects {
    for index in table.indices { values.append(Self.referenced(table[index], at: index)) }
    var objects: [ArchivedObjects.Object] = []
    objects.reserveCapacity(table.count + 1)
    for index in table.indices { objects.append(try object(at: index)) }
    guard top.entries.count <= Limit.valuesOfObject else {
      throw XcodeFileError("The keyed archive has more than \(Limit.valuesOfObject) top values")
    }
    if case .reference(let root) = top["root"] {
      guard objects.indices.contains(root) else { throw XcodeFileError("The root object does not exist", object: root) }
      return ArchivedObjects(objects: objects, root: root)
    }
    let root = ArchivedObjects.Object(className: "NSObject", values: try archived(top.entries, of: table.count))
    return ArchivedObjects(objects: objects + [root], root: objects.count)
  }

  /// What a reference to an object of the table stands for.
  private static func referenced(_ value: PropertyListValue, at index: Int) -> ArchivedValue {
    switch value {
    case .string("$null"): .none
    case .string(let text): .string(text)
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .real(let number): .number(number)
    case .date(let seconds): .date(seconds)
    case .data(let bytes): .data(bytes)
    case .reference, .array, .dictionary: .reference(index)
    }
  }

  private mutating func object(at index: Int) throws(XcodeFileError) -> ArchivedObjects.Object {
    switch table[index] {
    case .dictionary(let dictionary):
      // The description of a class is an entry of the table, but not an object.
      if dictionary["$classname"] != nil { return ArchivedObjects.Object(className: "$class") }
      guard case .reference(let classIndex) = dictionary["$class"] else {
        throw XcodeFileError("An object has no class", object: index)
      }
      let description = try classDescription(at: classIndex, of: index)
      let entries = dictionary.entries.filter { $0.key != "$class" }
      let values = Self.gatheringCollection(try archived(entries, of: index))
      guard values.count <= Limit.valuesOfObject else {
        throw XcodeFileError("An object has more than \(Limit.valuesOfObject) values", object: index)
      }
      return ArchivedObjects.Object(
        className: description.name, fallbackClassNames: description.fallbackNames, values: values)
    case .array, .reference: throw XcodeFileError("An entry of '$objects' is not an object", object: index)
    case .string("$null"): return ArchivedObjects.Object(className: "$null")
    case .string: return ArchivedObjects.Object(className: "NSString", values: [("NS.string", values[index])])
    case .boolean: return ArchivedObjects.Object(className: "NSNumber", values: [("NS.boolval", values[index])])
    case .integer: return ArchivedObjects.Object(className: "NSNumber", values: [("NS.intval", values[index])])
    case .real: return ArchivedObjects.Object(className: "NSNumber", values: [("NS.dblval", values[index])])
    case .date: return ArchivedObjects.Object(className: "NSDate", values: [("NS.time", values[index])])
    case .data: return ArchivedObjects.Object(className: "NSData", values: [("NS.data", values[index])])
    }
  }

  /// The names of a class: `$classes` has it and its superclasses, and `$classhints` those that older systems take for
  /// it.
  private mutating func classDescription(at index: Int, of object: Int) throws(XcodeFileError) -> ClassDescription {
    if let description = classes[index] { return description }
    guard table.indices.contains(index), let name = table[index]["$classname"]?.string else {
      throw XcodeFileError("The class of an object does not exist", object: object)
    }
    var others: [String] = []
    for key in ["$classes", "$classhints"] {
      guard let names = table[index][key]?.array else { continue }
      guard names.count <= Limit.fallbackClassNamesOfClass, names.count <= remainingNames else {
        throw XcodeFileError("A class has too many superclasses", object: index)
      }
      remainingNames -= names.count
      for case .string(let other) in names where other != name && !others.contains(other) { others.append(other) }
    }
    let description = ClassDescription(name: name, fallbackNames: others)
    classes[index] = description
    return description
  }

  private func archived(
    _ entries: [PropertyListDictionary.Entry], of object: Int
  ) throws(XcodeFileError) -> [(key: String, value: ArchivedValue)] {
    var result: [(key: String, value: ArchivedValue)] = []
    result.reserveCapacity(entries.count)
    for entry in entries { result.append((entry.key, try archived(entry.value, of: object))) }
    return result
  }

  private func archived(_ value: PropertyListValue, of object: Int) throws(XcodeFileError) -> ArchivedValue {
    switch value {
    case .reference(let index):
      guard values.indices.contains(index) else {
        throw XcodeFileError("An object refers to \(index), which does not exist", object: object)
      }
      return values[index]
    case .array(let elements):
      var result: [ArchivedValue] = []
      result.reserveCapacity(elements.count)
      for element in elements { result.append(try archived(element, of: object)) }
      return .array(result)
    case .dictionary(let dictionary): return .dictionary(try archived(dictionary.entries, of: object))
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .real(let number): return .number(number)
    case .date(let seconds): return .date(seconds)
    case .data(let bytes): return .data(bytes)
    case .string(let text): return .string(text)
    }
  }

  /// Archivers before Mac OS X 10.5, and subclasses of archivers, write each element of a collection under a key of its
  /// own: `NS.object.0`, `NS.key.0`. Returns the values with these gathered as `NS.objects` and `NS.keys`.
  private static func gatheringCollection(
    _ values: [(key: String, value: ArchivedValue)]
  ) -> [(key: String, value: ArchivedValue)] {
    guard values.contains(where: { $0.key == "NS.object.0" }) else { return values }
    var result = values.filter { !$0.key.hasPrefix("NS.object.") && !$0.key.hasPrefix("NS.key.") }
    let elements = Dictionary(values.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    for kind in ["key", "object"] {
      var gathered: [ArchivedValue] = []
      while let element = elements["NS.\(kind).\(gathered.count)"] { gathered.append(element) }
      if !gathered.isEmpty { result.append(("NS.\(kind)s", .array(gathered))) }
    }
    return result
  }
}
