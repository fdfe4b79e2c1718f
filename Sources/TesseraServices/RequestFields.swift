import TesseraValues

/// What the defaults, or one action, say about a request; nothing is merged yet.
struct RequestFields {
  /// Where the fields stand.
  enum Owner {
    case defaults
    case action(String)

    var words: String {
      switch self {
      case .defaults: "'defaults'"
      case .action(let name): "action '\(name)'"
      }
    }
  }

  var baseURL: JSONNode?
  var path: JSONNode?
  var method: RequestMethod?
  var methodNode: JSONNode?
  var headers: [String: String] = [:]
  /// Names of default header fields that this action does not send.
  var removedHeaders: Set<String> = []
  var parameters: [String: Value] = [:]
  var encoding: ParameterEncoding?
  var encodingNode: JSONNode?
  var resultKeyPath: ValuePath?
  var errorKeyPath: ValuePath?
  var resultType: ResultType?
  var resultTypeNode: JSONNode?
  var nextAction: JSONNode?
  var clearPolicy: ClearPolicy?
  var clearPolicyNode: JSONNode?
  var set: [String: Value] = [:]
  var setNode: JSONNode?
  var needsAuthentication: Bool?
  var isUpload: Bool?
  var uploadNode: JSONNode?
  var multipart: [String: ValuePath] = [:]
  var timeout: Duration?
  var response: Value?
  var socket: String?
  /// Keys that are null: the action has no such field, whatever the defaults say.
  var cleared: Set<String> = []
  var problems: [Diagnostic] = []
  /// Whether there was anything to read. If not, that is the one problem.
  var isObject = true

  init() {}

  init(_ node: JSONNode, owner: Owner) {
    var fields = MemberReader(node, owner: owner.words)
    isObject = fields.isObject
    for member in node.members ?? [] where member.value.content == .null { cleared.insert(member.name) }
    baseURL = fields.take("baseUrl", as: .text)
    path = fields.take("path", as: .text)
    methodNode = fields.take("httpMethod", as: .text)
    method = fields.choice(RequestMethod.self, methodNode, rule: "service-method", what: "method")
    encodingNode = fields.take("encoding", as: .text)
    encoding = fields.choice(ParameterEncoding.self, encodingNode, rule: "service-encoding", what: "encoding")
    clearPolicyNode = fields.take("clearPolicy", as: .text)
    clearPolicy = fields.choice(
      ClearPolicy.self, clearPolicyNode, rule: "service-clear-policy", what: "clear policy")
    resultKeyPath = fields.take("resultKeyPath", as: .text)?.string.map { ValuePath($0) }
    errorKeyPath = fields.take("errorKeyPath", as: .text)?.string.map { ValuePath($0) }
    needsAuthentication = fields.take("needAuth", as: .flag)?.bool
    uploadNode = fields.take("isUpload", as: .flag)
    isUpload = uploadNode?.bool
    parameters = fields.values("parameters")
    setNode = fields.take("set", as: .object)
    set = setNode.map { MemberReader.values($0) } ?? [:]
    readHeaders(from: &fields)
    readMultipart(from: &fields)
    readResultType(from: &fields)
    readTimeout(from: &fields)
    switch owner {
    case .action:
      nextAction = fields.take("nextAction", as: .text)
      response = fields.take("response").flatMap { $0.content == .null ? nil : $0.value }
      fields.refuse("socket", because: "belongs into 'defaults'")
    case .defaults:
      socket = fields.take("socket", as: .text)?.string
      fields.refuse("nextAction", because: "belongs to one action; in 'defaults' it would follow itself")
      fields.refuse("response", because: "belongs to one action; in 'defaults' all would answer the same")
    }
    problems = fields.finish()
  }

  private mutating func readHeaders(from fields: inout MemberReader) {
    guard let node = fields.take("headers", as: .object) else { return }
    for member in node.members ?? [] where !member.name.hasPrefix("***") {
      let name = member.name
      if member.value.content == .null {
        removedHeaders.insert(name.lowercased())
      } else if !HeaderField.isName(name) {
        fields.report("service-header", range: member.nameRange, "'\(name)' is no name of a header field")
      } else if HeaderField.reserved.contains(name.lowercased()) {
        fields.report(
          "service-header", range: member.nameRange, "The header field '\(name)' belongs to the transfer",
          fix: "Remove it")
      } else if let text = member.value.string {
        if HeaderField.isValue(text) {
          headers[name] = text
        } else {
          fields.report("service-header", member.value, "The header field '\(name)' has a control character in it")
        }
      } else {
        fields.report(
          "service-type", member.value, "The header field '\(name)' takes text, found \(member.value.typeName)")
      }
    }
  }

  private mutating func readMultipart(from fields: inout MemberReader) {
    guard let node = fields.take("multipart", as: .object) else { return }
    uploadNode = uploadNode ?? node
    for member in node.members ?? [] where !member.name.hasPrefix("***") {
      if let path = member.value.string {
        multipart[member.name] = ValuePath(path)
      } else {
        fields.report(
          "service-type", member.value,
          "The part '\(member.name)' takes a key path as text, found \(member.value.typeName)")
      }
    }
  }

  private mutating func readResultType(from fields: inout MemberReader) {
    resultTypeNode = fields.take("resultType", as: .text)
    guard let node = resultTypeNode, let text = node.string else { return }
    resultType = ResultType(text)
    if resultType == nil {
      fields.report(
        "service-result-type", node,
        "'\(text)' is no result type; it is the name of an entity, in brackets for a list, such as '[Post]'")
    }
  }

  private mutating func readTimeout(from fields: inout MemberReader) {
    guard let node = fields.take("timeout", as: .number), let seconds = node.number else { return }
    if seconds > 0, seconds <= 600 {
      timeout = .seconds(seconds)
    } else {
      fields.report("service-timeout", node, "The timeout is a number of seconds above 0, at most 600")
    }
  }
}

extension MemberReader {
  /// Reads one of a fixed set of names.
  fileprivate mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type, _ node: JSONNode?, rule: String, what: String
  ) -> Choice? {
    guard let node, let name = node.string else { return nil }
    if let choice = Choice(rawValue: name) { return choice }
    report(
      rule, node, "Unknown \(what) '\(name)'; it is one of \(Choice.allCases.quotedNames)",
      fix: NearMiss.fix(for: name, in: Choice.allCases.map(\.rawValue)))
    return nil
  }

  /// Takes an object as plain values, without its comments.
  fileprivate mutating func values(_ name: String) -> [String: Value] {
    take(name, as: .object).map(Self.values) ?? [:]
  }

  /// The members of an object as plain values, without its comments.
  fileprivate static func values(_ node: JSONNode) -> [String: Value] {
    let members = (node.members ?? []).filter { !$0.name.hasPrefix("***") }
    return Dictionary(members.map { ($0.name, $0.value.value) }, uniquingKeysWith: { $1 })
  }
}
