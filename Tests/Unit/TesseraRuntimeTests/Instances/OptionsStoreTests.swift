import TesseraValues
import Testing

@testable import TesseraRuntime

/// What widgets write to their own options.
struct OptionsStoreTests {
  @Test(arguments: [1, 70_000])
  func `What a widget writes stays while its person's settings stay`(lengthBefore: Int) throws {
    let widget = try TestWidget(
      files: [
        "widget.json": """
        {"id": "org.example.test", "name": "Test", "main": "Main", "options": [{"name": "note", "type": "string"}]}
        """,
        "screens/Main.json": #"{"view": \#(container())}"#,
      ])
    let options = widget.instance.options
    options.write("note", to: .string(String(repeating: "x", count: lengthBefore)))
    options.write("note", to: "kept")
    options.setAll([:])
    #expect(options.value.value(forKey: "note") == "kept")
    options.setAll(["note": "typed"])
    #expect(options.value.value(forKey: "note") == "typed")
  }
}
