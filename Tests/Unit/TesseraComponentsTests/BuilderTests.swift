import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraComponents

@Suite("Views of components")
struct BuilderTests {
  @Test(arguments: ComponentRegistry.standard.types)
  func `every type makes a view of its kind, with all properties of its class`(type: String) throws {
    let view = try BuiltScreen().build(#"{"type": "\#(type)", "id": "a"}"#)
    let viewClass = Swift.type(of: view)
    #expect(view.identifier == "a")
    let definition = try #require(ComponentRegistry.standard[type])
    #expect(view.kind == definition.kind)
    #expect(view.kind.name == type)
    #expect(definition.documentation.hasSuffix("."))
    // A plain container has no class of its own.
    if viewClass != View.self { #expect(Set(viewClass.properties.names).isSubset(of: definition.properties.names)) }
  }

  @Test func `properties are set in document order, with or without prefixes`() throws {
    let screen = BuiltScreen()
    let label = try screen.build(#"{"type": "text", "wx_value": 5, "hidden": true, "name": 7}"#)
    #expect(label.value == "5")
    #expect(label.isHidden)
    #expect(label.fieldName == "7")
    let image = try screen.build(#"{"type": "image", "image": "logo.png", "url": "https://example.com/a.png"}"#)
    #expect(image[.image] == ["url": "https://example.com/a.png"], "the last one counts")
  }

  @Test(
    arguments: [
      (##"{"backgroundColor": "#abc"}"##, ViewAttribute.backgroundColor, "#abc"),
      (#"{"borderColor": "separator"}"#, .borderColor, "separator"),
      (#"{"color": "accent"}"#, .color, "accent"),
      (#"{"cornerRadius": 6}"#, .cornerRadius, 6),
      (#"{"opacity": 0.5}"#, .opacity, 0.5),
      (#"{"fontSize": 20}"#, .fontSize, 20),
      (#"{"fontWeight": 550}"#, .fontWeight, 550),
      (#"{"fontWeight": "semibold"}"#, .fontWeight, 600),
      (#"{"fontStyle": "italic"}"#, .italic, true),
      (#"{"fontStyle": "normal"}"#, .italic, nil),
      (#"{"lineHeight": 18}"#, .lineHeight, 18),
      (#"{"maximumLines": 2}"#, .maximumLines, 2),
      (#"{"textAlign": "center"}"#, .textAlign, "center"),
      (
        ##"{"shadow": {"x": 1, "y": -2, "radius": 3, "color": "#0008"}}"##, .shadow,
        ["x": 1, "y": -2, "radius": 3, "color": "#0008"]
      ),
      (#"{"overflow": "hidden"}"#, .clips, true),
      (#"{"overflow": "scroll"}"#, .clips, true),
      (#"{"overflow": "visible"}"#, .clips, nil),
      (#"{"borderWidth": 2}"#, .borderWidth, .array([2, 2, 2, 2])),
      (#"{"borderTopWidth": 1}"#, .borderWidth, .array([1, 0, 0, 0])),
      (#"{"borderWidth": {"start": 3, "top": 1}}"#, .borderWidth, .array([1, 0, 0, 3])),
      (#"{"borderWidth": {"start": 3}, "direction": "rtl"}"#, .borderWidth, .array([0, 3, 0, 0])),
      (#"{"padding": {"vertical": 1, "left": 2, "right": 3}}"#, .padding, .array([1, 3, 1, 2])),
      (#"{"paddingEnd": 4}"#, .padding, .array([0, 4, 0, 0])),
      (#"{"padding": 0}"#, .padding, nil),
    ] as [(String, ViewAttribute, Value)])
  func `styles of each kind become attributes`(style: String, attribute: ViewAttribute, expected: Value) throws {
    let decoded = try Decoded(#"{"type": "text", "style": \#(style)}"#)
    #expect(decoded.diagnostics == [])
    let view = try BuiltScreen().build(#"{"type": "text", "style": \#(style)}"#)
    #expect(view[attribute] == expected)
    #expect(view[attribute].isNull == expected.isNull)
  }

  @Test func `layout styles override only what they set of the type's default`() throws {
    let view = try BuiltScreen().build(
      """
      {"type": "table", "style": {"width": "50%", "height": "auto", "margin": {"horizontal": 8, "top": -4},
        "position": {"left": 1}, "positionType": "relative", "alignSelf": "center", "gap": {"row": 2}, "aspectRatio": 2}}
      """)
    var expected = ViewKind.table.defaultStyle
    expected.width = .percent(50)
    expected.margin = Edges(left: 8, top: -4, right: 8, bottom: 0)
    expected.position = Edges(left: 1, top: .auto, right: .auto, bottom: .auto)
    expected.alignSelf = .center
    expected.rowGap = 2
    expected.aspectRatio = 2
    #expect(view.style == expected)
    #expect(view[.padding].isNull)
  }

  @Test func `a field has its default padding and border unless the author changes them`() throws {
    let plain = try BuiltScreen().build(#"{"type": "textInput", "style": {"flexGrow": 1}}"#)
    #expect(plain[.padding].isNull)
    #expect(plain[.borderWidth].isNull)
    let bare = try BuiltScreen().build(#"{"type": "textInput", "style": {"borderWidth": 0, "padding": 0}}"#)
    #expect(bare[.padding] == .array([0, 0, 0, 0]))
    #expect(bare[.borderWidth] == .array([0, 0, 0, 0]))
  }

  @Test func `a component that cannot be made becomes a placeholder, and its siblings survive`() throws {
    let view = try BuiltScreen().build(
      #"{"type": "container", "children": [{"type": "txet"}, {"type": "text", "text": "alive"}, 5]}"#)
    #expect(view.children.map(\.kind) == [.placeholder, .text, .placeholder])
    #expect(view.children[0][.text] == "Unknown component 'txet'; did you mean 'text'?")
    #expect(view.children[0].frame.height > 0, "it can be seen")
    #expect(view.children[1].value == "alive")
  }

  @Test func `a table has its header and footer, and makes rows from its prototypes`() throws {
    let screen = BuiltScreen()
    let built = try screen.build(
      """
      {"type": "table", "header": {"type": "text", "text": "top"}, "footer": {"type": "activityIndicator"}, "cells": {
        "Box": {"type": "container", "id": "box", "style": {"padding": 4}, "onPress": {"type": "push", "screen": "Feed"},
          "children": [{"type": "text", "id": "a"}]},
        "Plain": {"type": "text", "id": "a"}, "Broken": {"type": "nothing"}}}
      """)
    let table = try #require(built as? TableView)
    #expect(table.header?.value == "top")
    #expect(table.footer?.kind == .activityIndicator)
    let prototypes = try #require(screen.subtrees[0].prototypes[table.id]).components
    func cell(_ name: String) throws -> TableViewCell {
      screen.builder.buildCell(try #require(prototypes[name]), prototype: name, in: Scope(parent: screen.scope)).cell
    }
    let box = try cell("Box")
    #expect(box.identifier == "box", "the prototype's box is the row itself")
    #expect(box.style.padding == Edges(4))
    #expect(box.prototype == "Box")
    #expect(box[.pressable] == true)
    screen.hierarchy.window.addChild(box)
    box.press()
    #expect(screen.performed.map(\.type) == ["push"])
    #expect(screen.performed.first?.attributes["screen"] == "Feed")
    #expect(screen.performed.first?.sender === box)
    let plain = try cell("Plain")
    #expect(plain.children.map(\.kind) == [.text])
    let broken = try cell("Broken")
    #expect(broken.children.map(\.kind) == [.placeholder])
  }

  @Test func `each prototype has its own identifiers`() throws {
    let text = #"{"type": "text", "id": "title"}"#
    let decoded = try Decoded(
      #"{"type": "container", "children": [\#(text), {"type": "table", "cells": {"A": \#(text), "B": \#(text)}}]}"#)
    #expect(decoded.diagnostics == [])
    let twice = try Decoded(
      #"{"type": "table", "cells": {"A": {"type": "container", "id": "title", "children": [\#(text)]}}}"#)
    #expect(twice.diagnostics.map(\.rule) == ["duplicate-id"])
    let after = try Decoded(
      #"{"type": "container", "id": "title", "children": [{"type": "table", "cells": {"A": \#(text)}}, \#(text)]}"#)
    #expect(after.diagnostics.map(\.rule) == ["duplicate-id"], "a prototype does not hide what stands around it")
  }

  @Test func `actions are performed in order, with the pressed view as sender`() throws {
    let screen = BuiltScreen()
    let button = try screen.build(
      """
      {"type": "button", "onPress": [{"type": "alert", "title": "a", "message": "b"}, {"type": "present", "screen": "NewPost"},
        {"type": "pop"}, {"type": "dismiss"}]}
      """)
    button.press()
    #expect(screen.performed.map(\.type) == ["alert", "present", "pop", "dismiss"])
    #expect(screen.performed.first?.attributes == ["title": "a", "message": "b"])
    #expect(screen.performed.first?.sender === button)
    button.isDisabled = true
    button.press()
    #expect(screen.performed.count == 4)
  }

  @Test func `a custom component is decoded and made like the others`() throws {
    var registry = ComponentRegistry.standard
    registry.register(
      ComponentDefinition(
        type: "badge", documentation: "A number in a circle.", kind: .text,
        properties: [
          .of(Label.self, "value", .any, "The number.", get: { $0.value }, set: { $0.value = $1 })
        ],
        makeView: { context in
          let label = Label(in: context)
          label[.role] = "status"
          return label
        }))
    let decoded = try Decoded(#"{"type": "badge", "value": 3}"#, components: registry)
    #expect(decoded.diagnostics == [])
    let view = try BuiltScreen().build(decoded.component)
    #expect(view.value == "3")
    #expect(view[.role] == "status")
    #expect(view.property("value") == "3")
  }
}
