import Foundation
import TesseraServices
import TesseraValues

/// The result of a service action.
enum ActionResult: Sendable {
  case success(ActionOutcome)
  case failure(ActionFailure)
}

/// The outcome of a successful action.
struct ActionOutcome: Sendable {
  /// The stored object, if it was a single one, as the input of the next action.
  var object: Value?
  /// The response of the service.
  var response: Value = .null
  /// The name of the next action.
  var nextAction: String?
  /// The elements whose requests failed, if the action sent one for each element of a list.
  var failures: [ElementFailure] = []
}

/// The failure of a request for one element of a list.
struct ElementFailure: Sendable, Hashable {
  /// The element.
  var element: Value
  /// A message for users: one sentence.
  var message: String

  /// The failure as bindings read it.
  var value: Value { ["item": element, "message": .string(message)] }
}

/// The reason why an action failed.
struct ActionFailure: Sendable, Error {
  /// A message for users: one sentence.
  var message: String
  /// A message for developers, with details.
  var detail: String
  /// The HTTP status, if there was a response.
  var status: Int?
  /// The time after which the server takes requests again, if it says so.
  var retryDate: Date?
  /// The response, if it was JSON.
  var response: Value = .null
  /// Whether the service has no such action.
  var isUnknown = false
  /// Whether the action was cancelled, so that no error is shown.
  var isCancelled = false
  /// The elements whose requests failed, if the action sent one for each element of a list.
  var failures: [ElementFailure] = []

  init(_ message: String) {
    self.message = message
    detail = message
  }

  init(_ error: ServiceError) {
    message = error.message
    detail = error.description
    status = error.status
    retryDate = error.retryDate
    response = error.response ?? .null
    isUnknown = error.kind == .unknownAction
    isCancelled = error.kind == .cancelled
  }
}

/// A report of a running action.
enum ActionReport: Sendable {
  /// The progress of the upload, from 0 to 1.
  case progress(Double)
  /// A URL that the user who started the action must open.
  case open(String)
}
