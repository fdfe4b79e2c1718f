import TesseraExpressions
public import TesseraValues

/// What is known around a service description, so that a check can say more.
public struct ServiceEnvironment: Sendable, Hashable {
  /// The entities of the widget's model; nil where the model is unknown.
  public var entities: [String]?
  /// The hosts of the widget's manifest; nil where the manifest is unknown.
  public var policy: HostPolicy?
  /// The provider that the screens choose, if they all choose one. The document's own choice counts more.
  public var provider: ServiceProviderName?

  /// Creates an environment.
  public init(entities: [String]? = nil, policy: HostPolicy? = nil, provider: ServiceProviderName? = nil) {
    self.entities = entities
    self.policy = policy
    self.provider = provider
  }
}

extension ServiceDescription {
  /// Reads a `service.json`.
  ///
  /// Reads on after a problem, so that one run reports them all. What is wrong is left out; an action with an error in
  /// it stays as a name that cannot be performed (``ServiceAction/problem``).
  ///
  /// Rules: `service-key`, `service-type`, `service-method`, `service-url`, `service-host`, `service-header`,
  /// `service-encoding`, `service-timeout`, `service-clear-policy`, `service-result-type`, `service-next-action`,
  /// `service-next-action-cycle`, `service-upload`, `service-provider`, `service-debug-delay`,
  /// `service-date-transformer`, `service-unused`, `service-limit`.
  /// - Parameters:
  ///   - node: the document.
  ///   - environment: what is known around it.
  ///   - diagnostics: gets the problems, without a file name.
  public static func decode(
    _ node: JSONNode, in environment: ServiceEnvironment = ServiceEnvironment(), diagnostics: inout Diagnostics
  ) -> ServiceDescription {
    var reader = ServiceReader(environment: environment)
    let description = reader.read(node)
    diagnostics.add(contentsOf: reader.problems)
    return description
  }
}

/// Reads the sections of a service description.
struct ServiceReader {
  /// The most problems that are kept, so that a hostile document costs no more than a bad one.
  static let maximumProblems = 200
  /// The most actions that are read.
  static let maximumActions = 500

  let environment: ServiceEnvironment
  private(set) var problems: [Diagnostic] = []

  init(environment: ServiceEnvironment) { self.environment = environment }

  mutating func read(_ node: JSONNode) -> ServiceDescription {
    var description = ServiceDescription()
    var fields = MemberReader(node, owner: "the service description")
    var defaults = RequestFields()
    var entries: [JSONMember] = []
    fields.take("options") { readOptions($0, into: &description) }
    fields.take("auth") { value in
      var auth = MemberReader(value, owner: "'auth'")
      description.authentication = auth.takeAll().mapValues(\.value)
      report(auth.finish())
    }
    fields.take("defaults") { value in
      defaults = RequestFields(value, owner: .defaults)
      report(defaults.problems)
      description.socket = defaults.socket
    }
    fields.take("actions") { value in
      var actions = MemberReader(value, owner: "'actions'")
      entries = actions.takeMembers()
      if entries.count > Self.maximumActions {
        actions.report(
          "service-limit", range: entries[Self.maximumActions].nameRange,
          "A service has at most \(Self.maximumActions) actions, found \(entries.count)")
        entries.removeSubrange(Self.maximumActions...)
      }
      report(actions.finish())
    }
    report(fields.finish())
    let resolver = ActionResolver(
      defaults: defaults, environment: environment, provider: description.provider ?? environment.provider)
    let requests = entries.map { (name: $0.name, fields: RequestFields($0.value, owner: .action($0.name)), member: $0) }
    for (name, own, member) in requests {
      let (action, found) = resolver.action(named: name, own: own, range: member.nameRange)
      description.actions[name] = action
      report(found)
    }
    checkNextActions(of: requests.map { ($0.name, $0.fields.nextAction) }, in: &description)
    return description
  }

  /// Adds problems. What stands in the defaults would be said once for each action; once is enough.
  private mutating func report(_ found: [Diagnostic]) {
    for problem in found where problems.count < Self.maximumProblems && !problems.contains(problem) {
      problems.append(problem)
    }
  }

  private mutating func readOptions(_ node: JSONNode, into description: inout ServiceDescription) {
    var options = MemberReader(node, owner: "'options'")
    if let delay = options.take("debugDelay", as: .number) {
      if let seconds = delay.number, (0...3600).contains(seconds) {
        description.debugDelay = .seconds(seconds)
      } else {
        options.report("service-debug-delay", delay, "The debug delay is a number of seconds from 0 to 3600")
      }
    }
    if let node = options.take("provider", as: .text), let name = node.string {
      description.provider = ["stub": .stub, "http": .http][name] ?? ServiceProviderName(rawValue: name)
      if description.provider == nil {
        options.report(
          "service-provider", node, "Unknown provider '\(name)'; it is 'stub' or 'http'",
          fix: NearMiss.fix(for: name, in: ["stub", "http"] + ServiceProviderName.allCases.map(\.rawValue)))
      }
    }
    options.take("transformers") { node in
      var transformers = MemberReader(node, owner: "'transformers'")
      transformers.take("date") { node in
        var dates = MemberReader(node, owner: "'date'")
        for member in dates.takeMembers() {
          description.dateTransformers[member.name] = readDateTransformer(member)
        }
        report(dates.finish())
      }
      report(transformers.finish())
    }
    report(options.finish())
  }

  private mutating func readDateTransformer(_ member: JSONMember) -> Value? {
    var fields = MemberReader(member.value, owner: "date transformer '\(member.name)'")
    var definition: [String: Value] = [:]
    for key in ["format", "dateStyle", "timeStyle", "locale", "timeZone"] {
      guard let node = key.hasSuffix("Style") ? fields.take(key) : fields.take(key, as: .text) else { continue }
      definition[key] = node.value
      // The transformers know what they take, but not where it stands: so each field is tried beside a good format.
      for problem in dateProblems(member.name, ["format": "y"].merging([key: node.value]) { $1 }) {
        fields.report("service-date-transformer", node, problem.message, fix: problem.fix)
      }
    }
    var found = fields.finish()
    if found.isEmpty {
      found = dateProblems(member.name, definition).map {
        Diagnostic(rule: "service-date-transformer", range: member.nameRange, message: $0.message, fix: $0.fix)
      }
    }
    report(found)
    guard found.isEmpty else { return nil }
    // Patterns of servers are written for this locale; another one would be a surprise on another machine.
    return .dictionary(["locale": "en_US_POSIX"].merging(definition) { $1 })
  }

  private func dateProblems(_ name: String, _ definition: [String: Value]) -> [Diagnostic] {
    var transformers = ValueTransformers()
    return transformers.registerDates(.dictionary([name: .dictionary(definition)]))
  }

  /// Looks for next actions that do not exist, and for chains that come back to where they were.
  private mutating func checkNextActions(
    of actions: [(name: String, next: JSONNode?)], in description: inout ServiceDescription
  ) {
    for (name, node) in actions {
      guard let next = description.actions[name]?.nextAction, description.actions[next] == nil else { continue }
      description.actions[name]?.nextAction = nil
      // To look for the likely name takes a look at all of them.
      guard problems.count < Self.maximumProblems else { continue }
      report([
        Diagnostic(
          rule: "service-next-action", range: node?.range,
          message: "Action '\(name)' is followed by '\(next)', which is no action",
          fix: NearMiss.fix(for: next, in: actions.map(\.name).filter { $0 != name }))
      ])
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
      // A name that was checked before this chain began closes no circle: its own chain has been judged.
      guard let again = current, let first = chain.firstIndex(of: again), let last = chain.last else { continue }
      let circle = (chain[first...] + [again]).joined(separator: " → ")
      description.actions[last]?.nextAction = nil
      report([
        Diagnostic(
          rule: "service-next-action-cycle", range: actions.first { $0.name == last }?.next?.range,
          message: "The next actions run in a circle: \(circle)", fix: "Remove one 'nextAction' of the circle")
      ])
    }
  }
}

extension Collection where Element: RawRepresentable<String> {
  /// `'a', 'b', 'c'`.
  var quotedNames: String { map { "'\($0.rawValue)'" }.joined(separator: ", ") }
}
