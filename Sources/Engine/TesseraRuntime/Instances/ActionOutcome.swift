import TesseraServices
import TesseraValues

/// What became of an action.
enum ActionResult: Sendable {
  case success(ActionOutcome)
  case failure(ActionFailure)
}

/// What an action that succeeded leads to.
struct ActionOutcome: Sendable {
  /// The one object that was stored, for the next action.
  var object: Value?
  /// What the service answered.
  var answer: Value = .null
  /// The action that follows.
  var nextAction: String?
}

/// Why an action failed.
struct ActionFailure: Sendable, Error {
  /// One sentence for people.
  var message: String
  /// More for developers.
  var detail: String
  /// Whether the service has no such action.
  var isUnknown = false
  /// Whether somebody gave it up, so that nobody has to be told.
  var isCancelled = false

  init(_ message: String) {
    self.message = message
    detail = message
  }

  init(_ error: ServiceError) {
    message = error.message
    detail = error.description
    isUnknown = error.kind == .unknownAction
    isCancelled = error.kind == .cancelled
  }
}

/// What an action tells before its end.
enum ActionReport: Sendable {
  /// How much of what is sent is sent, from 0 to 1.
  case progress(Double)
  /// An address that the person who asked has to see.
  case open(String)
}
