import TesseraValues

/// Merges the defaults into an action and validates the result. Some problems appear only after merging.
struct ActionResolver {
  let defaults: RequestFields
  let environment: ServiceEnvironment
  /// The provider, if it is known.
  let provider: ServiceProviderName?
  /// The scheme that authenticates requests; nil if the document does not specify one.
  let authentication: AuthenticationScheme?
  /// The name of the action that logs in; nil if requests need no session.
  let loginAction: String?

  /// Returns the merged action and its problems.
  /// - Parameter range: The position of the action's name, for problems without a more specific position.
  func action(named name: String, own: RequestFields, range: SourceRange) -> (ServiceAction, [Diagnostic]) {
    func pick<Field>(_ key: String, _ field: KeyPath<RequestFields, Field?>) -> Field? {
      own[keyPath: field] ?? (own.cleared.contains(key) ? nil : defaults[keyPath: field])
    }
    func merge<Field>(_ key: String, _ field: KeyPath<RequestFields, [String: Field]>) -> [String: Field] {
      own.cleared.contains(key) ? [:] : defaults[keyPath: field].merging(own[keyPath: field]) { $1 }
    }
    var action = ServiceAction(
      name: name, baseURL: pick("baseUrl", \.baseURL)?.value, path: pick("path", \.path)?.value,
      method: pick("httpMethod", \.method)?.value ?? .get, headers: headers(own),
      parameters: merge("parameters", \.parameters),
      encoding: pick("encoding", \.encoding)?.value, resultKeyPath: pick("resultKeyPath", \.resultKeyPath) ?? "",
      errorKeyPath: pick("errorKeyPath", \.errorKeyPath) ?? "error", resultType: pick("resultType", \.resultType),
      nextAction: own.nextAction?.value, clearPolicy: pick("clearPolicy", \.clearPolicy)?.value ?? .none,
      set: merge("set", \.set), needsAuthentication: pick("needAuth", \.needsAuthentication) ?? false,
      multipart: merge("multipart", \.multipart),
      timeout: pick("timeout", \.timeout) ?? ServiceAction.defaultTimeout)
    action.stubResponses = own.responses
    action.latestRunWins = pick("latestRunWins", \.latestRunWins) ?? false
    action.file = own.file?.value
    action.format = pick("format", \.format)?.value ?? .json
    if action.format == .text { action.linePattern = pick("pattern", \.linePattern)?.value }
    action.isUpload = pick("isUpload", \.isUpload) ?? !action.multipart.isEmpty
    action.sessionStep = own.sessionStep?.value
    action.forEach = pick("forEach", \.forEach)?.value
    action.skipsInvalidElements = pick("invalidElements", \.skipsInvalidElements) ?? false
    var problems = own.problems
    if let pattern = own.linePattern, action.format != .text {
      problems.append(
        Diagnostic(
          rule: "service-pattern", range: pattern.range, message: "'pattern' is for the format 'text'",
          fix: "Add '\"format\": \"text\"'"))
    }
    resolveRetries(of: &action, own: own, defaults: pick("retries", \.retries), into: &problems)
    // In the defaults, pages are for the actions that can have them.
    if own.paging != nil || action.canHavePages { action.paging = pick("pages", \.paging)?.value }
    if action.method == .get { action.freshness = pick("cache", \.freshness)?.value }
    if let found = own.freshness, action.method != .get {
      problems.append(
        Diagnostic(
          .warning, rule: "service-unused", range: found.range,
          message: "Answers to a '\(action.method.rawValue)' request are not cached"))
    }
    if own.isObject, let step = own.sessionStep {
      // There is no response, so the result is an empty list.
      action.resultType?.isList = true
      checkStep(step, into: &problems)
    } else if own.isObject, let listens = own.listens {
      action.messages = address(listens, into: &problems)
    } else if own.isObject {
      let source = own.path ?? own.baseURL ?? pick("path", \.path) ?? pick("baseUrl", \.baseURL)
      if let file = own.file {
        checkFile(file, of: action, own: own, into: &problems)
      } else {
        checkURL(of: action, source: source, range: range, into: &problems)
      }
      checkBody(of: action, own: own, range: range, into: &problems)
      checkResult(of: action, own: own, into: &problems)
      checkForEach(of: action, own: own, range: range, into: &problems)
      checkPages(of: action, own: own, into: &problems)
      checkOptions(of: action, range: range, into: &problems)
      checkAuthentication(of: action, range: range, into: &problems)
    }
    if loginAction == name { checkLogin(&action, own: own, range: range, into: &problems) }
    action.problem = (problems + defaults.problems).first { $0.severity == .error }
    return (action, problems)
  }

  /// Merges the header fields. Names of header fields are case-insensitive, so the merge is too.
  private func headers(_ own: RequestFields) -> [String: String] {
    guard !own.cleared.contains("headers") else { return [:] }
    let replaced = own.removedHeaders.union(own.headers.keys.map { $0.lowercased() })
    return defaults.headers.filter { !replaced.contains($0.key.lowercased()) }.merging(own.headers) { $1 }
  }

  /// Resolves the number of retries. Only idempotent requests are retried (RFC 9110, section 9.2.2).
  private func resolveRetries(
    of action: inout ServiceAction, own: RequestFields, defaults: Located<Int>?, into problems: inout [Diagnostic]
  ) {
    if action.method.isIdempotent { action.retries = defaults?.value ?? 0 }
    guard !action.method.isIdempotent, let found = own.retries, found.value > 0 else { return }
    problems.append(
      Diagnostic(
        rule: "service-retries", range: found.range,
        message: "A '\(action.method.rawValue)' request is not retried: the server might execute it twice",
        fix: "Remove 'retries'"))
  }

  private func checkStep(_ step: Located<SessionStep>, into problems: inout [Diagnostic]) {
    guard provider != .stub, authentication?.signsIn != true else { return }
    problems.append(
      Diagnostic(
        rule: "service-auth", range: step.range, message: "This service does not support sign-in",
        fix: "Add 'auth' of type 'oauth2' with 'authorizeUrl', or of type 'oauth1', beside 'actions'"))
  }

  private func address(_ listens: Located<String?>, into problems: inout [Diagnostic]) -> MessageAddress? {
    guard let text = listens.value ?? defaults.socket?.value else {
      if provider != .stub {
        problems.append(
          Diagnostic(
            rule: "service-socket", range: listens.range, message: "The action has no address to listen to",
            fix: "Add 'socket' with an address to 'defaults', or write the address here"))
      }
      return nil
    }
    do throws(HTTPURL.Problem) {
      let address = try MessageAddress(text)
      if let policy = environment.policy, !policy.allows(address.url) {
        problems.append(
          Diagnostic(
            rule: "service-host", range: listens.range,
            message: "The manifest does not allow the host '\(address.url.authority)'",
            fix: "Add '\(address.url.authority)' to 'hosts' in 'widget.json'"))
      }
      return address
    } catch {
      problems.append(
        Diagnostic(rule: "service-url", range: listens.range, message: "The address '\(text)' \(error.words)"))
      return nil
    }
  }

  private func checkFile(
    _ file: Located<String>, of action: ServiceAction, own: RequestFields, into problems: inout [Diagnostic]
  ) {
    if !PortableFilename.isValid(file.value) {
      problems.append(
        Diagnostic(
          rule: "service-file", range: file.range,
          message: "'\(file.value)' is not a valid name of a file: use letters, digits, '.', '-' and '_'"))
    }
    if !environment.hasGroup {
      problems.append(
        Diagnostic(
          rule: "service-file", range: file.range,
          message: "Action '\(action.name)' uses a file of a group, but the manifest does not name a group",
          fix: "Add 'group' to 'widget.json'"))
    }
    if let path = own.path {
      problems.append(
        Diagnostic(
          .warning, rule: "service-unused", range: path.range, message: "'path' has no effect beside 'file'"))
    }
  }

  private func checkURL(
    of action: ServiceAction, source: Located<String>?, range: SourceRange, into problems: inout [Diagnostic]
  ) {
    let needsURL = provider == .http || (provider == nil && action.stubResponses.isEmpty)
    let url: HTTPURL
    switch action.url {
    case .failure(let problem):
      guard needsURL || action.baseURL != nil else { return }
      let text = source?.value ?? action.path ?? ""
      problems.append(
        Diagnostic(rule: "service-url", range: source?.range ?? range, message: "The URL '\(text)' \(problem.words)"))
      return
    case .success(nil):
      guard needsURL else { return }
      problems.append(
        Diagnostic(
          rule: "service-url", range: range,
          message: "Action '\(action.name)' has no URL"
            + (provider == .http ? "" : " and no 'response' to answer with instead"),
          fix: "Add 'baseUrl' to 'defaults' or an absolute 'path' to the action"))
      return
    case .success(let template?):
      guard needsURL, let host = template.host else { return }
      url = host
    }
    if let policy = environment.policy, !policy.allows(url) {
      problems.append(
        Diagnostic(
          rule: "service-host", range: source?.range ?? range,
          message: "The manifest does not allow the host '\(url.authority)'",
          fix: "Add '\(url.authority)' to 'hosts' in 'widget.json'"))
    }
  }

  private func checkBody(
    of action: ServiceAction, own: RequestFields, range: SourceRange, into problems: inout [Diagnostic]
  ) {
    guard action.method == .get || action.method == .head else { return }
    let position = own.method?.range ?? own.encoding?.range ?? own.uploadRange
    if action.isUpload {
      problems.append(
        Diagnostic(
          rule: "service-upload", range: position ?? range,
          message: "An upload needs a body, but a '\(action.method.rawValue)' request has none",
          fix: "Set 'httpMethod' to 'POST'"))
    } else if let encoding = own.encoding, encoding.value != .query {
      problems.append(
        Diagnostic(
          rule: "service-encoding", range: encoding.range,
          message: "'\(encoding.value.rawValue)' needs a body, but a '\(action.method.rawValue)' request has none",
          fix: "Set 'httpMethod' to 'POST', or remove 'encoding'"))
    }
  }

  private func checkResult(of action: ServiceAction, own: RequestFields, into problems: inout [Diagnostic]) {
    if let type = action.resultType, let entities = environment.entities, !entities.contains(type.entity) {
      problems.append(
        Diagnostic(
          rule: "service-result-type", range: own.resultTypeRange ?? defaults.resultTypeRange,
          message: "Unknown entity '\(type.entity)'", fix: SpellingSuggestion.fix(for: type.entity, in: entities)))
    }
    guard action.resultType == nil, own.resultTypeRange == nil else { return }
    for (key, position) in [("clearPolicy", own.clearPolicy?.range), ("set", own.setRange)] {
      guard let position, !(key == "clearPolicy" && action.clearPolicy == .none) else { continue }
      problems.append(
        Diagnostic(
          .warning, rule: "service-unused", range: position,
          message: "'\(key)' of action '\(action.name)' has no effect without a 'resultType'"))
    }
  }
}

// MARK: - Options and elements

extension ActionResolver {
  private func checkForEach(
    of action: ServiceAction, own: RequestFields, range: SourceRange, into problems: inout [Diagnostic]
  ) {
    guard let forEach = action.forEach else { return }
    let position = own.forEach?.range ?? range
    func complain(_ message: String, fix: String? = nil) {
      problems.append(Diagnostic(rule: "service-for-each", range: position, message: message, fix: fix))
    }
    if let name = forEach.optionName, environment.options?[name]?.isList == false {
      complain("The option '\(name)' is not a list", fix: "Give it the type 'list'")
    }
    if action.clearPolicy == .before {
      complain("With 'forEach', objects are cleared after each response", fix: "Set 'clearPolicy' to 'after'")
    }
    if action.isUpload || action.messages != nil || action.sessionStep != nil || action.file != nil {
      complain("'forEach' sends requests; it cannot be combined with uploads, files, sockets and sign-ins")
    }
  }

  private func checkPages(of action: ServiceAction, own: RequestFields, into problems: inout [Diagnostic]) {
    guard let position = own.paging?.range, !action.canHavePages else { return }
    let isListed = action.resultType?.isList != false
    problems.append(
      Diagnostic(
        rule: "service-pages", range: position, message: "'pages' is for 'GET' requests whose result is a list",
        fix: isListed ? nil : "Write the 'resultType' in brackets, such as '[Post]'"))
  }

  /// Checks that credentials go only to hosts that the document names, or the person in one option.
  private func checkAuthentication(
    of action: ServiceAction, range: SourceRange, into problems: inout [Diagnostic]
  ) {
    guard action.needsAuthentication || loginAction == action.name,
      case .success(let template?) = action.url, template.host == nil,
      template.originOption == nil
    else { return }
    problems.append(
      Diagnostic(
        rule: "service-auth", range: range,
        message: "Credentials are not sent to addresses that elements or responses name",
        fix: "Set 'needAuth' to false, or write the address, or take it from an option"))
  }

  /// Checks the action that logs in: it is one plain request. A session is not needed to begin one.
  private func checkLogin(
    _ action: inout ServiceAction, own: RequestFields, range: SourceRange, into problems: inout [Diagnostic]
  ) {
    action.needsAuthentication = false
    // Where the manifest is unknown, all could be secret.
    action.secretOptions = action.optionNames.filter { environment.options?[$0]?.isSecret ?? true }
    if own.resultType == nil { action.resultType = nil }
    guard
      action.sessionStep != nil || action.messages != nil || action.file != nil || action.forEach != nil
        || action.nextAction != nil || action.resultType != nil
    else { return }
    problems.append(
      Diagnostic(
        rule: "service-auth", range: range, message: "'\(action.name)' logs in, so it is a request and nothing more",
        fix: "Remove its other keys, such as 'resultType' and 'nextAction'"))
  }

  /// Checks that placeholders read options that exist, and no secret ones.
  private func checkOptions(of action: ServiceAction, range: SourceRange, into problems: inout [Diagnostic]) {
    guard let options = environment.options else { return }
    for name in Set(action.optionNames).sorted() {
      guard let option = options[name] else {
        problems.append(
          Diagnostic(
            rule: "service-option", range: range, message: "'$options.\(name)' is not an option of the widget",
            fix: SpellingSuggestion.fix(for: name, in: options.keys)))
        continue
      }
      guard option.isSecret, loginAction != action.name else { continue }
      problems.append(
        Diagnostic(
          rule: "service-secret", range: range,
          message: "The option '\(name)' is secret, so only 'auth' can send it",
          fix: "Use 'auth', for example of type 'apiKey', and 'needAuth'"))
    }
    guard case .success(let template?) = action.url, let name = template.originOption, let option = options[name],
      !option.grantsAccess
    else { return }
    problems.append(
      Diagnostic(
        rule: "service-host", range: range, message: "The widget may not contact the address of the option '\(name)'",
        fix: "Give the option the type 'url', and \"reach\": true"))
  }
}

extension ServiceAction {
  /// Whether the result can be a list that is sent page by page.
  fileprivate var canHavePages: Bool {
    method == .get && file == nil && format != .exchange && resultType?.isList != false
  }
}
