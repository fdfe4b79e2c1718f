import Foundation
import TesseraValues
import Testing

@testable import TesseraXcodeFiles

@Suite("Property lists")
struct PropertyListTests {
  @Test(arguments: ["binary", "xml"])
  func `the values are those of another program`(_ name: String) throws {
    let list = try PropertyListValue.read(try Fixtures.bytes("\(name).plist"))
    let elements = try #require(list.array)
    let expected = try #require(try Fixtures.json("\(name).json").elements?.last?.elements)
    #expect(elements.count == expected.count)
    for (element, typed) in zip(elements, expected) { #expect(element == (try Self.value(typed))) }
  }

  /// A value in the form of the fixtures: a list of the type and the value.
  private static func value(_ node: JSONNode) throws -> PropertyListValue {
    let parts = try #require(node.elements)
    let content = parts[1].value
    switch try #require(parts[0].string) {
    case "boolean": return .boolean(content.isTrue)
    case "integer": return .integer(try #require(content.integer))
    case "real": return .real(try number(content))
    case "string": return .string(try #require(content.string))
    case "data":
      let text = try #require(content.string)
      return .data(Array(try #require(Data(base64Encoded: text))))
    case "date": return .date(try number(content))
    case "reference": return .reference(Int(try #require(content.integer)))
    case "array":
      let elements = try #require(parts[1].elements)
      return .array(try elements.map(value))
    default:
      var dictionary = PropertyListDictionary()
      for entry in try #require(parts[1].elements) {
        let pair = try #require(entry.elements)
        let key = try #require(pair[0].string)
        dictionary.set(try value(pair[1]), for: key)
      }
      return .dictionary(dictionary)
    }
  }

  private static func number(_ content: Value) throws -> Double {
    let text = try #require(content.string)
    return try #require(Double(text))
  }

  @Test func `files of Foundation are read`() throws {
    let list: [String: Any] = ["a": [1, 2.5, true, "é"], "b": Data([1, 2]), "large": UInt64.max, "small": Int64.min]
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
      let read = try PropertyListValue.read(Array(data))
      #expect(read["a"] == .array([.integer(1), .real(2.5), .boolean(true), .string("é")]))
      #expect(read["b"] == .data([1, 2]))
      #expect(read["large"] == .real(0x1p64))
      #expect(read["small"] == .integer(.min))
    }
  }

  @Test(.enabled(if: WidgetDemo.isThere, WidgetDemo.absence)) func `the compiled sample's information is read`() throws
  {
    let information = try PropertyListValue.read(try WidgetDemo.bytes("Info.plist"))
    #expect(information["CFBundleIdentifier"]?.string == "mobi.favio.WidgetDemo")
    #expect(information["LSRequiresIPhoneOS"]?.boolean == true)
    #expect(information["UIDeviceFamily"]?.array == [.integer(1), .integer(2)])
    #expect(information.dictionary?.entries.count == 27)
  }

  // MARK: - Hostile files

  @Test(
    arguments: [
      ("an array that contains itself", [[0xA1, 0]], "The object contains itself", 0),
      ("a dictionary that contains itself", [[0xD1, 1, 0], [0x51, 0x61]], "The object contains itself", 0),
      ("a cycle of two", [[0xA1, 1], [0xA1, 0]], "The object contains itself", 0),
      (
        "an array that claims 4 GB", [[0xAF, 0x12, 0xFF, 0xFF, 0xFF, 0xFF]],
        "An object with 4294967295 elements does not fit into the file", 0
      ),
      (
        "data that claims 4 GB", [[0x4F, 0x12, 0xFF, 0xFF, 0xFF, 0xFF]],
        "An object with 4294967295 elements does not fit into the file", 0
      ),
      (
        "text with the largest length", [[0x6F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
        "An object with 9223372036854775807 elements does not fit into the file", 0
      ),
      (
        "a negative length", [[0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
        "The length of an object is too large", 0
      ),
      ("a length that is text", [[0x5F, 0x51, 0x61]], "The length of an object is not an integer", 0),
      ("a missing element", [[0xA1, 9]], "An object is referred to that does not exist", 0),
      ("a key that is a number", [[0xD1, 1, 1], [0x10, 5]], "A key of a dictionary is not text", 1),
      ("an unknown type", [[0xA1, 1], [0x70]], "The type of an object is unknown: 0x70", 1),
      ("a text that is not ASCII", [[0x51, 0xE9]], "A text is not ASCII", 0),
      ("an integer of 128 bits", [[0x14] + [UInt8](repeating: 1, count: 16)], "An integer has more than 64 bits", 0),
      (
        "an array that shares its elements ten times on each of nine levels",
        (1...9).map { level in [0xAA] + [UInt8](repeating: level, count: 10) } + [[0xA0]],
        "The object has more than 1048576 values when written out", 3
      ),
    ] as [(String, [[UInt8]], String, Int)])
  func `a file that lies is refused at its object`(_ name: String, objects: [[UInt8]], reason: String, object: Int) {
    let error = XcodeFileError.of { _ = try PropertyListValue.read(Fixtures.binaryPropertyList(objects)) }
    #expect(error?.reason == reason, "\(name)")
    #expect(error?.object == object, "\(name)")
  }

  @Test func `too many levels are refused, and take no time`() {
    let objects = (1...100_000).map { [0xA1] + Fixtures.bigEndian($0, size: 3) }
    let error = XcodeFileError.of {
      _ = try PropertyListValue.read(Fixtures.binaryPropertyList(objects + [[0xA0]], referenceSize: 3))
    }
    #expect(error?.reason == "There are more than 128 levels")
    let text = "<plist>" + String(repeating: "<array>", count: 100_000)
    #expect(
      XcodeFileError.of { _ = try PropertyListValue.read(Array(text.utf8)) }?.reason
        == "The XML is nested more than 256 levels deep, at line 1")
  }

  @Test func `many objects with the same long text are refused`() {
    // 200 entries of the table lead to one text of 200 KB, 40 MB in all.
    let text: [UInt8] = [0x5F, 0x12, 0x00, 0x03, 0x0D, 0x40] + [UInt8](repeating: 0x61, count: 200_000)
    let root: [UInt8] = [0xAF, 0x10, 200] + (1...200).map { UInt8($0) }
    let file = Fixtures.binaryPropertyList([root, text], entries: [0] + [Int](repeating: 1, count: 200))
    #expect(
      XcodeFileError.of { _ = try PropertyListValue.read(file) }?.reason
        == "Texts and data have more than 33554432 bytes")
  }

  @Test func `a table that is too large is refused`() {
    var file = Fixtures.binaryPropertyList([[0xA0]])
    file[file.count - 24] = 0x20
    #expect(XcodeFileError.of { _ = try PropertyListValue.read(file) }?.reason.hasPrefix("The table of") == true)
    file[file.count - 24] = 0xFF
    #expect(
      XcodeFileError.of { _ = try PropertyListValue.read(file) }?.reason == "A number of the trailer is too large")
  }

  @Test(arguments: [
    ("<plist><dict><key>a</key></dict></plist>", "In a dictionary, a key and its value alternate, line 1"),
    ("<plist>\n<integer>1x</integer></plist>", "An integer cannot be read, line 2"),
    ("<plist><date>tomorrow</date></plist>", "A date cannot be read, line 1"),
    ("<plist><integer>1</integer><integer>2</integer></plist>", "A property list has one value, line 1"),
    ("<plist><widget/></plist>", "The type of a value is unknown: widget, line 1"),
    (
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
      "XML with a document type cannot be read"
    ),
    ("<plist><string>", "The XML is invalid, at line 1"),
    ("", "The XML is invalid, at line 1"),
    ("hello", "The XML is invalid, at line 1"),
  ])
  func `an XML file that is wrong is refused at its line`(_ text: String, reason: String) {
    #expect(XcodeFileError.of { _ = try PropertyListValue.read(Array(text.utf8)) }?.reason == reason)
  }

  @Test func `the dictionary that stands for a reference in XML is one`() throws {
    let text = "<plist><array><dict><key>CF$UID</key><integer>7</integer></dict></array></plist>"
    #expect(try PropertyListValue.read(Array(text.utf8)) == .array([.reference(7)]))
  }

  @Test(.enabled(if: WidgetDemo.isThere, WidgetDemo.absence)) func `damaged files give an error or values`() throws {
    let compiled = try Fixtures.bytes("Everything.mom")
    Fixtures.readDamaged(compiled, seed: 1, step: 7) { _ = try PropertyListValue.read($0) }
    let source =
      Array("<plist><dict><key>a</key><array><integer>1</integer><date>2001-01-01T00:00:00Z</date>".utf8)
      + Array("<data>AQI=</data><true/><real>1.5</real></array></dict></plist>".utf8)
    Fixtures.readDamaged(source, seed: 7) { _ = try PropertyListValue.read($0) }
    let information = try WidgetDemo.bytes("Info.plist")
    Fixtures.readDamaged(information, seed: 2) { _ = try PropertyListValue.read($0) }
  }
}
