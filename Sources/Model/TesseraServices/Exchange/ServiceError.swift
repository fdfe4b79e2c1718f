public import Foundation
public import TesseraValues

/// The reason why an action has no result. The ``message`` is meant for the user of the widget.
public struct ServiceError: Error, Sendable, Hashable {
  /// The category of an error. New kinds may be added, so a `switch` over it needs a default.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// A stable name in kebab case.
    public var rawValue: String
    /// Creates a kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The service has no action with that name.
    public static let unknownAction = Kind(rawValue: "unknown-action")
    /// The stub has no response for the action.
    public static let notImplemented = Kind(rawValue: "not-implemented")
    /// No valid request can be built from the action and the object, for example because of an invalid URL or a line
    /// break in a header field.
    public static let invalidRequest = Kind(rawValue: "invalid-request")
    /// The manifest does not list the host.
    public static let hostNotAllowed = Kind(rawValue: "host-not-allowed")
    /// The host resolves to a private or otherwise disallowed address.
    public static let addressNotAllowed = Kind(rawValue: "address-not-allowed")
    /// The host's name cannot be resolved.
    public static let hostNotFound = Kind(rawValue: "host-not-found")
    /// The connection could not be established, or it was lost.
    public static let connection = Kind(rawValue: "connection")
    /// The exchange exceeded its time limit.
    public static let timeout = Kind(rawValue: "timeout")
    /// A redirect was not followed: there are too many, its target is missing or invalid, or it leads from `https` to
    /// `http`.
    public static let redirect = Kind(rawValue: "redirect")
    /// The request is larger than allowed, or the response is, before or after decompression.
    public static let tooLarge = Kind(rawValue: "too-large")
    /// The response ended early.
    public static let truncated = Kind(rawValue: "truncated")
    /// The server responded with an unsuccessful status.
    public static let status = Kind(rawValue: "status")
    /// The response cannot be decoded as JSON, or in the format that the action declares.
    public static let notJSON = Kind(rawValue: "not-json")
    /// The response has another structure than the action declares.
    public static let unexpectedShape = Kind(rawValue: "unexpected-shape")
    /// The response has an unexpected media type, such as a page instead of an image.
    public static let contentType = Kind(rawValue: "content-type")
    /// The request is not authenticated, or the service denies access.
    public static let unauthorized = Kind(rawValue: "unauthorized")
    /// Requests to the host exceed the rate limit.
    public static let tooManyRequests = Kind(rawValue: "too-many-requests")
    /// The task was cancelled.
    public static let cancelled = Kind(rawValue: "cancelled")
  }

  /// The category of the error.
  public var kind: Kind
  /// The name of the action; nil for a resource.
  public var action: String?
  /// The HTTP status, if there was a response.
  public var status: Int?
  /// One sentence for the user, from the server if it sent one.
  public var message: String
  /// Details for developers: the underlying error, the URL, the position.
  public var underlying: String?
  /// The time after which the server takes requests again, if it says so.
  public var retryDate: Date?
  /// The response of the failure, if it is JSON.
  public var response: Value?

  /// Creates an error.
  public init(
    _ kind: Kind, action: String? = nil, status: Int? = nil, message: String, underlying: String? = nil,
    response: Value? = nil
  ) {
    self.kind = kind
    self.action = action
    self.status = status
    self.message = message
    self.underlying = underlying
    self.response = response
  }

  /// Returns the error with the name of an action. A name that is already set is kept.
  func inAction(_ name: String) -> ServiceError {
    var copy = self
    copy.action = action ?? name
    return copy
  }

  /// Whether the error concerns a received message rather than the connection.
  package var isOfMessage: Bool { kind == .notJSON || kind == .unexpectedShape }

  /// Whether the server is temporarily unable to respond (RFC 5861, section 4).
  package var isTransient: Bool {
    switch kind {
    case .connection, .timeout, .hostNotFound, .truncated: true
    case .status: [500, 502, 503, 504].contains(status)
    default: false
    }
  }

  /// The error as screens see it: `kind`, `action`, `status`, `code` (the status, or 0), `message` and
  /// `retryDate`.
  public var value: Value {
    [
      "kind": .string(kind.rawValue), "action": action.map(Value.string) ?? .null,
      "status": status.map { .integer(Int64($0)) } ?? .null, "code": .integer(Int64(status ?? 0)),
      "message": .string(message), "retryDate": retryDate.map(Value.date) ?? .null,
    ]
  }
}

extension HTTPURL {
  /// Parses the URL of a request.
  init(ofRequest text: String) throws(ServiceError) {
    do {
      try self.init(text)
    } catch {
      throw ServiceError(.invalidRequest, message: "The request has no valid address", underlying: "it \(error.words)")
    }
  }
}

extension ServiceError: CustomStringConvertible {
  /// The error in the form `homeFeed: not-json (200): message; underlying`.
  public var description: String {
    let head = action.map { "\($0): " } ?? ""
    let code = status.map { " (\($0))" } ?? ""
    let tail = underlying.map { "; \($0)" } ?? ""
    return "\(head)\(kind.rawValue)\(code): \(message)\(tail)"
  }
}
