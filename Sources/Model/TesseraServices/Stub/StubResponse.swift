import Synchronization
import TesseraValues

/// A response of the stub, with the conditions under which it is returned.
package struct StubResponse: Sendable, Hashable {
  /// The number of the request that gets this response, counted from 1; nil matches every request.
  let call: Int?
  /// The texts that the object of a request must contain, keyed by key path.
  let conditions: [ValuePath: String]
  /// The outcome of a matching request.
  let outcome: Outcome

  /// The outcome of a request.
  enum Outcome: Sendable, Hashable {
    /// A response with a status and a body that may contain placeholders. Null means no body.
    case response(status: Int, body: RequestTemplate)
    /// A failure: the request does not reach the server, or no response arrives.
    case failure(Failure)
  }

  /// The simulated transport failures, with the names of the error kinds that screens see.
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

  /// Creates a response to every request.
  init(_ body: Value) {
    call = nil
    conditions = [:]
    outcome = .response(status: 200, body: RequestTemplate(body))
  }

  /// Decodes the members of a response from an object that may have others.
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
      outcome = .response(status: status ?? 200, body: RequestTemplate(body?.value ?? .null))
    }
  }

  private static func readInteger(_ key: String, from fields: inout ObjectReader, in range: ClosedRange<Int>) -> Int? {
    guard let found = fields.read(key, as: .number) else { return nil }
    if let number = Int(exactly: found.value), range.contains(number) { return number }
    fields.report.add(
      "service-stub", found.range, "'\(key)' is a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// Returns whether the response matches a request.
  /// - Parameter call: The number of the request, counted from 1.
  func isFor(call: Int, object: Value) -> Bool {
    (self.call ?? call) == call && conditions.allSatisfy { object.value(at: $0.key).description == $0.value }
  }
}

/// Counts the requests that the stubs of an instance respond to, so that a later request can get another response.
package final class StubCalls: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// Creates counters that start at zero.
  package init() {}

  /// Counts a request.
  /// - Parameter name: The name of the action or stub. The number of names is limited by the document.
  /// - Returns: The number of the request, counted from 1.
  package func next(for name: String) -> Int {
    counts.withLock { counts in
      let count = (counts[name] ?? 0) + 1
      counts[name] = count
      return count
    }
  }
}
