import TesseraXcodeFiles
import Testing

@Suite struct NIBArchiveReaderTests {
  private static let wide = [UInt8](repeating: 0xFF, count: 8)

  @Test(
    arguments: [
      (0, [0x80], "integer(-128)"), (1, [0xFE, 0xFF], "integer(-2)"), (2, [1, 0, 0, 0x80], "integer(-2147483647)"),
      (3, wide, "integer(-1)"), (4, [], "boolean(false)"), (5, [], "boolean(true)"),
      (6, [0, 0, 0xC0, 0x3F], "number(1.5)"), (7, [0, 0, 0, 0, 0, 0, 0xF8, 0x3F], "number(1.5)"),
      (8, [0x82, 1, 2], "data([1, 2])"), (8, [0x80], "data([])"), (9, [], "none"), (10, [0, 0, 0, 0], "reference(0)"),
    ] as [(UInt8, [UInt8], String)])
  func `Each type of value is read`(type: UInt8, payload: [UInt8], words: String) throws {
    let archive = NIBArchiveWriter(types: [(type, payload), (5, [])])
    let values = try NIBArchiveReader.objects(of: archive.bytes).objects[0].values
    #expect(values.map { "\($0.key)=\($0.value)" } == ["k=\(words)", "k=boolean(true)"])
  }

  @Test func `Lengths of several bytes are read, the least significant first`() throws {
    let text = [UInt8](repeating: 7, count: 300)
    let archive = NIBArchiveWriter(types: [(8, [0x2C, 0x82] + text)])
    guard case .data(let bytes) = try NIBArchiveReader.objects(of: archive.bytes).objects[0]["k"] else {
      Issue.record("no data")
      return
    }
    #expect(bytes == text)
  }

  @Test func `Fallback classes are named, nearest first`() throws {
    var archive = NIBArchiveWriter()
    archive.classes = [
      (Array("UIFont\0".utf8), [2, 1]), (Array("NSObject\0".utf8), []), (Array("NSFont\0".utf8), []),
    ]
    archive.objects = [(0, 0, 0)]
    let object = try NIBArchiveReader.objects(of: archive.bytes).objects[0]
    #expect(object.className == "UIFont")
    #expect(object.fallbackClassNames == ["NSFont", "NSObject"])
  }

  @Test func `Later minor versions are read`() throws {
    var archive = NIBArchiveWriter(types: [(5, [])])
    archive.version = (1, 10)
    #expect(try NIBArchiveReader.objects(of: archive.bytes).objects.count == 1)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var reason: String
    var bytes: [UInt8]
    var testDescription: String { reason }

    init(_ reason: String, _ change: (inout NIBArchiveWriter) -> Void) {
      var archive = NIBArchiveWriter(types: [(5, [])])
      change(&archive)
      (self.reason, bytes) = (reason, archive.bytes)
    }
  }

  @Test(arguments: [
    Refusal("A NIBArchive of version 2.0 cannot be read") { $0.version = (2, 0) },
    Refusal("A nib has no objects") { $0.objects = [] },
    Refusal("A nib has more than 100000 objects: 4294967295") { $0.overrides[0] = .max },
    Refusal("The file is too short for its 90000 objects at 50") { $0.overrides[0] = 90_000 },
    Refusal("The file is too short for its 1 objects at 4294967295") { $0.overrides[1] = .max },
    Refusal("A nib has more than 20000 keys: 4294967295") { $0.overrides[2] = .max },
    Refusal("A nib has more than 500000 values: 4294967295") { $0.overrides[4] = .max },
    Refusal("A nib has more than 20000 classes: 4294967295") { $0.overrides[6] = .max },
    Refusal("A key does not exist: 1 of 1") { $0.values[0].key = 1 },
    Refusal("A value has the unknown type 11") { $0.values[0].type = 11 },
    Refusal("A class does not exist: 1 of 1") { $0.objects[0].classIndex = 1 },
    Refusal("The values of an object do not exist: 2 from 0 of 1") { $0.objects[0].count = 2 },
    Refusal("The values of an object do not exist: 0 from 2 of 1") { $0.objects[0] = (0, 2, 0) },
    Refusal("Objects claim more values than the file has") { $0.objects.append((0, 0, 1)) },
    Refusal("A referenced object does not exist: 1 of 1") { $0.values[0] = (0, 10, [1, 0, 0, 0]) },
    Refusal("A fallback class does not exist: 1 of 1") { $0.classes[0].fallbacks = [1] },
    Refusal("A key has more than 1024 bytes: 2000") { $0.keys[0] = Array(repeating: 65, count: 2000) },
    Refusal("A key is not UTF-8") { $0.keys[0] = [0xFF] },
    Refusal("A class name is not UTF-8") { $0.classes[0].name = [0xC0, 0x80] },
    Refusal("A length has more than five bytes") { $0.values[0] = (0, 8, [0, 0, 0, 0, 0, 0x80]) },
    Refusal("The file ends where 4294967295 more bytes are expected") {
      $0.values[0] = (0, 8, [0x7F, 0x7F, 0x7F, 0x7F, 0x8F])
    },
  ])
  func `Numbers that lie are refused`(refusal: Refusal) {
    let error = #expect(throws: XcodeFileError.self) { try NIBArchiveReader.objects(of: refusal.bytes) }
    #expect(error?.reason == refusal.reason)
    #expect(error?.offset != nil)
  }

  @Test func `Other files are refused`() {
    #expect(throws: XcodeFileError("The file is not a NIBArchive", offset: 0)) {
      try NIBArchiveReader.objects(of: Array("bplist00".utf8))
    }
    #expect(throws: XcodeFileError.self) { try NIBArchiveReader.objects(of: []) }
  }
}

/// Against what the reference says of the files that Xcode compiled.
@Suite(.enabled(if: WidgetDemo.isThere, "\(WidgetDemo.absence)"))
struct CompiledNIBTests {
  @Test(
    arguments: zip(
      WidgetDemo.nibNames,
      [(85, 264), (77, 230), (121, 527), (24, 52), (142, 735), (51, 135), (41, 93), (71, 283)]))
  func `All objects and values of a compiled nib are read`(name: String, counts: (objects: Int, values: Int)) throws {
    let nib = try WidgetDemo.nibObjects(name)
    #expect(nib.objects.count == counts.objects)
    #expect(nib.objects.reduce(0) { $0 + $1.values.count } == counts.values)
    #expect(nib.has("UINibTopLevelObjectsKey", in: nib.root))
  }

  @Test func `The nib in a nib is read in the same way`() throws {
    let bytes = try WidgetDemo.cellNib()
    let cell = try NIBArchiveReader.objects(of: bytes)
    #expect(bytes.count == 6290)
    #expect(cell.objects.count == 125)
    #expect(cell.objects.reduce(0) { $0 + $1.values.count } == 520)
  }

  @Test func `Texts, numbers, geometry, collections and dictionaries are found`() throws {
    let nib = try WidgetDemo.nibObjects("zbs-L4-ivJ-view-Ech-rE-AyQ")
    func first(_ name: String) throws -> Int { try #require(nib.objects.firstIndex { $0.className == name }) }
    let table = try first("UITableView")
    let bar = try first("UISearchBar")
    #expect(nib.string(of: "UIPlaceholder", in: bar) == "Filter Posts")
    #expect(nib.string(of: "UIText", in: bar) == "")
    #expect(nib.reference(of: "UITableHeaderView", in: table) == bar)
    #expect(nib.number(of: "UIRowHeight", in: table) == 75)
    #expect(nib.boolean(of: "UIAlwaysBounceVertical", in: table) == true)
    #expect(nib.numbers(of: "UIBounds", in: bar) == [0, 0, 600, 56])
    #expect(nib.numbers(of: "UICenter", in: bar) == [300, 28])
    #expect(nib.objects(of: "UISubviews", in: table).count == 2)
    #expect(nib.entries(of: "UITableViewCellPrototypeNibs", in: table).map(\.key) == ["Cell"])
    // A pair in text.
    let label = try first("UILabel")
    #expect(nib.numbers(of: "UIViewContentHuggingPriority", in: label) == [251, 251])
    #expect(nib.listing().contains("UIPlaceholder: \"Filter Posts\" (NSLocalizableString key 6SF-nY-aa4.placeholder)"))
  }
}
