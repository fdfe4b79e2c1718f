import Synchronization
import TesseraValues

/// One answer of the stub, and the requests for which it is given.
package struct StubResponse: Sendable, Hashable {
  /// The request that gets it, counted from 1; nil for each.
  let call: Int?
  /// What the object of a request has to say, as text, by key path.
  let conditions: [ValuePath: String]
  /// What it answers.
  let outcome: Outcome

  /// What a request comes to.
  enum Outcome: Sendable, Hashable {
    /// A status and a body with placeholders; null is no body.
    case answer(status: Int, body: RequestTemplate)
    /// The request does not reach the server, or no answer comes back.
    case failure(Failure)
  }

  /// Ways to the server that fail, by the kinds that screens see.
  enum Failure: String, Sendable, Hashable, CaseIterable {
    case connection
    case hostNotFound = "host-not-found"
    case timeout

    func error(action: String? = nil) -> ServiceError {
      let message =
        switch self {
        case .connection: "The server cannot be reached"
        case .hostNotFound: "The server cannot be found"
        case .timeout: "The server did not answer in time"
        }
      return ServiceError(ServiceError.Kind(rawValue: rawValue), action: action, message: message)
    }
  }

  /// An answer to each request.
  init(_ body: Value) {
    call = nil
    conditions = [:]
    outcome = .answer(status: 200, body: RequestTemplate(body))
  }

  /// Takes the members of an answer from an object that may have others.
  init(from fields: inout ObjectReader) {
    call = Self.readInteger("call", from: &fields, in: 1...1_000_000)
    var texts: [ValuePath: String] = [:]
    if var members = fields.readObject("when", called: "'when'") {
      for member in members.readMembers() { texts[ValuePath(member.name)] = member.value.plainValue.description }
    }
    conditions = texts
    let failure: Located<Failure>? = fields.readChoice("failure", rule: "service-stub", what: "failure")
    let status = Self.readInteger("status", from: &fields, in: 200...599)
    let body = fields.read("response")
    if let failure {
      outcome = .failure(failure.value)
      if status != nil || body != nil {
        fields.report.add("service-stub", failure.range, "A request that fails has neither 'status' nor 'response'")
      }
    } else {
      outcome = .answer(status: status ?? 200, body: RequestTemplate(body?.value ?? .null))
    }
  }

  private static func readInteger(_ key: String, from fields: inout ObjectReader, in range: ClosedRange<Int>) -> Int? {
    guard let found = fields.read(key, as: .number) else { return nil }
    if let number = Int(exactly: found.value), range.contains(number) { return number }
    fields.report.add(
      "service-stub", found.range, "'\(key)' is a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// Whether it is for a request.
  /// - Parameter call: which one it is, counted from 1.
  func isFor(call: Int, object: Value) -> Bool {
    (self.call ?? call) == call && conditions.allSatisfy { object.value(at: $0.key).description == $0.value }
  }
}

/// Counts the requests that stubs of an instance answer, so that they can answer the second one otherwise.
package final class StubCalls: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// Nothing was asked yet.
  package init() {}

  /// Counts a request.
  /// - Parameter name: what is asked for; one of as many as the document has.
  /// - Returns: which one it is, from 1.
  func next(for name: String) -> Int {
    counts.withLock { counts in
      let count = (counts[name] ?? 0) + 1
      counts[name] = count
      return count
    }
  }
}
