import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Images that a button picks, and the forms that send them.
struct MediaPickerTests {
  /// A GIF of one pixel.
  private static let picture: Value = [
    "name": "dot.gif", "type": "image/gif", "data": "R0lGODlhAQABAAAAACwAAAAAAQABAAAC",
  ]

  private func widget(_ attributes: String = "") throws -> TestWidget {
    func form(_ number: Int) -> String {
      """
      {"type": "mediaUploadFormView", "id": "form\(number)", "name": "ids", "resultInfoValueKey": "media.id", "children": [
        {"type": "uploadContainerView", "id": "box\(number)", "name": "data", "children": [
          {"type": "image", "id": "picture\(number)"}]},
        {"type": "progress", "id": "bar\(number)"}, {"type": "button", "id": "remove\(number)"}]}
      """
    }
    func element(_ number: Int) -> String {
      """
      "form\(number)": {"attrs": {\(attributes)}, "outlets": {"uploadContainer": "box\(number)", "progressBar": "bar\(number)"}},
      "box\(number)": {"outlets": {"previewView": "picture\(number)"}},
      "remove\(number)": {"action": {"target": "form\(number)", "selector": "detachAction:"}}
      """
    }
    return try TestWidget(
      view: """
        {"type": "form", "id": "post", "dublicateKeyPolicy": "join", "children": [
          {"type": "button", "id": "pick"}, \(form(1)), \(form(2)), {"type": "text", "id": "value"},
          {"type": "text", "id": "number"}]}
        """,
      objects: """
        {"picker": {"type": "StandardMediaPickerController", "attrs": {"imagesOnly": true},
           "outlets": {"sender": "pick", "forms": ["form1", "form2"]}},
         "upload1": {"type": "ActionController", "attrs": {"actionName": "send"}, "outlets": {"form": "form1"}},
         "upload2": {"type": "ActionController", "attrs": {"actionName": "send"}, "outlets": {"form": "form2"}}}
        """,
      elements: """
        {\(element(1)), \(element(2)), "value": {"bindings": [{"from": "post.value.ids"}]},
         "number": {"bindings": [{"from": "picker.pickedNumber"}]}}
        """,
      service: stubService(
        #""send": {"path": "/m", "httpMethod": "POST", "multipart": {"file": "data"}, "response": {"media": {"id": "m-$data.name"}}}"#
      )
    )
  }

  @Test func `Each file goes to the first form without one, and the answers are joined`() async throws {
    let widget = try widget()
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.node("pick")[.filePicking].value(at: "accept") == ["image/*"])
    for count in 1...3 {
      await host.send(.change(try await host.node("pick").id, value: Self.picture))
      #expect(try await host.text("number") == "\(min(count, 2))")
    }
    #expect(try await host.text("value") == "m-dot.gif,m-dot.gif")
    let shown = try await host.node("picture1")[.image].value(at: "data").string
    #expect(shown?.hasPrefix("data:image/gif;base64,R0lGOD") == true)
    try await host.press("remove1")
    #expect(try await host.text("number") == "1")
    #expect(try await host.text("value") == "m-dot.gif")
    #expect(try await host.node("picture1")[.image].isNull)
  }

  @Test func `A form that does not send at once waits`() async throws {
    let widget = try widget(#""autoUpload": false"#)
    let host = await widget.open()
    await host.send(.change(try await host.node("pick").id, value: Self.picture))
    #expect(try await host.text("number") == "1")
    #expect(try await host.text("value") == "")
  }

  @Test(
    arguments: [
      ["name": "a.txt", "type": "text/plain", "data": "aGVsbG8="],
      ["name": "film.mp4", "type": "image/png", "size": 90_000_000],
    ] as [Value])
  func `An invalid or too large image is rejected, and the user is notified`(file: Value) async throws {
    let widget = try widget()
    let host = await widget.open()
    await host.send(.change(try await host.node("pick").id, value: file))
    #expect(try await host.text("number") == "0")
    let alert = await host.alert
    #expect(alert != nil)
  }
}
