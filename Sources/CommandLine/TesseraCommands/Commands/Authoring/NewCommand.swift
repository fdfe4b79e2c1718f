import ArgumentParser
import Foundation

/// `tessera new`: creates a small widget to start from.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a small widget to start from, and a scenario that tests it.",
    discussion: "Creates the folder and prints how to see the widget while you work on it. Nothing is overwritten.")

  @Argument(help: "The folder to create, such as Notes.widget.")
  var bundle: String

  func validate() throws {
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw ValidationError("'\(bundle)' is not a name for a widget; try Notes.widget")
    }
  }

  func run() throws {
    let files = FileManager.default
    let folder = URL(filePath: path)
    guard !files.fileExists(atPath: folder.path) else {
      throw ValidationError("'\(path)' already exists; choose another name, or delete it first")
    }
    do {
      for (path, text) in documents {
        let file = folder.appending(path: path)
        try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
    } catch {
      throw ValidationError("'\(path)' cannot be created: \(error.localizedDescription)")
    }
    let shown = path.contains(" ") ? "'\(path)'" : path
    StandardOutput.write(
      """
      Created \(path). To see it, and each change as you save it:
        tessera serve --watch \(shown)
      To test it:
        tessera test \(shown)/tests/main.yaml

      """)
  }

  private var path: String {
    let trimmed = bundle.hasSuffix("/") ? String(bundle.dropLast()) : bundle
    return trimmed.hasSuffix(".widget") ? trimmed : trimmed + ".widget"
  }

  /// The widget's display name.
  private var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// The last part of the widget's identifier: lower-case letters, digits and hyphens.
  private var label: String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "widget" : words.joined(separator: "-")
  }

  private var documents: [(path: String, text: String)] {
    // A name may contain any characters, so it is quoted as a JSON string.
    let quoted =
      "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").filter { !$0.isNewline } + "\""
    return [
      (
        "widget.json",
        """
        { "id": "org.example.\(label)", "name": \(quoted) }

        """
      ),
      (
        "screens/Main.json",
        """
        {
          "navigationItem": { "title": \(quoted) },
          "context": { "id": "state", "value": { "name": "", "greetings": [] } },
          "view": {
            "type": "container",
            "style": { "padding": 16, "gap": 12 },
            "children": [
              {
                "type": "form",
                "style": { "flexDirection": "row", "gap": 8 },
                "onSubmit": [
                  { "type": "setContext", "path": "greetings", "value": "@{insert(state.greetings, state.name, 0)}" },
                  { "type": "setContext", "path": "name", "value": "" }
                ],
                "children": [
                  {
                    "type": "textInput",
                    "id": "nameField",
                    "bind": "state.name",
                    "placeholder": "Your name",
                    "style": { "flexGrow": 1 }
                  },
                  {
                    "type": "button",
                    "id": "greetButton",
                    "text": "Greet",
                    "configuration": "filled",
                    "disabled": "@{isEmpty(state.name)}",
                    "onPress": { "type": "submit" }
                  }
                ]
              },
              {
                "type": "list",
                "id": "greetings",
                "items": "@{state.greetings}",
                "separators": true,
                "style": { "flexGrow": 1 },
                "template": { "type": "text", "id": "greetingLabel", "text": "Hello, @{item}!", "style": { "padding": 12 } },
                "empty": {
                  "type": "text",
                  "id": "emptyLabel",
                  "text": "No greetings yet",
                  "style": { "color": "secondaryLabel", "padding": 12 }
                }
              }
            ]
          }
        }

        """
      ),
      (
        "tests/main.yaml",
        """
        size: 320x480
        steps:
          - expect: { id: emptyLabel, text: "No greetings yet" }
          - expect: { id: greetButton, disabled: true }
          - type: { into: nameField, text: "Ada" }
          - tap: greetButton
          - expect: { id: greetingLabel, text: "Hello, Ada!" }
          - expect: { id: nameField, value: "" }

        """
      ),
    ]
  }
}
