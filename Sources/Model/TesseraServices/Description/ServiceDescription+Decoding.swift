import TesseraExpressions
package import TesseraValues

/// The context of a service description, which allows additional checks.
package struct ServiceEnvironment: Sendable, Hashable {
  /// The entities of the widget's model; nil where the model is unknown.
  package var entities: [String]?
  /// The hosts of the widget's manifest; nil where the manifest is unknown.
  package var policy: HostPolicy?
  /// The provider that the screens choose, if they all choose one. The document's own choice takes precedence.
  package var provider: ServiceProviderName?
  /// Whether the manifest declares a group of shared files.
  package var hasGroup: Bool

  /// What services need to know of an option of the manifest.
  package struct Option: Sendable, Hashable {
    /// Whether its values are secret.
    package var isSecret: Bool
    /// Whether its values are lists.
    package var isList: Bool
    /// Whether its values name hosts that the widget may contact.
    package var grantsAccess: Bool

    /// Creates an option.
    package init(isSecret: Bool = false, isList: Bool = false, grantsAccess: Bool = false) {
      self.isSecret = isSecret
      self.isList = isList
      self.grantsAccess = grantsAccess
    }
  }

  /// The options of the manifest by name; nil where the manifest is unknown.
  package var options: [String: Option]?

  /// Creates an environment.
  package init(
    entities: [String]? = nil, policy: HostPolicy? = nil, provider: ServiceProviderName? = nil, hasGroup: Bool = true,
    options: [String: Option]? = nil
  ) {
    self.options = options
    self.hasGroup = hasGroup
    self.entities = entities
    self.policy = policy
    self.provider = provider
  }
}

extension ServiceDescription {
  /// Decodes a `service.json`.
  ///
  /// Decoding continues after a problem, so that one run reports all of them. Invalid parts are left out. An action
  /// with an error remains as a name that cannot be performed (``ServiceAction/problem``).
  ///
  /// Rules: `service-key`, `service-type`, `service-method`, `service-url`, `service-host`, `service-header`,
  /// `service-encoding`, `service-format`, `service-pattern`, `service-timeout`, `service-clear-policy`, `service-result-type`,
  /// `service-file`, `service-next-action`, `service-next-action-cycle`, `service-upload`,
  /// `service-provider`, `service-debug-delay`, `service-date-transformer`, `service-unused`, `service-limit`,
  /// `service-auth`, `service-secret`, `service-option`, `service-for-each`, `service-rate-limit`, `service-retries`, `service-cache`, `service-socket` and
  /// `service-stub`.
  /// - Parameters:
  ///   - node: The document.
  ///   - environment: The context of the document.
  ///   - diagnostics: Receives the problems, without a file name.
  package static func decode(
    _ node: JSONNode, in environment: ServiceEnvironment = ServiceEnvironment(), diagnostics: inout Diagnostics
  ) -> ServiceDescription {
    let reader = ServiceReader(environment: environment)
    let description = reader.read(node)
    diagnostics.add(contentsOf: reader.report.diagnostics.all)
    return description
  }
}

/// Reads the sections of a service description.
struct ServiceReader {
  /// The maximum number of actions of a service, and of stubs for requests. Further ones are ignored, and reported.
  static let maximumActions = 500
  static let rules = ObjectRules(
    wrongType: "service-type", unknownKey: "service-key", missingKey: "service-key", isNullMissing: true)

  let environment: ServiceEnvironment
  /// Collects at most 200 problems, so that a hostile document costs no more than a faulty one.
  let report = DocumentReport(limit: 200)

  func read(_ node: JSONNode) -> ServiceDescription {
    var description = ServiceDescription()
    // Also known if the scheme has an error, so that the action has no others.
    var loginAction: String?
    var fields = ObjectReader(node, "the service description", Self.rules, report)
    if let options = fields.readObject("options", called: "'options'") { readOptions(options, into: &description) }
    if let auth = fields.read("auth", as: .object) {
      if auth.value["type"] != nil {
        description.authenticationScheme = AuthenticationScheme.decode(auth.value, in: environment, report: report)
        loginAction = auth.value["type"]?.string == "session" ? auth.value["action"]?.string : nil
      } else {
        // The contents belong to the host, comments included.
        description.authentication = Dictionary(
          (auth.value.membersWithoutComments ?? []).map { ($0.name, $0.value.value) }, uniquingKeysWith: { $1 })
      }
    }
    let defaults =
      fields.read("defaults", as: .object).map {
        RequestFields($0.value, owner: .defaults, report: report.part())
      } ?? RequestFields()
    add(defaults.problems)
    description.socket = defaults.socket?.value
    if let stubs = fields.read("requests", as: .list) { readRequestStubs(stubs, into: &description) }
    var actions = fields.readObject("actions", called: "'actions'")
    var entries = actions?.readMembers() ?? []
    if entries.count > Self.maximumActions {
      report.add(
        "service-limit", entries[Self.maximumActions].nameRange,
        "A service has at most \(Self.maximumActions) actions, found \(entries.count)")
      entries.removeSubrange(Self.maximumActions...)
    }
    fields.finish()
    let resolver = ActionResolver(
      defaults: defaults, environment: environment, provider: description.provider ?? environment.provider,
      authentication: description.authenticationScheme, loginAction: loginAction)
    var nextActions: [(name: String, next: Located<String>?)] = []
    for entry in entries {
      let own = RequestFields(entry.value, owner: .action(entry.name), report: report.part())
      let (action, found) = resolver.action(named: entry.name, own: own, range: entry.nameRange)
      description.actions[entry.name] = action
      nextActions.append((entry.name, own.nextAction))
      add(found)
    }
    checkNextActions(of: nextActions, in: &description)
    if let login = description.authenticationScheme?.loginAction, description.actions[login] == nil {
      report.add(
        "service-auth", node["auth"]?.range, "The action '\(login)', which logs in, does not exist",
        near: login, in: description.actions.keys.sorted())
    }
    return description
  }

  private func readRequestStubs(_ list: Located<[JSONNode]>, into description: inout ServiceDescription) {
    if list.value.count > Self.maximumActions {
      report.add(
        "service-limit", list.range,
        "A service has at most \(Self.maximumActions) 'requests', found \(list.value.count)")
    }
    description.requestStubs = list.value.prefix(Self.maximumActions).compactMap {
      RequestStub($0, rules: Self.rules, report: report)
    }
    if (description.provider ?? environment.provider) == .http {
      report.add(
        "service-unused", list.range, "Only the provider 'stub' answers 'requests', but the provider is 'http'",
        severity: .warning)
    }
  }

  /// Adds problems. A problem in the defaults would occur once for each action; it is reported only once.
  private func add(_ found: [Diagnostic]) {
    for problem in found where report.room > 0 && !report.diagnostics.all.contains(problem) { report.add(problem) }
  }

  private func readOptions(_ node: ObjectReader, into description: inout ServiceDescription) {
    var options = node
    if let seconds = options.read("debugDelay", as: .number) {
      if (0...3600).contains(seconds.value) {
        description.debugDelay = .seconds(seconds.value)
      } else {
        report.add("service-debug-delay", seconds.range, "The debug delay is a number of seconds from 0 to 3600")
      }
    }
    if let rate = options.read("rateLimit", as: .number) {
      if RateLimiter.limits.contains(rate.value) {
        description.requestsPerMinute = rate.value
      } else {
        report.add(
          "service-rate-limit", rate.range,
          "The rate limit is a number of requests per minute to one host, "
            + "from 1 to \(Int(RateLimiter.limits.upperBound))"
        )
      }
    }
    if let name = options.read("provider", as: .text) {
      description.provider = ["stub": .stub, "http": .http][name.value] ?? ServiceProviderName(rawValue: name.value)
      if description.provider == nil {
        report.add(
          "service-provider", name.range, "Unknown provider '\(name.value)'; it is 'stub' or 'http'",
          near: name.value, in: ["stub", "http"] + ServiceProviderName.allCases.map(\.rawValue))
      }
    }
    if var transformers = options.readObject("transformers", called: "'transformers'") {
      if var dates = transformers.readObject("date", called: "'date'") {
        for member in dates.readMembers() {
          description.dateTransformers[member.name] = readDateTransformer(member)
        }
      }
      transformers.finish()
    }
    options.finish()
  }

  private func readDateTransformer(_ member: JSONMember) -> Value? {
    let part = report.part()
    var fields = ObjectReader(member.value, "date transformer '\(member.name)'", Self.rules, part)
    var definition: [String: Value] = [:]
    for key in ["format", "dateStyle", "timeStyle", "locale", "timeZone"] {
      // A style is a name or a number.
      let found =
        key.hasSuffix("Style")
        ? fields.read(key).map { Located($0.value, at: $0.range) }
        : fields.read(key, as: .text).map { Located(.string($0.value), at: $0.range) }
      guard let found else { continue }
      definition[key] = found.value
      // Transformers validate values without their positions, so each field is checked alone with a valid format.
      for problem in dateProblems(member.name, ["format": "y"].merging([key: found.value]) { $1 }) {
        part.add("service-date-transformer", found.range, problem.message, fix: problem.fix)
      }
    }
    fields.finish()
    if part.diagnostics.all.isEmpty {
      for problem in dateProblems(member.name, definition) {
        part.add("service-date-transformer", member.nameRange, problem.message, fix: problem.fix)
      }
    }
    add(part.diagnostics.all)
    guard part.diagnostics.all.isEmpty else { return nil }
    // Servers' patterns are written for this locale. A default from the system would differ between machines.
    return .dictionary(["locale": "en_US_POSIX"].merging(definition) { $1 })
  }

  private func dateProblems(_ name: String, _ definition: [String: Value]) -> [Diagnostic] {
    var transformers = ValueTransformers()
    return transformers.registerDates(.dictionary([name: .dictionary(definition)]))
  }

  /// Reports next actions that do not exist, and cycles of next actions.
  private func checkNextActions(
    of actions: [(name: String, next: Located<String>?)], in description: inout ServiceDescription
  ) {
    for (name, located) in actions {
      guard let next = description.actions[name]?.nextAction, description.actions[next] == nil else { continue }
      description.actions[name]?.nextAction = nil
      report.add(
        "service-next-action", located?.range, "Action '\(name)' is followed by '\(next)', which is not an action",
        near: next, in: actions.map(\.name).filter { $0 != name })
    }
    var checked: Set<String> = []
    for (start, _) in actions {
      var chain: [String] = []
      var current: String? = start
      while let name = current, !checked.contains(name) {
        checked.insert(name)
        chain.append(name)
        current = description.actions[name]?.nextAction
      }
      // A name that was checked before this chain began closes no cycle: its own chain has already been checked.
      guard let again = current, let first = chain.firstIndex(of: again), let last = chain.last else { continue }
      let circle = (chain[first...] + [again]).joined(separator: " → ")
      description.actions[last]?.nextAction = nil
      report.add(
        "service-next-action-cycle", actions.first { $0.name == last }?.next?.range,
        "The next actions form a cycle: \(circle)", fix: "Remove one 'nextAction' of the cycle")
    }
  }
}
