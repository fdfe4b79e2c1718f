import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

/// A file as a host sends it, and the expected result.
struct FileCase: Sendable, CustomTestStringConvertible {
  var attributes: String
  var file: Value
  /// The name and the size that the widget receives; nil if the file is rejected.
  var taken: String?
  /// The message that the user sees.
  var error: String?

  init(_ attributes: String, _ file: Value, taken: String? = nil, error: String? = nil) {
    (self.attributes, self.file, self.taken, self.error) = (attributes, file, taken, error)
  }

  var testDescription: String { "\(attributes) \(file)".prefix(120).description }
}

@Suite("Files and frames")
struct FilePickerTests {
  @Test(arguments: [
    FileCase("", ["name": "a.txt", "type": "text/plain", "data": "aGVsbG8="], taken: "a.txt text/plain 5 aGVsbG8="),
    FileCase("", ["name": "../../b.txt", "data": ""], taken: "b.txt application/octet-stream 0 "),
    FileCase("", ["name": "C:\\c\u{202E}gpj.exe", "data": ""], taken: "cgpj.exe application/octet-stream 0 "),
    FileCase("", ["name": "d", "type": "a\r\nb: c/d", "data": ""], taken: "d application/octet-stream 0 "),
    FileCase("", ["name": "e.txt", "data": "no base 64!"], error: "The type of e.txt is not accepted here"),
    FileCase(
      #", "accept": ["image/*", ".csv"]"#, ["name": "f.CSV", "type": "text/csv", "data": ""],
      taken: "f.CSV text/csv 0 "),
    FileCase(
      #", "accept": ["image/*", ".csv"]"#, ["name": "g.png", "type": "image/png", "data": ""],
      taken: "g.png image/png 0 "),
    FileCase(
      #", "accept": ["image/*"]"#, ["name": "h.txt", "type": "text/plain", "data": ""],
      error: "The type of h.txt is not accepted here"),
    FileCase(
      #", "maximumSize": 4"#, ["name": "i", "data": "aGVsbG8="], error: "The file is larger than 4 bytes"),
    FileCase("", ["name": "huge", "size": 1_000_000_000], error: "The file is larger than 1 MB"),
    FileCase("", ["name": "huge", "size": .double(.infinity)], error: "The file is larger than 1 MB"),
    FileCase(#", "required": true"#, ["name": "huge", "size": 2_000_000], error: "The file is larger than 1 MB"),
    FileCase("", "no file", error: "The type of  is not accepted here"),
  ])
  func `a valid file is accepted`(example: FileCase) async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"file": null}},
         "view": {"type": "container", "children": [
           {"type": "filePicker", "id": "picker", "bind": "state.file"\(example.attributes)},
           {"type": "text", "id": "label",
            "text": "@{state.file == null ? '' : state.file.name + ' ' + state.file.type + ' ' + state.file.size + ' ' + state.file.data}"}]}}
        """)
    let host = await widget.open()
    await host.send(.change(try await host.node("picker").id, value: example.file))
    #expect(try await host.text("label") == example.taken ?? "")
    #expect(try await host.node("picker")[.error] == (example.error.map(Value.string) ?? .null))
    // Data that a host sent is not sent back to it.
    #expect(try await host.node("picker")[.value].value(at: "data") == .null)
  }

  @Test func `an image is recognized by its content, has room for itself, and can be removed`() async throws {
    let widget = try TestWidget(
      view: #"{"type": "container", "children": [{"type": "filePicker", "id": "picker"}]}"#)
    let host = await widget.open()
    let height = try await host.node("picker").frame.height
    await host.send(
      .change(try await host.node("picker").id, value: ["name": "a.txt", "type": "text/plain", "data": "iVBORw0KGgo="]))
    #expect(try await host.node("picker")[.content] == true)
    #expect(try await host.node("picker").frame.height == height + 128)
    await host.send(.change(try await host.node("picker").id, value: .null))
    #expect(try await host.node("picker")[.text] == .null)
    #expect(try await host.node("picker").frame.height == height)
  }

  @Test(arguments: [
    ("https://maps.example.org/a?b=c", true), ("https://other.example.org/", false), ("javascript:alert(1)", false),
    ("data:text/html,x", false), ("http://maps.example.org:8080/", false), ("", false),
  ])
  func `a frame shows pages of the manifest's hosts only`(address: String, isShown: Bool) async throws {
    let widget = try TestWidget(files: [
      "widget.json": #"{"id": "org.example.test", "name": "Test", "hosts": ["maps.example.org"]}"#,
      "screens/Main.json":
        """
      {"context": {"id": "page", "value": {"address": "\(address)"}},
       "view": {"type": "webView", "id": "web", "url": "@{page.address}"}}
      """,
    ])
    let host = await widget.open()
    #expect(try await host.node("web")[.content] == (isShown ? .string(address) : .null))
    #expect(await host.presentation.problems.isEmpty == (isShown || address.isEmpty))
  }
}
