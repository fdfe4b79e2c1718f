import Foundation
import Testing

@testable import TesseraXcodeFiles

@Suite("Keyed archives")
struct KeyedArchiveTests {
  @Test func `an archive of Foundation has its values`() throws {
    let list: NSDictionary = [
      "text": "é", "number": NSNumber(value: 2.5), "list": NSArray(array: ["a", NSNumber(value: 3)]),
      "date": NSDate(timeIntervalSinceReferenceDate: 100), "data": NSData(data: Data([1, 2])),
    ]
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let archiver = NSKeyedArchiver(requiringSecureCoding: false)
      archiver.outputFormat = format
      archiver.encode(list, forKey: NSKeyedArchiveRootObjectKey)
      archiver.finishEncoding()
      let archive = try KeyedArchiveReader.read(Array(archiver.encodedData))
      let entries = Dictionary(uniqueKeysWithValues: archive.entries(of: archive.root).map { ($0.key, $0.value) })
      #expect(entries.count == 5)
      #expect(entries["text"].flatMap(archive.string) == "é")
      #expect(entries["number"].flatMap(archive.number) == 2.5)
      #expect(entries["date"].flatMap(archive.number) == 100)
      guard case .reference(let array) = entries["list"] else { throw XcodeFileError("no list") }
      #expect(archive.elements(of: array).count == 2)
      #expect(archive.elements(of: array).first.flatMap(archive.string) == "a")
      #expect(archive.elements(of: array).last.flatMap(archive.number) == 3)
    }
  }

  @Test func `without a root object the values of the top are one`() throws {
    let archive = try Self.read(
      objects: "<string>$null</string><string>a</string>",
      top: "<key>UINibObjectsKey</key>\(Self.reference(1))<key>other</key>\(Self.reference(0))")
    #expect(archive.root == 2)
    #expect(archive.string(of: "UINibObjectsKey", in: archive.root) == "a")
    guard case .some(.none) = archive.value(of: "other", in: archive.root) else {
      throw XcodeFileError("The null object is a value")
    }
  }

  @Test func `elements with keys of their own are gathered`() throws {
    let archive = try Self.read(
      objects: """
        <string>$null</string><dict><key>NS.key.0</key>\(Self.reference(2))<key>NS.object.0</key>\(Self.reference(3))
        <key>$class</key>\(Self.reference(4))</dict><string>a</string><integer>5</integer>
        <dict><key>$classname</key><string>NSMutableDictionary</string><key>$classes</key><array>
        <string>NSMutableDictionary</string><string>NSDictionary</string></array></dict>
        """, top: "<key>root</key>\(Self.reference(1))")
    #expect(archive.entries(of: archive.root).map(\.key) == ["a"])
    #expect(archive.entries(of: archive.root).map { archive.number($0.value) } == [5])
    #expect(archive[archive.root]?.className == "NSMutableDictionary")
    #expect(archive[archive.root]?.fallbackClassNames == ["NSDictionary"])
  }

  @Test(arguments: [
    ("<dict/>", "An object has no class", 0),
    ("<array/>", "An entry of '$objects' is not an object", 0),
    (
      "<dict><key>$class</key><dict><key>CF$UID</key><integer>9</integer></dict></dict>",
      "The class of an object does not exist", 0
    ),
    (
      """
      <dict><key>a</key><dict><key>CF$UID</key><integer>9</integer></dict>
      <key>$class</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
      <dict><key>$classname</key><string>A</string></dict>
      """, "An object refers to 9, which does not exist", 0
    ),
    ("<string>a</string>", "The root object does not exist", 9),
  ])
  func `an archive that lies is refused at its object`(_ objects: String, reason: String, object: Int) {
    let error = XcodeFileError.of { _ = try Self.read(objects: objects, top: "<key>root</key>\(Self.reference(9))") }
    #expect(error?.reason == reason)
    #expect(error?.object == object)
  }

  @Test func `other property lists are refused`() {
    for text in ["<plist><array/></plist>", "<plist><dict/></plist>"] {
      #expect(
        XcodeFileError.of { _ = try KeyedArchiveReader.read(Array(text.utf8)) }?.reason
          == "The property list is not a keyed archive")
    }
  }

  private static func reference(_ index: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(index)</integer></dict>"
  }

  private static func read(objects: String, top: String) throws -> ArchivedObjects {
    let text = """
      <plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
      <key>$objects</key><array>\(objects)</array><key>$top</key><dict>\(top)</dict></dict></plist>
      """
    return try KeyedArchiveReader.read(Array(text.utf8))
  }
}
