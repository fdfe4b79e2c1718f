import TesseraLayout
import TesseraValues
import Testing

@testable import TesseraViews

/// The property tables: everything that documents and bindings can access.
@Suite("Properties of views")
struct PropertyTests {
  static let kinds: [String] = [
    "container", "text", "button", "image", "textInput", "scroll", "activityIndicator", "form", "table",
  ]

  static func view(_ kind: String, in context: ViewContext) -> View {
    switch kind {
    case "text": Label(in: context)
    case "button": Button(in: context)
    case "image": ImageView(in: context)
    case "textInput": TextField(.textInput, in: context)
    case "scroll": ScrollView(in: context)
    case "activityIndicator": ActivityIndicatorView(in: context)
    case "form": FormView(in: context)
    case "table": TableView(in: context)
    default: View(.container, in: context)
    }
  }

  /// Returns a value that a property accepts and that differs from its default.
  static func sample(_ type: PropertyType, _ name: String) -> Value {
    switch type {
    case .number: name == "maximumLength" ? 12 : 0.25
    case .list: name == "spans" ? [["text": "a", "italic": true]] : [["minimumLength": 3]]
    case .string where name == "mask": "##"
    case .bool: name == "visible" ? false : true
    case .choice(let names): .string(names.last ?? "")
    case .color: "#112233"
    case .strings: ["a"]
    case .imageURL: "https://example.com/a.png"
    case .object: ["a": 1]
    case .string where name == "href" || name.lowercased().contains("url"): "https://example.com/a.png"
    default: "a.png"
    }
  }

  @Test(arguments: kinds)
  func `a class and its table have one name, and every property is documented`(kind: String) {
    let table = type(of: Self.view(kind, in: makeHierarchy().context)).properties
    #expect(table.owner == kind)
    #expect(table.all.allSatisfy { $0.documentation.hasSuffix(".") })
    #expect(Set(table.names).count == table.names.count)
  }

  @Test(arguments: kinds)
  func `a written value is read back, with and without the prefix`(kind: String) throws {
    // These views have no value, or one that differs from the value set.
    let silent: Set<String> = ["container", "scroll", "form", "table", "activityIndicator"]
    for property in type(of: Self.view(kind, in: makeHierarchy().context)).properties.all {
      let view = Self.view(kind, in: makeHierarchy().context)
      let value = Self.sample(property.type, property.name)
      if !property.isWritable {
        #expect(throws: PropertyError.readOnly(name: property.name, owner: kind)) {
          try view.setProperty(property.name, to: value)
        }
        _ = view.property(property.name)
        continue
      }
      try view.setProperty("wx_" + property.name, to: value)
      let read = try #require(view.property(property.name))
      #expect(view.property("wx_" + property.name) == read)
      let isSilent = silent.contains(kind) && ["value", "fieldValue"].contains(property.name)
      let hasNoFieldValue = ["button", "image"].contains(kind) && property.name == "fieldValue"
      if property.name == "rowHeight" {
        #expect(read == 1, "the lowest that is taken")
      } else if !isSilent, !hasNoFieldValue {
        #expect(read == value, "\(kind).\(property.name)")
      }
      try view.setProperty(property.name, to: .null)
    }
  }

  @Test(
    arguments: [
      ("container", "opacity", Value.string("half"), "number", "text"),
      ("container", "hidden", "yes", "true or false", "text"),
      ("container", "hidden", 2, "true or false", "number"),
      ("container", "backgroundColor", 5, "colour", "number"),
      ("container", "color", "reddish", "colour such as '#3366ff' or 'accent'", "text"),
      ("container", "accessibilityLabel", ["a"], "text", "list"),
      ("image", "contentMode", "fill", "one of 'scaleToFill', 'aspectFit', 'aspectFill', 'center'", "text"),
      ("image", "image", true, "name of an image", "true or false"),
      ("textInput", "placeholder", ["a": 1], "text", "object"),
      ("form", "duplicateKeyPolicy", "append", "one of 'overwrite', 'join', 'array'", "text"),
      ("table", "rowHeight", "high", "number", "text"),
      ("activityIndicator", "animating", "on", "true or false", "text"),
    ] as [(String, String, Value, String, String)])
  func `a wrong type is rejected with the expected one`(
    kind: String, name: String, value: Value, expected: String, found: String
  ) {
    let view = Self.view(kind, in: makeHierarchy().context)
    let before = view.property(name)
    #expect(throws: PropertyError.mismatch(name: name, owner: kind, expected: expected, found: found)) {
      try view.setProperty(name, to: value)
    }
    #expect(view.property(name) == before)
  }

  @Test func `an unknown name is reported with a suggestion`() {
    let view = Label(in: makeHierarchy().context)
    #expect(view.property("txet") == nil)
    do {
      try view.setProperty("hiden", to: true)
      Issue.record("it was taken")
    } catch {
      let diagnostic = error.diagnostic(at: nil)
      #expect(diagnostic.rule == "unknown-property")
      #expect(diagnostic.message.contains("'hiden'"))
      #expect(diagnostic.fix?.contains("'hidden'") == true)
    }
  }

  @Test(arguments: [
    ("wx_value", "value"), ("value", "value"), ("refreshControl.wx_value", "refreshControl.value"),
    ("wx_a.wx_b", "a.b"), ("wx_", ""), ("", ""), ("my_wx_value", "my_wx_value"),
  ])
  func `keys lose their prefix in each part`(key: String, expected: String) {
    #expect(View.canonicalKey(key) == expected)
  }

  @Test(arguments: [(5, "5"), (nil, ""), (true, "1"), ([1], "[1]")] as [(Value, String)])
  func `any value can be shown as text`(value: Value, text: String) throws {
    let label = Label(in: makeHierarchy().context)
    try label.setProperty("value", to: value)
    #expect(label.text == text)
  }

  @Test(arguments: [Value.double(1e300), -5, "large", [1], true])
  func `attributes of wrong types never stop measuring`(value: Value) {
    let hierarchy = makeHierarchy()
    let label = hierarchy.context.label("hello")
    for attribute in [ViewAttribute.fontSize, .fontWeight, .lineHeight, .maximumLines, .italic] {
      label[attribute] = value
    }
    hierarchy.window.addChild(label)
    _ = hierarchy.commit()
    #expect(label.textStyle == hierarchy.tree()[label.id]?.textStyle, "what is measured is what is drawn")
    #expect(label.frame.height.isFinite)
  }
}
