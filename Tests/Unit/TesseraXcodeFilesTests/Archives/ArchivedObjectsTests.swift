import TesseraXcodeFiles
import Testing

/// Graphs as both kinds of archives yield them.
@Suite struct ArchivedObjectsTests {
  private typealias Object = ArchivedObjects.Object

  private static let graph = ArchivedObjects(objects: [
    Object(
      className: "NSObject",
      values: [
        ("plain", .string("a")), ("text", .reference(1)), ("count", .reference(2)), ("data", .reference(3)),
        ("self", .reference(0)), ("gone", .reference(99)), ("set", .reference(4)), ("dictionary", .reference(5)),
        ("keyed", .reference(6)), ("list", .array([.integer(1), .reference(1)])), ("flag", .boolean(true)),
        ("half", .number(0.5)), ("nothing", .none), ("frame", .string("{{1, 2}, {3, -4.5}}")),
      ]),
    Object(className: "NSLocalizableString", fallbackClassNames: ["NSString"], values: [("NS.bytes", .data([0x62]))]),
    Object(className: "NSNumber", values: [("NS.intval", .integer(7))]),
    Object(className: "NSData", values: [("NS.bytes", .data([0x63]))]),
    Object(
      className: "NSSet",
      values: [
        ("NSInlinedValue", .boolean(true)), ("UINibEncoderEmptyKey", .reference(2)),
        ("UINibEncoderEmptyKey", .reference(99)),
      ]),
    Object(
      className: "NSDictionary",
      values: [
        ("NSInlinedValue", .boolean(true)), ("UINibEncoderEmptyKey", .reference(1)),
        ("UINibEncoderEmptyKey", .reference(2)), ("UINibEncoderEmptyKey", .reference(1)),
      ]),
    Object(
      className: "NSMutableDictionary",
      values: [("NS.keys", .array([.string("x"), .integer(1)])), ("NS.objects", .array([.integer(2), .integer(3)]))]),
  ])

  @Test(arguments: [
    ("plain", "a"), ("text", "b"), ("count", nil), ("data", nil), ("self", nil), ("gone", nil), ("nothing", nil),
  ])
  func `A text is in the object or in one of its own`(key: String, text: String?) {
    #expect(Self.graph.string(of: key, in: 0) == text)
  }

  @Test(arguments: [("count", 7), ("flag", 1), ("half", 0.5), ("plain", nil), ("gone", nil)] as [(String, Double?)])
  func `A number is in the object or in one of its own`(key: String, number: Double?) {
    #expect(Self.graph.number(of: key, in: 0) == number)
  }

  @Test func `A fraction is no whole number`() {
    #expect(Self.graph.integer(of: "half", in: 0) == nil)
    #expect(Self.graph.integer(of: "count", in: 0) == 7)
  }

  @Test func `References without an object are absent`() {
    #expect(Self.graph.reference(of: "gone", in: 0) == nil)
    #expect(Self.graph.reference(of: "self", in: 0) == 0)
    #expect(Self.graph.objects(of: "set", in: 0) == [2])
    #expect(!Self.graph.has("plain", in: 99))
    #expect(!Self.graph.has("plain", in: -1))
  }

  @Test func `Data is not text`() {
    #expect(Self.graph.data(of: "data", in: 0) == [0x63])
    #expect(Self.graph.data(of: "plain", in: 0) == nil)
  }

  @Test func `A dictionary alternates keys and values, or has lists of both`() {
    #expect(Self.graph.entries(of: "dictionary", in: 0).map(\.key) == ["b"])
    #expect(Self.graph.entries(of: "keyed", in: 0).map(\.key) == ["x"])
    #expect(Self.graph.entries(of: "list", in: 0).isEmpty)
    #expect(Self.graph.objects(of: "list", in: 0) == [1])
  }

  @Test(
    arguments: [
      ([7, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F], [1.5]), ([6, 0, 0, 0xC0, 0x3F, 0, 0, 0, 0], [1.5, 0]), ([7], nil),
      ([7, 0], nil), ([5, 0, 0, 0, 0], nil), ([7, 0, 0, 0, 0, 0, 0, 0xF0, 0x7F], nil), ([], nil),
      ([6] + [UInt8](repeating: 0, count: 68), nil),
    ] as [([UInt8], [Double]?)])
  func `Geometry is a type and finite numbers`(bytes: [UInt8], numbers: [Double]?) {
    let graph = ArchivedObjects(objects: [Object(className: "UIView", values: [("UIBounds", .data(bytes))])])
    #expect(graph.numbers(of: "UIBounds", in: 0) == numbers)
  }

  @Test(
    arguments: [
      ("{{1, 2}, {3, -4.5}}", [1, 2, 3, -4.5]), ("{251, 250}", [251, 250]), ("{}", nil), ("{1, nan}", nil),
      ("{1, a}", nil), ("1, 2", nil), ("{1e999, 0}", nil),
    ] as [(String, [Double]?)])
  func `Geometry in text is finite numbers in braces`(text: String, numbers: [Double]?) {
    let graph = ArchivedObjects(objects: [Object(className: "UIView", values: [("frame", .string(text))])])
    #expect(graph.numbers(of: "frame", in: 0) == numbers)
  }
}
