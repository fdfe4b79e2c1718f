import TesseraTestSupport
import TesseraValues
import TesseraXcodeFiles
import Testing

@testable import TesseraXcode

@Suite("Views of compiled nibs")
struct NibViewReaderTests {
  private typealias Object = ArchivedObjects.Object

  private static func rectangle(_ numbers: Double...) -> ArchivedValue {
    .data([7] + numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) } })
  }

  private static func collection(_ references: Int...) -> Object {
    Object(
      className: "NSArray",
      values: [("NSInlinedValue", .boolean(true))] + references.map { ("UINibEncoderEmptyKey", .reference($0)) })
  }

  @Test func `a view that contains itself is read once`() throws {
    let graph = ArchivedObjects(
      objects: [
        Object(className: "NSObject", values: [("UINibTopLevelObjectsKey", .reference(1))]),
        Self.collection(2),
        Object(className: "UIView", values: [("UIBounds", Self.rectangle(0, 0, 9, 9)), ("UISubviews", .reference(3))]),
        Self.collection(2, 2, 1),
      ], root: 0)
    var reader = NibViewReader(NibObjects(graph, name: "nib"), external: [:])
    let root = reader.rootView()
    let view = try #require(root)
    #expect(view.frame == StoryboardFrame(width: 9, height: 9))
    // Its array is no view, but is taken for one without properties.
    #expect(view.subviews.count { $0.className.base == "UIView" } == 0)
  }

  @Test func `a collection that thousands of connections share is read a limited number of times`() {
    let count = 2_000
    var connections = Object(className: "NSArray", values: [])
    var destinations = Object(className: "NSArray", values: [])
    for _ in 0..<count {
      connections.values.append(("UINibEncoderEmptyKey", .reference(3)))
      destinations.values.append(("UINibEncoderEmptyKey", .reference(5)))
    }
    let objects = [
      Object(
        className: "NSObject",
        values: [("UINibTopLevelObjectsKey", .reference(1)), ("UINibConnectionsKey", .reference(2))]),
      Self.collection(5), connections,
      Object(
        className: "UIRuntimeOutletCollectionConnection",
        values: [("UISource", .reference(5)), ("UIDestination", .reference(4))]),
      destinations,
      Object(className: "UIView", values: [("UIBounds", Self.rectangle(0, 0, 9, 9))]),
    ]
    let reader = NibViewReader(NibObjects(ArchivedObjects(objects: objects, root: 0), name: "nib"), external: [:])
    #expect(reader.outlets(of: 5).count <= 20_000)
  }

  @Test func `constraints that views share belong to one of them`() throws {
    let objects = [
      Object(className: "NSObject", values: [("UINibTopLevelObjectsKey", .reference(1))]), Self.collection(2),
      Object(
        className: "UIView",
        values: [
          ("UIBounds", Self.rectangle(0, 0, 9, 9)), ("UISubviews", .reference(3)),
          ("UIViewAutolayoutConstraints", .reference(5)),
        ]),
      Self.collection(4),
      Object(
        className: "UIView",
        values: [("UIBounds", Self.rectangle(0, 0, 9, 9)), ("UIViewAutolayoutConstraints", .reference(5))]),
      Self.collection(6),
      Object(
        className: "NSLayoutConstraint",
        values: [
          ("NSFirstItem", .reference(4)), ("NSFirstAttribute", .integer(7)), ("NSConstant", .number(5)),
        ]),
    ]
    var reader = NibViewReader(NibObjects(ArchivedObjects(objects: objects, root: 0), name: "nib"), external: [:])
    let root = reader.rootView()
    let view = try #require(root)
    #expect(view.constraints.count + view.subviews.reduce(0) { $0 + $1.constraints.count } == 1)
  }

  @Test func `views nested without end are cut`() throws {
    var objects = [
      Object(className: "NSObject", values: [("UINibTopLevelObjectsKey", .reference(1))]), Self.collection(2),
    ]
    for index in 0..<500 {
      objects.append(
        Object(
          className: "UIView",
          values: [("UIBounds", Self.rectangle(0, 0, 9, 9)), ("UISubviews", .reference(3 + 2 * index))]))
      objects.append(Self.collection(4 + 2 * index))
    }
    var reader = NibViewReader(NibObjects(ArchivedObjects(objects: objects, root: 0), name: "nib"), external: [:])
    let root = reader.rootView()
    #expect(root != nil)
    #expect(reader.diagnostics.map(\.rule) == ["interface-limit"])
  }

  /// More views, constraints and equal names than an interface has: the work grows in proportion to them.
  @Test func `a nib of many views takes a bounded time`() {
    let growth = ProcessorTime.growth(from: 500, to: 6_000) { count in
      var reader = NibViewReader(Self.nib(viewCount: count), external: [:])
      let root = reader.rootView()
      #expect(root?.subviews.count == min(count, NibViewReader.maximumViews - 1))
      var controller = StoryboardController(
        key: "a", id: "a", className: StoryboardClassName("UIViewController"), file: "nib")
      controller.view = root
      var document = StoryboardDocument()
      document.controllers = [controller]
      let translation = StoryboardTranslator.translate(document)
      #expect(translation.diagnostics.contains { $0.rule == "interface-limit" })
    }
    #expect(growth < 60)
  }

  /// Returns a view with many equal labels, each with a constraint to the view.
  private static func nib(viewCount: Int) -> NibObjects {
    var objects = [
      Object(className: "NSObject", values: [("UINibTopLevelObjectsKey", .reference(1))]), Self.collection(2),
    ]
    var views = Object(className: "NSArray", values: [])
    var constraints = Object(className: "NSArray", values: [])
    let first = 5
    for index in 0..<viewCount {
      views.values.append(("UINibEncoderEmptyKey", .reference(first + 2 * index)))
      constraints.values.append(("UINibEncoderEmptyKey", .reference(first + 2 * index + 1)))
    }
    objects.append(
      Object(
        className: "UIView",
        values: [
          ("UIBounds", Self.rectangle(0, 0, 9, 9)), ("UISubviews", .reference(3)),
          ("UIViewAutolayoutConstraints", .reference(4)),
        ]))
    objects += [views, constraints]
    for index in 0..<viewCount {
      objects.append(
        Object(className: "UILabel", values: [("UIBounds", Self.rectangle(0, 0, 9, 9)), ("UIText", .string("Same"))]))
      objects.append(
        Object(
          className: "NSLayoutConstraint",
          values: [
            ("NSFirstItem", .reference(first + 2 * index)), ("NSFirstAttribute", .integer(5)),
            ("NSSecondItem", .reference(2)), ("NSSecondAttribute", .integer(5)), ("NSConstant", .integer(8)),
          ]))
    }
    return NibObjects(ArchivedObjects(objects: objects, root: 0), name: "nib")
  }

  @Test func `coordinates that no view has are not believed`() throws {
    for numbers in [[Double.nan, 0, 1, 1], [0, 0, 1e300, 1], [0, 0, -Double.infinity, 1]] {
      let graph = ArchivedObjects(
        objects: [
          Object(
            className: "UIView",
            values: [("UIBounds", Self.rectangle(numbers[0], numbers[1], numbers[2], numbers[3]))])
        ], root: 0)
      #expect(NibObjects(graph, name: "nib").numbers("UIBounds", of: 0) == nil)
    }
  }
}

@Suite("Names of classes")
struct SwiftClassNameTests {
  @Test(arguments: [
    ("_TtC9WidgetKit22StandardViewController", "StandardViewController"),
    ("_TtC9WidgetKit18ContentDisplayView", "ContentDisplayView"), ("_TtCC3App5Outer5Inner", "Inner"),
    ("WidgetKit.FormDisplayView", "FormDisplayView"), ("MYButton", "MYButton"), ("", ""),
    // Lengths that lie.
    ("_TtC9WidgetKit99Standard", "_TtC9WidgetKit99Standard"), ("_TtC", "_TtC"), ("_TtC0", "_TtC0"),
    ("_TtC99999999999999999999A", "_TtC99999999999999999999A"),
  ])
  func `a mangled name gives the class without its modules`(_ mangled: String, _ name: String) {
    #expect(SwiftClassName.bareName(mangled) == name)
  }
}
