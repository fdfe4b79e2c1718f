import TesseraComponents
import TesseraValues
import TesseraViews

/// An action of an app: it keeps what a person wants to be reminded of, and how urgent that is.
struct Remind: ServerDrivenAction {
  static let documentation = "Reminds of something."
  static let memberDocumentation = [
    "note": "What of.", "urgency": "How urgent it is; 'normal' by default.", "onKept": "It is kept.",
  ]

  static let eventDetails: [String: [EventDefinition.Member]] = [
    "onKept": [.init("text", .string, "what is kept")]
  ]

  enum Urgency: String, Decodable, CaseIterable {
    case low, normal, high
  }

  struct NothingToKeep: Error, CustomStringConvertible {
    let description = "There is nothing to be reminded of"
  }

  var note: String
  var urgency: Urgency?
  var onKept: Event?

  func perform(_ run: ActionRun) throws {
    guard !note.isEmpty else { throw NothingToKeep() }
    let sign = urgency == .high ? "!" : ""
    onKept?(["text": .string(note + sign)])
  }
}
