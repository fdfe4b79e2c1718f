import HTTPTypes
package import TesseraValues

/// The contents of a widget's `service.json`: its requests, and what happens to their responses.
///
/// The defaults of the document are already merged into every action, so later stages do not need to know about them.
public struct ServiceDescription: Sendable, Hashable {
  /// The actions by name.
  package var actions: [String: ServiceAction]
  /// The provider, if the document chooses one. A screen may choose another.
  package var provider: ServiceProviderName?
  /// The delay before ``StubServiceProvider`` responds.
  package var debugDelay: Duration
  /// The date transformers that the widget defines (`options.transformers.date`), by name. Each is an object with
  /// `format`, `dateStyle`, `timeStyle`, `locale` and `timeZone`, as `ValueTransformers.registerDates` expects it.
  package var dateTransformers: [String: Value]
  /// The scheme that authenticates requests; nil if the document does not specify one.
  package internal(set) var authenticationScheme: AuthenticationScheme?
  /// An `auth` section without a type, for a host's own providers. Tessera itself does not read it.
  package var authentication: [String: Value]
  /// The message address of actions that do not specify their own.
  package var socket: String?
  /// The stub's responses to requests that screens make themselves; nil if such requests go to their servers.
  package internal(set) var requestStubs: [RequestStub]?
  /// The maximum number of requests a minute to one host.
  package internal(set) var requestsPerMinute = RateLimiter.usualLimit

  /// Creates a description.
  package init(
    actions: [String: ServiceAction] = [:], provider: ServiceProviderName? = nil, debugDelay: Duration = .zero,
    dateTransformers: [String: Value] = [:], authentication: [String: Value] = [:],
    socket: String? = nil
  ) {
    self.actions = actions
    self.provider = provider
    self.debugDelay = debugDelay
    self.dateTransformers = dateTransformers
    self.authentication = authentication
    self.socket = socket
  }

  /// Returns the action with a name.
  /// - Throws: A ``ServiceError`` of kind ``ServiceError/Kind/unknownAction`` that suggests a similar name.
  public func action(named name: String) throws(ServiceError) -> ServiceAction {
    if let action = actions[name] { return action }
    let hint = SpellingSuggestion.fix(for: name, in: actions.keys).map { "; \($0)" } ?? ""
    throw ServiceError(
      .unknownAction, action: name, message: "The service has no action '\(name)'\(hint)")
  }
}

/// A request that a service offers, with the defaults merged in.
///
/// Texts may contain `$path` placeholders, which are replaced by values of the object passed to the action.
public struct ServiceAction: Sendable, Hashable {
  /// The name by which screens refer to the action.
  public var name: String
  /// The URL that relative paths are appended to, such as `https://api.example.org/v1`.
  package let baseURL: String?
  /// A path that is appended to the base URL, or an absolute URL. May contain placeholders and a query.
  package let path: String?
  /// The file of the widget's group that the action reads or writes instead of sending a request.
  package internal(set) var file: String?
  /// The URL of the base URL and the path, or the reason why they form none; nil if there is neither.
  let url: Result<ServiceURLTemplate?, ServiceURLTemplate.Problem>
  /// The request's method.
  package var method: RequestMethod
  /// Header fields. Values may contain placeholders.
  package let headers: [String: String]
  /// Parameters for the query or the body. Texts at any depth may contain placeholders.
  package let parameters: [String: Value]
  /// The encoding of the parameters; nil uses the default of the method.
  package var encoding: ParameterEncoding?
  /// The format of the response's body.
  package internal(set) var format = ResponseFormat.json
  /// What makes objects of the lines of a text; nil for other formats, or for the lines as they are.
  package internal(set) var linePattern: LinePattern?
  /// The path of the result in the response; empty for the whole response.
  package var resultKeyPath: ValuePath
  /// The path of the message in the response of a failure.
  package var errorKeyPath: ValuePath
  /// The type of the result; nil if it is not imported.
  package var resultType: ResultType?
  /// The action that is performed after this one succeeds.
  package var nextAction: String?
  /// Whether and when the rows of ``resultType`` are removed.
  package var clearPolicy: ClearPolicy
  /// Values to set on each imported object, keyed by attribute.
  package let set: [String: Value]
  /// Whether the request is authenticated by the service's `auth` scheme.
  package var needsAuthentication: Bool
  /// Whether the object is sent as the body, or as ``multipart`` specifies.
  package var isUpload: Bool
  /// The parts of a multipart body: from names to paths into the object.
  package var multipart: [String: ValuePath]
  /// Whether a new run cancels a previous one that is still in progress.
  package internal(set) var latestRunWins = false
  /// The time limit of the whole exchange, including redirects and the body.
  package var timeout: Duration
  /// The maximum number of retries of a failed request.
  package internal(set) var retries = 0
  /// How long a response stays fresh; nil if each run asks the server.
  package internal(set) var freshness: ResponseFreshness?
  /// The elements for which the action sends a request each; nil if it sends one request.
  package internal(set) var forEach: ForEach?
  /// How a list is read page by page; nil for a single response.
  package internal(set) var paging: Paging?
  /// Whether elements of a list that cannot be imported are left out. If not, they fail the action.
  package internal(set) var skipsInvalidElements = false
  /// The session step that the action performs instead of a request.
  package internal(set) var sessionStep: SessionStep?
  /// The names of the secret options that the action sends, which only the one that logs in may do.
  package internal(set) var secretOptions: [String] = []
  /// The address at which the action listens for messages instead of sending a request; nil if it does not listen.
  package internal(set) var messages: MessageAddress?
  /// The responses of the stub. The first one that matches a request is used.
  package internal(set) var stubResponses: [StubResponse]
  /// The ``headers`` with their placeholders, in the order of their names.
  let headerTemplates: [HeaderTemplate]
  /// The ``parameters`` with their placeholders.
  let parameterTree: RequestTemplate
  /// The ``set`` with its placeholders, by attribute.
  let setTemplates: [String: SetTemplate]
  /// The attributes that tell the objects of one element from those of others: those that ``set`` takes from elements.
  package let elementAttributes: [String]
  /// The first error in the action's description. An action with an error is not performed, because an incomplete
  /// request may do harm.
  package var problem: Diagnostic?

  /// The time limit of an exchange whose action does not specify one. The action fails.
  package static let defaultTimeout: Duration = .seconds(30)

  /// Creates an action.
  package init(
    name: String, baseURL: String? = nil, path: String? = nil, method: RequestMethod = .get,
    headers: [String: String] = [:], parameters: [String: Value] = [:], encoding: ParameterEncoding? = nil,
    resultKeyPath: ValuePath = "", errorKeyPath: ValuePath = "error", resultType: ResultType? = nil,
    nextAction: String? = nil, clearPolicy: ClearPolicy = .none, set: [String: Value] = [:],
    needsAuthentication: Bool = false, isUpload: Bool = false, multipart: [String: ValuePath] = [:],
    timeout: Duration = ServiceAction.defaultTimeout, response: Value? = nil
  ) {
    self.name = name
    self.baseURL = baseURL
    self.path = path
    url = Result { () throws(ServiceURLTemplate.Problem) in try ServiceURLTemplate(baseURL: baseURL, path: path) }
    self.method = method
    self.headers = headers
    self.parameters = parameters
    self.encoding = encoding
    self.resultKeyPath = resultKeyPath
    self.errorKeyPath = errorKeyPath
    self.resultType = resultType
    self.nextAction = nextAction
    self.clearPolicy = clearPolicy
    self.set = set
    setTemplates = set.mapValues(SetTemplate.init)
    elementAttributes = setTemplates.namesReadingElements
    self.needsAuthentication = needsAuthentication
    self.isUpload = isUpload
    self.multipart = multipart
    self.timeout = timeout
    stubResponses = response.map { [StubResponse($0)] } ?? []
    headerTemplates = headers.sorted { $0.key < $1.key }.map {
      HeaderTemplate(name: $0.key, text: PlaceholderText($0.value))
    }
    parameterTree = RequestTemplate(.dictionary(parameters))
  }

  /// The names of the values that the URL requires: those of the placeholders in its path.
  package var valuesOfAddress: Set<String> {
    guard sessionStep == nil, messages == nil, forEach == nil, case .success(let address?) = url else { return [] }
    return address.neededNames
  }

  /// The encoding of the parameters. `GET` and `HEAD` have no body, so defaults meant for other methods do not apply.
  var effectiveEncoding: ParameterEncoding {
    switch method {
    case .get, .head: .query
    case .delete: encoding ?? .query
    case .post, .put, .patch: encoding ?? .form
    }
  }
}

/// The methods that a service may use (RFC 9110, RFC 5789).
package enum RequestMethod: String, Sendable, Hashable, CaseIterable {
  /// Reads a resource.
  case get = "GET"
  /// Reads the header fields of a resource.
  case head = "HEAD"
  /// Creates a resource, or performs an operation that has no method of its own.
  case post = "POST"
  /// Replaces a resource.
  case put = "PUT"
  /// Modifies part of a resource.
  case patch = "PATCH"
  /// Removes a resource.
  case delete = "DELETE"

  /// Whether several requests have the effect of one (RFC 9110, section 9.2.2).
  var isIdempotent: Bool { self != .post && self != .patch }

  /// The method as the HTTP library's type.
  var httpMethod: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .head: .head
    case .post: .post
    case .put: .put
    case .patch: .patch
    case .delete: .delete
    }
  }
}

/// The encoding of a request's parameters.
package enum ParameterEncoding: String, Sendable, Hashable, CaseIterable {
  /// In the query of the URL.
  case query
  /// In the body as an HTML form sends them (`application/x-www-form-urlencoded`).
  case form
  /// In the body as a JSON object.
  case json
}

/// The type of an action's result: one object of an entity, or a list of them. Documents write `Entity` and `[Entity]`.
package struct ResultType: Sendable, Hashable, CustomStringConvertible {
  /// The entity's name.
  package var entity: String
  /// Whether the result is a list.
  package var isList: Bool

  /// Creates a result type.
  package init(entity: String, isList: Bool) {
    self.entity = entity
    self.isList = isList
  }

  /// Parses `Entity` or `[Entity]`; returns nil for any other text.
  package init?(_ text: String) {
    isList = text.hasPrefix("[") && text.hasSuffix("]")
    entity = isList ? String(text.dropFirst().dropLast()) : text
    let isName = entity.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_"
    }
    guard isName, let first = entity.unicodeScalars.first, !("0"..."9").contains(first) else { return nil }
  }

  /// The type as documents write it: `Entity` or `[Entity]`.
  package var description: String { isList ? "[\(entity)]" : entity }
}

/// The providers that come with Tessera, with the names by which screens choose them.
package enum ServiceProviderName: String, Sendable, Hashable, CaseIterable {
  /// Responds with the document's own `response`: ``StubServiceProvider``. `"provider": "stub"`.
  case stub = "StubServiceProvider"
  /// Sends requests to a server: ``StandardServiceProvider``. `"provider": "http"`.
  case http = "StandardServiceProvider"
}
