import Foundation
import TesseraBoard
import TesseraBundles
import TesseraData
import TesseraRuntime
import TesseraTestSupport

@testable import TesseraBoardService
@testable import TesseraProtocol

/// A folder for the data of a test, and the boards that are stored in it.
final class BoardFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  var file: URL { url.appending(path: "board.sqlite") }

  /// A widget with options, one of which is secret and one of which depends on a condition.
  static let note = [
    "widget.json": """
    {"id": "org.example.note", "name": "Note", "sizes": {"default": "2×2", "minimum": "1×1"}, "options": [
      {"name": "mode", "type": "choice", "choices": ["plain", "custom"]},
      {"name": "size", "type": "number", "range": [1, 9], "default": 2, "condition": "mode = 'custom'"},
      {"name": "password", "type": "string", "secret": true}]}
    """,
    "screens/Main.json": #"{"view": {"type": "text", "id": "text", "text": "@{options.mode}"}}"#,
  ]

  func library(_ widgets: [[String: String]] = [note]) -> WidgetLibrary {
    let library = WidgetLibrary(
      environment: RuntimeEnvironment(textMeasuring: FixedWidthTextMeasuring()), folder: url)
    for files in widgets {
      let bundle = WidgetBundle(texts: files)
      library.add(WidgetDefinition(bundle: bundle))
    }
    return library
  }

  func open(_ library: WidgetLibrary? = nil) throws -> BoardHost {
    try BoardHost(store: BoardStore(location: .file(file)), library: library ?? self.library())
  }
}

extension BoardHost {
  func edit(_ edit: BoardEdit) async throws -> BoardUpdate {
    try await perform(edit, on: Self.mainBoard, BoardGrid.standard.size)
  }

  func back(isUndo: Bool = true) async throws -> BoardUpdate {
    try await step(isUndo: isUndo, on: Self.mainBoard, BoardGrid.standard.size)
  }

  var main: BoardUpdate {
    get throws { try update(of: Self.mainBoard, on: BoardGrid.standard.size) }
  }
}
