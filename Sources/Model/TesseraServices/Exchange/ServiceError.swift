public import TesseraValues

/// Why an action has no result, as data. The words in ``message`` are for the person in front of the widget.
public struct ServiceError: Error, Sendable, Hashable {
  /// What went wrong. Grows over time, so a `switch` over it needs a default.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// A stable name in kebab case.
    public var rawValue: String
    /// Creates a kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The service has no action of that name.
    public static let unknownAction = Kind(rawValue: "unknown-action")
    /// The stub has no answer for the action.
    public static let notImplemented = Kind(rawValue: "not-implemented")
    /// No request can be made of the action and the object: a URL that is none, a header with a line break.
    public static let invalidRequest = Kind(rawValue: "invalid-request")
    /// The manifest does not name the host.
    public static let hostNotAllowed = Kind(rawValue: "host-not-allowed")
    /// The host stands for a private or otherwise closed address.
    public static let addressNotAllowed = Kind(rawValue: "address-not-allowed")
    /// The host's name has no address.
    public static let hostNotFound = Kind(rawValue: "host-not-found")
    /// No connection came about, or it broke.
    public static let connection = Kind(rawValue: "connection")
    /// The exchange took longer than allowed.
    public static let timeout = Kind(rawValue: "timeout")
    /// A redirect that is not followed: too many, to a closed host, without a target.
    public static let redirect = Kind(rawValue: "redirect")
    /// The answer is larger than allowed, before or after decompression, or the request is.
    public static let tooLarge = Kind(rawValue: "too-large")
    /// The answer ended early.
    public static let truncated = Kind(rawValue: "truncated")
    /// The server answered with a status that is no success.
    public static let status = Kind(rawValue: "status")
    /// The answer cannot be read as JSON.
    public static let notJSON = Kind(rawValue: "not-json")
    /// The answer is JSON of another shape than the action promises.
    public static let unexpectedShape = Kind(rawValue: "unexpected-shape")
    /// The answer is of a type that is not wanted, such as a page where a picture is asked for.
    public static let contentType = Kind(rawValue: "content-type")
    /// The service does not know who asks, or does not let them in.
    public static let unauthorized = Kind(rawValue: "unauthorized")
    /// Requests to the host come faster than they may.
    public static let tooManyRequests = Kind(rawValue: "too-many-requests")
    /// The task was cancelled.
    public static let cancelled = Kind(rawValue: "cancelled")
  }

  /// What went wrong.
  public var kind: Kind
  /// The action, or nil for a resource.
  public var action: String?
  /// The HTTP status, if there was an answer.
  public var status: Int?
  /// One sentence for people, from the server where it sent one.
  public var message: String
  /// More for developers: the error below, the URL, the position.
  public var underlying: String?
  /// The answer that came with the failure, if it is JSON.
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

  /// The same error, said to be of an action. An action that is already known stays.
  func inAction(_ name: String) -> ServiceError {
    var copy = self
    copy.action = action ?? name
    return copy
  }

  /// Whether it is about a message that came, and not about the way to the server.
  package var isOfMessage: Bool { kind == .notJSON || kind == .unexpectedShape }

  /// Whether the server cannot be asked, or cannot answer, for the time being (RFC 5861, section 4).
  package var isPassing: Bool {
    switch kind {
    case .connection, .timeout, .hostNotFound, .truncated: true
    case .status: [500, 502, 503, 504].contains(status)
    default: false
    }
  }

  /// The error as screens see it: `kind`, `action`, `status`, `code` (the status, or 0), `message`.
  public var value: Value {
    [
      "kind": .string(kind.rawValue), "action": action.map(Value.string) ?? .null,
      "status": status.map { .integer(Int64($0)) } ?? .null, "code": .integer(Int64(status ?? 0)),
      "message": .string(message),
    ]
  }
}

extension HTTPURL {
  /// Reads the address of a request.
  init(ofRequest text: String) throws(ServiceError) {
    do {
      try self.init(text)
    } catch {
      throw ServiceError(.invalidRequest, message: "The request has no valid address", underlying: "it \(error.words)")
    }
  }
}

extension ServiceError: CustomStringConvertible {
  /// `homeFeed: not-json (200): message; underlying`.
  public var description: String {
    let head = action.map { "\($0): " } ?? ""
    let code = status.map { " (\($0))" } ?? ""
    let tail = underlying.map { "; \($0)" } ?? ""
    return "\(head)\(kind.rawValue)\(code): \(message)\(tail)"
  }
}
