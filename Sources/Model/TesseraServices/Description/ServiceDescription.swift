import HTTPTypes
package import TesseraValues

/// What a widget's `service.json` says: which requests there are and what becomes of their answers.
///
/// The defaults of the document are already merged into every action, so that nobody downstream has to know about them.
public struct ServiceDescription: Sendable, Hashable {
  /// The actions by name.
  package var actions: [String: ServiceAction]
  /// The provider that answers, if the document chooses one; a screen may choose another.
  package var provider: ServiceProviderName?
  /// How long ``StubServiceProvider`` waits before it answers.
  package var debugDelay: Duration
  /// The date transformers that the widget defines (`options.transformers.date`): by name an object with `format`,
  /// `dateStyle`, `timeStyle`, `locale`, `timeZone`, as `ValueTransformers.registerDates` takes them.
  package var dateTransformers: [String: Value]
  /// How requests that need it say for whom they are; nil where the document does not say.
  package internal(set) var authenticationScheme: AuthenticationScheme?
  /// An `auth` section without a type, for providers of hosts. Tessera itself does not read it.
  package var authentication: [String: Value]
  /// Where actions listen that say no address of their own.
  package var socket: String?
  /// What the stub answers to requests that screens make themselves; nil where such requests go to their servers.
  package internal(set) var requestStubs: [RequestStub]?
  /// How many requests a minute one host gets.
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

  /// Finds an action.
  /// - Throws: a ``ServiceError`` of kind ``ServiceError/Kind/unknownAction`` that names the likely one.
  public func action(named name: String) throws(ServiceError) -> ServiceAction {
    if let action = actions[name] { return action }
    let hint = SpellingSuggestion.fix(for: name, in: actions.keys).map { "; \($0)" } ?? ""
    throw ServiceError(
      .unknownAction, action: name, message: "The service has no action '\(name)'\(hint)")
  }
}

/// One request that a service can be asked for, with the defaults merged in.
///
/// Texts may hold `$path` placeholders, which are replaced by values of the object that an action is performed with.
public struct ServiceAction: Sendable, Hashable {
  /// The name that screens use.
  public var name: String
  /// Where relative paths start, such as `https://api.example.org/v1`.
  package let baseURL: String?
  /// Behind the base URL, or a whole URL of its own. May hold placeholders and a query.
  package let path: String?
  /// The file of the widget's group that is read or written, in place of an address.
  package internal(set) var file: String?
  /// The address that they make, or why they make none; nil where there is neither.
  let url: Result<ServiceURLTemplate?, ServiceURLTemplate.Problem>
  /// The request's method.
  package var method: RequestMethod
  /// Header fields. Values may hold placeholders.
  package let headers: [String: String]
  /// Parameters for the query or the body. Texts at any depth may hold placeholders.
  package let parameters: [String: Value]
  /// How the parameters travel; nil leaves it to the method.
  package var encoding: ParameterEncoding?
  /// What the answer is written in.
  package internal(set) var format = AnswerFormat.json
  /// Where in the answer the result stands; empty for the whole answer.
  package var resultKeyPath: ValuePath
  /// Where in a failure's answer the message stands.
  package var errorKeyPath: ValuePath
  /// What the result is; nil where it is not imported.
  package var resultType: ResultType?
  /// The action that follows a success.
  package var nextAction: String?
  /// Whether and when the rows of ``resultType`` are removed.
  package var clearPolicy: ClearPolicy
  /// Values to set on each imported object, by attribute.
  package var set: [String: Value]
  /// Whether the request says for whom it is, as the service's `auth` has it.
  package var needsAuthentication: Bool
  /// Whether the object is sent as the body, or as ``multipart`` says.
  package var isUpload: Bool
  /// The parts of a multipart body: name → path into the object.
  package var multipart: [String: ValuePath]
  /// Whether a run that begins ends the one of before that is still under way.
  package internal(set) var latestRunWins = false
  /// How long the whole exchange may take, redirects and body included.
  package var timeout: Duration
  /// How often a request is repeated that could not be answered.
  package internal(set) var retries = 0
  /// For how long an answer is good; nil where each run asks the server.
  package internal(set) var freshness: AnswerFreshness?
  /// What it does about who the person is, in place of a request.
  package internal(set) var sessionStep: SessionStep?
  /// Where it listens for messages, in place of a request; nil where it does not.
  package internal(set) var messages: MessageAddress?
  /// What the stub answers with: the first that is for a request.
  package internal(set) var stubResponses: [StubResponse]
  /// The ``headers``, in order of their names, with their placeholders.
  let headerTemplates: [HeaderTemplate]
  /// The ``parameters`` with their placeholders.
  let parameterTree: RequestTemplate
  /// The first error in the action's description. Such an action is not performed: half a request may do harm.
  package var problem: Diagnostic?

  /// The time that a request has unless its action says otherwise.
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

  /// The names of values without which there is no address: those of placeholders in its path.
  package var valuesOfAddress: Set<String> {
    guard sessionStep == nil, messages == nil, case .success(let address?) = url else { return [] }
    return address.neededNames
  }

  /// How the parameters travel. `GET` and `HEAD` have no body, so defaults made for other methods do not count there.
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
  /// Reads.
  case get = "GET"
  /// Reads the header fields only.
  case head = "HEAD"
  /// Creates, or does what has no method of its own.
  case post = "POST"
  /// Replaces.
  case put = "PUT"
  /// Changes a part.
  case patch = "PATCH"
  /// Removes.
  case delete = "DELETE"

  /// The method in the HTTP library's type.
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

/// How parameters travel.
package enum ParameterEncoding: String, Sendable, Hashable, CaseIterable {
  /// In the URL.
  case query
  /// In the body as an HTML form sends them (`application/x-www-form-urlencoded`).
  case form
  /// In the body as a JSON object.
  case json
}

/// What an action's result is: one object of an entity, or a list of them. Documents write `Entity` and `[Entity]`.
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

  /// Reads `Entity` or `[Entity]`; nil for anything else.
  package init?(_ text: String) {
    isList = text.hasPrefix("[") && text.hasSuffix("]")
    entity = isList ? String(text.dropFirst().dropLast()) : text
    let isName = entity.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_"
    }
    guard isName, let first = entity.unicodeScalars.first, !("0"..."9").contains(first) else { return nil }
  }

  /// `Entity` or `[Entity]`.
  package var description: String { isList ? "[\(entity)]" : entity }
}

/// The providers that come with Tessera, under the names by which screens choose them.
package enum ServiceProviderName: String, Sendable, Hashable, CaseIterable {
  /// Answers from the document's own `response`: ``StubServiceProvider``. `"provider": "stub"`.
  case stub = "StubServiceProvider"
  /// Asks a server: ``StandardServiceProvider``. `"provider": "http"`.
  case http = "StandardServiceProvider"
}
