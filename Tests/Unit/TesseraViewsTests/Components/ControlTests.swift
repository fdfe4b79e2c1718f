import TesseraLayout
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraViews

@Suite("A button")
struct ButtonTests {
  let hierarchy = makeHierarchy()

  @Test func `runs its observers in order, then the document's actions`() {
    let button = Button(in: hierarchy.context)
    var calls: [String] = []
    button.on(.press, .actions) { _ in calls.append("press") }
    button.on(.press) { _ in
      calls.append("first")
      button.isDisabled = true
    }
    button.on(.press) { _ in calls.append("second") }
    button.press()
    #expect(calls == ["first", "second", "press"], "one press is one, though a handler disables the button")
    button.press()
    #expect(calls.count == 3)
  }

  @Test(arguments: [ViewAttribute.disabled, .hidden], [true, false])
  func `does nothing while it, or a view around it, is disabled or hidden`(attribute: ViewAttribute, itself: Bool) {
    let (box, button) = (hierarchy.context.box(), Button(in: hierarchy.context))
    box.addChild(button)
    var presses = 0
    button.on(.press, .actions) { _ in presses += 1 }
    button.on(.press) { _ in presses += 1 }
    let view = itself ? button : box
    view[attribute] = true
    button.press()
    #expect(presses == 0)
    view[attribute] = .null
    button.press()
    #expect(presses == 2)
  }

  @Test func `any other view with an action is marked as pressable`() {
    let (box, button) = (hierarchy.context.box(), Button(in: hierarchy.context))
    box.on(.press) { _ in }
    button.on(.press) { _ in }
    #expect(box[.pressable] == true)
    #expect(button[.pressable].isNull, "hosts know that buttons can be pressed")
  }

  @Test func `a view with a long-press handler is marked, and receives long presses only while it reacts`() {
    let button = Button(in: hierarchy.context)
    var presses = 0
    #expect(button[.longPressable].isNull)
    button.on(.longPress) { _ in presses += 1 }
    #expect(button[.longPressable] == true)
    button.longPress()
    button.isDisabled = true
    button.longPress()
    #expect(presses == 1)
  }
}

@Suite("A field")
struct TextFieldTests {
  let hierarchy = makeHierarchy()

  func field(_ kind: ViewKind = .textInput) -> TextField {
    let field = TextField(kind, in: hierarchy.context)
    hierarchy.window.addChild(field)
    _ = hierarchy.commit()
    return field
  }

  @Test func `a user's typing is not a step, and is passed to the handlers`() {
    let field = field()
    var heard: [String] = []
    field.on(.change) { heard.append($0.value(at: "value").description) }
    field.on(.change) { heard.append($0.value(at: "value").description + "!") }
    field.type("geo")
    #expect(hierarchy.commit() == [])
    #expect(field.text == "geo")
    #expect(heard == ["geo", "geo!"])
  }

  @Test(arguments: [ViewKind.textInput, .searchBar])
  func `single-line fields drop line breaks and correct their host`(kind: ViewKind) {
    let field = field(kind)
    field.type("a\nb\r\nc\u{2028}d")
    #expect(field.text == "abcd")
    #expect(hierarchy.commit() == [.attributes(field.id, [.value: "abcd"])])
    field.type("\n")
    #expect(hierarchy.commit() == [.attributes(field.id, [.value: .null])])
    field.value = "x\ny"
    #expect(field.text == "xy")
  }

  @Test func `a text area keeps line breaks, quotes and emoji`() {
    let field = field(.textArea)
    field.type("\"a\"\n👩‍🚀 'b'")
    #expect(field.text == "\"a\"\n👩‍🚀 'b'")
    #expect(hierarchy.commit() == [])
  }

  @Test(arguments: [true, false])
  func `a field that cannot be edited keeps its text, and its host gets it back`(readOnly: Bool) {
    let field = field()
    field.text = "mine"
    if readOnly { field.isReadOnly = true } else { field.isDisabled = true }
    _ = hierarchy.commit()
    var heard = 0
    field.on(.change) { _ in heard += 1 }
    field.on(.submit) { _ in heard += 1 }
    field.type("yours")
    field.submit()
    #expect(field.text == "mine")
    #expect(heard == 0)
    #expect(hierarchy.commit() == [.attributes(field.id, [.value: "mine"])])
  }

  @Test func `a text over the limit is cut at a character boundary`() {
    let field = field(.textArea)
    field.type(String(repeating: "ä", count: TextLimits.maximumLength))
    #expect(field.text.utf8.count == TextLimits.maximumLength)
    #expect(hierarchy.commit().count == 1)
  }

  @Test(arguments: ["", " ", "\t \u{A0}"])
  func `white space alone does not count as filled in`(text: String) {
    let field = field()
    field.type(text)
    #expect(field.fieldValue.isNull)
    #expect(field.value == .string(text), "it is typed all the same")
  }

  @Test func `does not grow during typing`() {
    for kind in [ViewKind.textInput, .textArea, .searchBar] {
      let field = field(kind)
      let frame = field.frame
      field.type(String(repeating: "word ", count: 200))
      #expect(hierarchy.commit() == [])
      #expect(field.frame == frame)
    }
  }
}

@Suite("A form")
struct FormViewTests {
  let hierarchy = makeHierarchy()
  var context: ViewContext { hierarchy.context }

  func field(_ name: String?, _ text: String) -> TextField {
    let field = TextField(.textInput, in: context)
    field.fieldName = name
    field.text = text
    return field
  }

  @Test func `has a value when every mandatory field is filled in`() {
    let form = FormView(in: context)
    #expect(form.formValue == [:], "nothing is wanted")
    let (text, mood) = (field("text", ""), field("mood", ""))
    form.mandatoryFields = [text]
    form.optionalFields = [mood]
    #expect(form.formValue == nil)
    #expect(form.value.isNull)
    #expect(form.missingFields.map(\.id) == [text.id])
    text.text = "hello"
    #expect(form.formValue == ["text": "hello"])
    mood.text = "good"
    #expect(form.value == ["text": "hello", "mood": "good"])
  }

  @Test func `a mandatory field without a name cannot be filled in`() {
    let form = FormView(in: context)
    form.mandatoryFields = [field(nil, "a")]
    #expect(form.formValue == nil)
    #expect(form.missingFields.count == 1)
  }

  @Test func `shakes its empty fields and focuses the first`() {
    let form = FormView(in: context)
    let fields = [field("a", "filled in"), field("b", ""), field("c", " ")]
    for field in fields { form.addChild(field) }
    hierarchy.window.addChild(form)
    _ = hierarchy.commit()
    form.mandatoryFields = fields
    form.highlightMissingFields()
    #expect(
      hierarchy.commit() == [
        .effect(fields[1].id, .shake), .effect(fields[2].id, .shake), .effect(fields[1].id, .focus),
      ])
  }

  @Test(arguments: [
    (FormView.DuplicateKeyPolicy.overwrite, Value.string("c")), (.join, "a,b,c"), (.array, .array(["a", "b", "c"])),
  ])
  func `optional fields of one name follow the policy`(policy: FormView.DuplicateKeyPolicy, expected: Value) {
    let form = FormView(in: context)
    form.duplicateKeyPolicy = policy
    form.optionalFields = [field("x", "a"), field("x", "b"), field("x", ""), field(nil, "no"), field("x", "c")]
    #expect(form.formValue == ["x": expected])
    form.mandatoryFields = [field("x", "first"), field("x", "mandatory")]
    #expect(form.formValue == ["x": "mandatory"], "mandatory fields win, the last of them")
  }

  @Test func `a form is a field of a form: not filled in if it is empty`() {
    let (outer, inner) = (FormView(in: context), FormView(in: context))
    inner.fieldName = "address"
    let street = field("street", "")
    inner.optionalFields = [street]
    outer.mandatoryFields = [inner]
    #expect(outer.formValue == nil)
    street.text = "Elm"
    #expect(outer.formValue == ["address": ["street": "Elm"]])
  }

  @Test func `forms that contain each other end, and are never filled in`() {
    let (one, two) = (FormView(in: context), FormView(in: context))
    one.fieldName = "one"
    two.fieldName = "two"
    one.mandatoryFields = [one]
    #expect(one.formValue == nil)
    one.mandatoryFields = [two, field("a", "b")]
    two.mandatoryFields = [one]
    #expect(one.formValue == nil)
    #expect(one.missingFields.count == 1)
    two.mandatoryFields = []
    two.optionalFields = [one, field("c", "d")]
    #expect(one.formValue == ["two": ["c": "d"], "a": "b"])
  }

  @Test func `labels, images and buttons are not inputs, but a label's text counts as a field`() {
    #expect(Button(in: context).fieldValue.isNull)
    #expect(ImageView(in: context).fieldValue.isNull)
    #expect(ActivityIndicatorView(in: context).fieldValue.isNull)
    #expect(context.label("fixed").fieldValue == "fixed")
  }
}

@Suite("An image")
struct ImageViewTests {
  /// An image of 200 × 100 points in a column of 300 × 400, laid out as Chromium lays out an `img` that is a flex
  /// item.
  @Test(
    arguments: [
      (Size(width: 200, height: 100), [:]),
      (Size(width: 50, height: 25), ["width": .number(50)]),
      (Size(width: 80, height: 40), ["height": .number(40)]),
      (Size(width: 30, height: 70), ["width": .number(30), "height": .number(70)]),
      (Size(width: 150, height: 75), ["width": .string("50%")]),
      (Size(width: 100, height: 50), ["maxWidth": .number(100)]),
      (Size(width: 300, height: 150), ["alignSelf": .string("stretch")]),
    ] as [(Size, [String: StyleValue])])
  func `is sized like a replaced element of CSS`(expected: Size, properties: [String: StyleValue]) throws {
    let hierarchy = makeHierarchy(width: 300, height: 400)
    hierarchy.context.imageSizes["a.png"] = Size(width: 200, height: 100)
    let image = ImageView(in: hierarchy.context)
    image.imageName = "a.png"
    var style = image.style
    style.alignSelf = .flexStart
    for (name, value) in properties { try style.set(name, to: value) }
    image.style = style
    hierarchy.window.addChild(image)
    _ = hierarchy.commit()
    #expect(image.frame.size == expected)
  }

  @Test(arguments: [nil, Size.zero])
  func `has no size until its file is known, or if the file has none`(size: Size?) {
    let hierarchy = makeHierarchy()
    hierarchy.context.imageSizes["a.png"] = size
    let image = ImageView(in: hierarchy.context)
    image.imageName = "a.png"
    hierarchy.window.addChild(image)
    _ = hierarchy.commit()
    #expect(image.frame.height == 0)
  }

  @Test func `a name and an address replace each other`() {
    let image = ImageView(in: makeHierarchy().context)
    image.value = "a.png"
    #expect((image.imageName, image.imageURL) == ("a.png", nil))
    image.value = "https://example.com/b.png"
    #expect((image.imageName, image.imageURL) == (nil, "https://example.com/b.png"))
    #expect(image.value == "https://example.com/b.png")
    image.value = ""
    #expect(image[.image].isNull)
  }
}

@Suite("A navigation bar")
struct NavigationBarTests {
  @Test func `has its title in the middle, between the buttons of both sides`() {
    let hierarchy = makeHierarchy()
    let bar = NavigationBar(in: hierarchy.context)
    hierarchy.window.addChild(bar)
    bar.title = "Feed"
    let back = Button(in: hierarchy.context)
    back.title = "Back"
    bar.leadingItems = [back]
    _ = hierarchy.commit()
    let title = bar.children[1]
    #expect(bar.frame.height == 44)
    #expect(abs(title.frame.midX - bar.frame.midX) <= 1)
    #expect(title.children[0][.role] == "heading")
    let search = TextField(.searchBar, in: hierarchy.context)
    bar.titleView = search
    #expect(bar.titleView === search)
    #expect(title.children.count == 1)
    bar.titleView = nil
    #expect(bar.titleView == nil)
    bar.title = "News"
    _ = hierarchy.commit()
    #expect(hierarchy.tree().preorder(from: title.id).contains { $0[.text] == "News" })
    bar.leadingItems = []
    bar.trailingItems = [back]
    #expect(bar.leadingItems.isEmpty)
    #expect(bar.trailingItems.map(\.id) == [back.id])
  }
}

@Suite("A scrolling box")
struct ScrollViewTests {
  @Test func `knows its content size, and stays within it`() {
    let hierarchy = makeHierarchy(width: 100, height: 100)
    let scroll = ScrollView(in: hierarchy.context)
    let content = hierarchy.context.box(height: 500)
    scroll.addChild(content)
    hierarchy.window.addChild(scroll)
    _ = hierarchy.commit()
    #expect((scroll[.contentWidth], scroll[.contentHeight]) == (100, 500))
    scroll.scroll(to: 300)
    #expect(hierarchy.commit() == [])
    #expect(scroll.offset == 300)
    content.style.height = 150
    #expect(
      hierarchy.commit() == [
        .attributes(scroll.id, [.contentHeight: 150, .scrollOffset: 50]),
        .frame(content.id, Rect(x: 0, y: 0, width: 100, height: 150)),
      ])
    scroll.scroll(to: .nan)
    scroll.offset = -5
    #expect(scroll.offset == 0)
    #expect(scroll[.scrollOffset].isNull)
  }
}

@Suite("A select")
struct SelectTests {
  @Test func `sends a host part of a long list, and finds the rest by typing, regardless of accents`() throws {
    let select = Select(.select, in: makeHierarchy().context)
    try select.setProperty("choices", to: .array((0..<50_000).map { .string("City \($0)") } + ["Zürich"]))
    #expect(select[.choices].array?.count == Select.maximumShownCount)
    #expect(select[.choiceCount] == 50_001)
    #expect(select[.searchable] == true)
    select.find("zurich")
    #expect(select[.choices] == [["value": "Zürich", "text": "Zürich"]])
    select.change(to: "Zürich")
    #expect(select[.text] == "Zürich")
    select.find("")
    #expect(select[.choiceCount] == 50_001)
    #expect(select.value == "Zürich")
  }

  @Test func `has a maximum number of choices, and reports omitted ones`() throws {
    let context = makeHierarchy().context
    let host = RecordingViewHost()
    context.host = host
    let select = Select(.select, in: context)
    try select.setProperty("choices", to: .array((0...100_000).map { .integer($0) }))
    #expect(select[.choiceCount] == 100_000)
    #expect(host.problems == ["only the first 100000 of 100001 choices can be chosen"])
  }
}
