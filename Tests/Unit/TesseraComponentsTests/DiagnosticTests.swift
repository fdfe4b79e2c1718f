import TesseraComponents
import TesseraValues
import Testing

/// Every rule of the decoder, with a document that violates it. `↓` marks the position of the diagnostic.
@Suite("Diagnostics of components")
struct DiagnosticTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var document: String
    var rule: String
    var message: String
    var fix: String?
    var testDescription: String { "\(rule): \(message)" }

    init(_ document: String, _ rule: String, _ message: String, _ fix: String? = nil) {
      self.document = document
      self.rule = rule
      self.message = message
      self.fix = fix
    }
  }

  static let components: [Case] = [
    Case(#"↓5"#, "component-type", "A component is an object with a 'type', found number"),
    Case(
      #"{"type": "container", "children": [↓["text"]]}"#, "component-type",
      "A component is an object with a 'type', found list"),
    Case(#"↓{"id": "a"}"#, "component-type", "A component needs a 'type'", "Add 'type', such as 'container'"),
    Case(#"{"type": ↓true}"#, "component-type", "'type' takes text, found true or false"),
    Case(#"{"type": ↓"txet"}"#, "unknown-component", "Unknown component 'txet'", "did you mean 'text'?"),
    Case(#"{"type": ↓"hologram"}"#, "unknown-component", "Unknown component 'hologram'"),
    Case(#"{"type": "text", "id": ↓5}"#, "component-id", "'id' takes text, found number"),
    Case(#"{"type": "text", "id": ↓""}"#, "component-id", "An 'id' must not be empty"),
    Case(
      """
      {"type": "container", "id": "a", "children": [
        {"type": "text", "id": ↓"a"}
      ]}
      """, "duplicate-id", "The id 'a' is used twice on this screen; it first appears at line 1",
      "Rename one of the two"),
    Case(#"{"type": "text", ↓"children": []}"#, "component-children", "'text' has no children"),
    Case(
      #"{"type": "container", "children": ↓{"type": "text"}}"#, "component-children",
      "'children' takes a list, found object"),
    Case(#"{"type": "table", "cells": ↓[]}"#, "component-cells", "'cells' takes an object of components, found list"),
    Case(
      #"{"type": "text", ↓"txt": "a"}"#, "unknown-attribute", "Unknown attribute 'txt' of 'text'",
      "did you mean 'text'?"),
    Case(
      #"{"type": "table", ↓"heder": {"type": "text"}}"#, "unknown-attribute", "Unknown attribute 'heder' of 'table'",
      "did you mean 'header'?"),
    Case(#"{"type": "container", ↓"cells": {}}"#, "unknown-attribute", "Unknown attribute 'cells' of 'container'"),
    Case(
      #"{"type": "text", ↓"identifier": "a"}"#, "read-only-attribute",
      "Attribute 'identifier' of 'text' is read-only",
      "Replace 'identifier' with 'id'"),
    Case(
      #"{"type": "table", ↓"rowCount": 5}"#, "read-only-attribute",
      "Attribute 'rowCount' of 'table' is read-only"),
    Case(
      #"{"type": "text", "text": ↓{"a": 1}}"#, "attribute-type",
      "Attribute 'text' of 'text' takes text, found object"),
    Case(
      #"{"type": "text", "hidden": ↓"yes"}"#, "attribute-type",
      "Attribute 'hidden' of 'text' takes true or false, found 'yes'"),
    Case(
      #"{"type": "image", "contentMode": ↓"aspectfit"}"#, "attribute-type",
      "Attribute 'contentMode' of 'image' takes one of 'scaleToFill', 'aspectFit', 'aspectFill', 'center', found 'aspectfit'",
      "did you mean 'aspectFit'?"),
    Case(
      #"{"type": "text", "color": ↓"acent"}"#, "attribute-type", "'acent' is not a colour", "did you mean 'accent'?"),
    Case(
      #"{"type": "image", "image": ↓"lgo.png"}"#, "missing-image", "The bundle has no image 'lgo.png'",
      "did you mean 'logo.png'?"),
    Case(#"{"type": "image", "value": ↓"a.png"}"#, "missing-image", "The bundle has no image 'a.png'"),
    Case(#"{"type": "button", "image": ↓"a.png"}"#, "missing-image", "The bundle has no image 'a.png'"),
    Case(
      #"{"type": "image", "url": ↓"logo.png"}"#, "image-address",
      "The address of an image begins with 'https://' or 'http://', found 'logo.png'",
      "Use 'image' for pictures of the bundle"),
    Case(
      #"{"type": "image", "imageUrl": ↓"file:///etc/passwd"}"#, "image-address",
      "The address of an image begins with 'https://' or 'http://', found 'file:///etc/passwd'"),
  ]

  static let actions: [Case] = [
    Case(#"↓"pop""#, "action-type", "An action is an object with a 'type', found text"),
    Case(#"↓{"screen": "Feed"}"#, "action-type", "An action needs a 'type'", "Add 'type', such as 'push'"),
    Case(#"{"type": ↓5}"#, "action-type", "'type' takes text, found number"),
    Case(#"{"type": ↓"psh"}"#, "unknown-action", "Unknown action 'psh'", "did you mean 'push'?"),
    Case(
      #"↓{"type": "push"}"#, "missing-attribute", "Action 'push' needs 'screen'",
      "Add 'screen': name of a screen"),
    Case(
      #"{"type": "present", "screen": ↓5}"#, "attribute-type",
      "Attribute 'screen' of action 'present' takes name of a screen, found number"),
    Case(
      #"{"type": "push", "screen": ↓"Feeed"}"#, "unknown-screen", "The bundle has no screen 'Feeed'",
      "did you mean 'Feed'?"),
    Case(#"{"type": "pop", ↓"screen": "Feed"}"#, "unknown-attribute", "Unknown attribute 'screen' of action 'pop'"),
    Case(
      #"{"type": "alert", ↓"mesage": "a"}"#, "unknown-attribute", "Unknown attribute 'mesage' of action 'alert'",
      "did you mean 'message'?"),
    Case(
      #"{"type": "alert", "title": ↓["a"]}"#, "attribute-type",
      "Attribute 'title' of action 'alert' takes text, found list"),
  ]

  static let styles: [Case] = [
    Case(#"↓"row""#, "style-type", "'style' takes an object, found text"),
    Case(#"{"width": ↓true}"#, "style-type", "'width' takes a number, a text or an object, found true or false"),
    Case(#"{"margin": ↓{"left": [1]}}"#, "style-type", "'margin' takes a number, a text or an object, found object"),
    Case(#"{↓"widht": 5}"#, "unknown-style", "Unknown style property 'widht'", "did you mean 'width'?"),
    Case(
      #"{↓"backgroundColour": "accent"}"#, "unknown-style", "Unknown style property 'backgroundColour'",
      "did you mean 'backgroundColor'?"),
    Case(
      #"{"margin": {↓"lft": 5}}"#, "unknown-style",
      "Unknown key 'lft' in 'margin'; expected one of 'left', 'top', 'right', 'bottom', 'start', 'end', 'horizontal', "
        + "'vertical', 'all'", "did you mean 'left'?"),
    Case(
      #"{"flexWrap": ↓"wrapp"}"#, "style-value",
      "'flexWrap' is 'wrapp'; expected one of 'nowrap', 'wrap', 'wrap-reverse'", "did you mean 'wrap'?"),
    Case(
      #"{"padding": {"top": ↓-1.5}}"#, "style-value", "'padding.top' is -1.5; expected a finite number of 0 or more"),
    Case(
      #"{"opacity": ↓2}"#, "style-value", "'opacity' takes a number from 0 to 1, found 2"),
    Case(#"{"fontSize": ↓"big"}"#, "style-value", "'fontSize' takes a number from 1 to 500, found 'big'"),
    Case(
      #"{"color": ↓"lable"}"#, "style-value", "'color' takes a colour such as '#3366ff' or 'accent', found 'lable'",
      "did you mean 'label'?"),
    Case(
      ##"{"borderColor": ↓"#12345"}"##, "style-value",
      "'borderColor' takes a colour such as '#3366ff' or 'accent', found '#12345'"),
    Case(
      #"{"textAlign": ↓"centre"}"#, "style-value",
      "'textAlign' takes one of 'start', 'center', 'end', 'left', 'right', found 'centre'", "did you mean 'center'?"),
    Case(
      #"{"fontStyle": ↓7}"#, "style-value", "'fontStyle' takes one of 'normal', 'italic', found 7"),
    Case(
      #"{"shadow": ↓3}"#, "style-value", "'shadow' takes an object with x, y, radius and color, found number"),
    Case(#"{"shadow": {"radius": ↓-1}}"#, "style-value", "'radius' takes a number from 0 to 1000, found -1"),
    Case(
      #"{"shadow": {↓"colour": "accent"}}"#, "unknown-style", "Unknown part 'colour' of 'shadow'",
      "did you mean 'color'?"),
  ]

  @Test(arguments: components)
  func `an invalid component is reported`(example: Case) throws { try check(example, example.document) }

  @Test(arguments: actions)
  func `an invalid action is reported`(example: Case) throws {
    try check(example, "{\"type\": \"button\", \"onPress\":\n  [\(example.document)]}")
    try check(example, #"{"type": "text", "onPress": \#(example.document)}"#)
  }

  @Test(arguments: styles)
  func `an invalid style is reported`(example: Case) throws {
    try check(example, #"{"type": "text", "text": "ä", "style": \#(example.document)}"#)
  }

  private func check(_ example: Case, _ marked: String) throws {
    let document = MarkedDocument(marked)
    let diagnostics = try Decoded(document.text).diagnostics
    try #require(diagnostics.count == 1, "\(diagnostics)")
    #expect(diagnostics[0].rule == example.rule)
    #expect(diagnostics[0].message == example.message)
    #expect(diagnostics[0].fix == example.fix)
    #expect(diagnostics[0].severity == .error)
    #expect(diagnostics[0].range?.start == document.places.first)
  }

  @Test func `a document with many problems reports them all, in document order`() throws {
    let document = MarkedDocument(
      """
      {
        "type": "container",
        ↓"chlidren": [],
        "style": {"width": ↓"wide", ↓"hight": 3},
        "children": [
          {"type": ↓"lable"},
          {"type": "text", "text": "alive"},
          {"type": "button", "onPress": {"type": "push", "screen": ↓"Nowhere"}}
        ]
      }
      """)
    let decoded = try Decoded(document.text)
    #expect(decoded.diagnostics.map { $0.range?.start } == document.places)
    #expect(decoded.component.children.map(\.type) == [nil, "text", "button"])
  }

  @Test func `comments are ignored everywhere`() throws {
    let decoded = try Decoded(
      """
      {"***": "a remark", "type": "table", "style": {"***": 1, "margin": {"***": [], "left": 3}, "shadow": {"***": 0}},
       "cells": {"***": "rows", "Cell": {"type": "text", "onPress": {"***": {}, "type": "pop"}}}}
      """)
    #expect(decoded.diagnostics == [])
    #expect(decoded.component.prototypes.keys.sorted() == ["Cell"])
  }
}
