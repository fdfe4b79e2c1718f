import TesseraValues

/// The fields of a request as the defaults or one action specify them, before they are merged.
struct RequestFields {
  /// The object that contains the fields.
  enum Owner {
    case defaults
    case action(String)

    var name: ObjectName {
      switch self {
      case .defaults: "'defaults'"
      case .action(let name): "action '\(name)'"
      }
    }
  }

  var baseURL: Located<String>?
  var path: Located<String>?
  var method: Located<RequestMethod>?
  var headers: [String: String] = [:]
  /// The lower-case names of default header fields that this action does not send.
  var removedHeaders: Set<String> = []
  var parameters: [String: Value] = [:]
  var encoding: Located<ParameterEncoding>?
  var format: Located<ResponseFormat>?
  var linePattern: Located<LinePattern>?
  var resultKeyPath: ValuePath?
  var errorKeyPath: ValuePath?
  var resultType: ResultType?
  /// The position of the result type, even if it is invalid.
  var resultTypeRange: SourceRange?
  var nextAction: Located<String>?
  var clearPolicy: Located<ClearPolicy>?
  var set: [String: Value] = [:]
  /// The position of the values to set.
  var setRange: SourceRange?
  /// The file of the widget's group that is used instead of a URL.
  var file: Located<String>?
  var needsAuthentication: Bool?
  var latestRunWins: Bool?
  var isUpload: Bool?
  /// The position of the field that specifies an upload.
  var uploadRange: SourceRange?
  var multipart: [String: ValuePath] = [:]
  var timeout: Duration?
  var retries: Located<Int>?
  var freshness: Located<ResponseFreshness>?
  var forEach: Located<ForEach>?
  var paging: Located<Paging>?
  var skipsInvalidElements: Bool?
  var sessionStep: Located<SessionStep>?
  /// The address at which an action listens. An inner nil means the address of the defaults.
  var listens: Located<String?>?
  /// The responses of the stub.
  var responses: [StubResponse] = []
  var socket: Located<String>?
  /// The keys whose value is null. The action has no such field, even if the defaults have one.
  var cleared: Set<String> = []
  var problems: [Diagnostic] = []
  /// Whether the node is an object. If not, that is the only problem.
  var isObject = true

  init() {}

  /// The maximum number of responses that an action's stub chooses from. Further ones are ignored, and reported.
  private static let maximumResponses = 100

  /// Decodes the fields.
  /// - Parameter report: A report for these fields alone.
  init(_ node: JSONNode, owner: Owner, report: DocumentReport) {
    var fields = ObjectReader(node, owner.name, ServiceReader.rules, report)
    isObject = fields.isObject
    for member in node.members ?? [] where member.value.content == .null { cleared.insert(member.name) }
    baseURL = fields.read("baseUrl", as: .text)
    path = fields.read("path", as: .text)
    file = fields.read("file", as: .text)
    method = fields.readChoice("httpMethod", rule: "service-method", what: "method")
    encoding = fields.readChoice("encoding", rule: "service-encoding", what: "encoding")
    format = fields.readChoice("format", rule: "service-format", what: "format")
    if let pattern = fields.read("pattern", as: .text) {
      do throws(Diagnostic) {
        linePattern = Located(try LinePattern(pattern.value), at: pattern.range)
      } catch {
        fields.report.add("service-pattern", pattern.range, error.message, fix: error.fix)
      }
    }
    clearPolicy = fields.readChoice("clearPolicy", rule: "service-clear-policy", what: "clear policy")
    resultKeyPath = fields.read("resultKeyPath", as: .text).map { ValuePath($0.value) }
    errorKeyPath = fields.read("errorKeyPath", as: .text).map { ValuePath($0.value) }
    needsAuthentication = fields.read("needAuth", as: .flag)?.value
    latestRunWins = fields.read("latestRunWins", as: .flag)?.value
    let upload = fields.read("isUpload", as: .flag)
    isUpload = upload?.value
    uploadRange = upload?.range
    parameters = fields.read("parameters", as: .values)?.value ?? [:]
    let values = fields.read("set", as: .values)
    set = values?.value ?? [:]
    setRange = values?.range
    readHeaders(from: &fields)
    readMultipart(from: &fields)
    readResultType(from: &fields)
    readTimeout(from: &fields)
    readRetries(from: &fields)
    readFreshness(from: &fields)
    readForEach(from: &fields)
    paging = Paging.reading(from: &fields)
    if let invalid = fields.read("invalidElements", as: .text) {
      let choice: InvalidElements? = fields.report.choice(invalid, rule: "service-invalid-elements") {
        "'invalidElements' is one of \($0), found '\(invalid.value)'"
      }
      skipsInvalidElements = choice.map { $0 == .skip }
    }
    switch owner {
    case .action:
      sessionStep = fields.readChoice("auth", rule: "service-auth", what: "step")
      listens = fields.read("socket", as: .trueOrText)
      nextAction = fields.read("nextAction", as: .text)
      readResponses(from: &fields)
    case .defaults:
      socket = fields.read("socket", as: .text)
      fields.refuse("auth", because: "belongs to one action; 'auth' beside 'actions' specifies how requests are signed")
      fields.refuse("nextAction", because: "belongs to one action; in 'defaults' it would follow itself")
      for key in ["response", "responses"] {
        fields.refuse(key, because: "belongs to one action; in 'defaults' it would be the answer to all actions")
      }
    }
    fields.finish()
    problems = report.diagnostics.all
  }

  private mutating func readResponses(from fields: inout ObjectReader) {
    let response = fields.read("response").flatMap { $0.content == .null ? nil : $0.value }
    responses = response.map { [StubResponse($0)] } ?? []
    guard let list = fields.read("responses", as: .list) else { return }
    if response != nil {
      fields.report.add("service-stub", list.range, "An action has 'response' or 'responses', not both")
    }
    for node in list.value.prefix(Self.maximumResponses) {
      var entry = fields.reader(of: node, called: "an answer of 'responses'")
      responses.append(StubResponse(from: &entry))
      entry.finish()
    }
    if list.value.count > Self.maximumResponses {
      fields.report.add(
        "service-limit", list.range,
        "An action has at most \(Self.maximumResponses) 'responses', found \(list.value.count)")
    }
  }

  private mutating func readHeaders(from fields: inout ObjectReader) {
    guard var names = fields.readObject("headers", called: "'headers'") else { return }
    for member in names.readMembers() {
      let name = member.name
      if member.value.content == .null {
        removedHeaders.insert(name.lowercased())
      } else if !HeaderField.isName(name) {
        fields.report.add("service-header", member.nameRange, "'\(name)' is not the name of a header field")
      } else if HeaderField.reserved.contains(name.lowercased()) {
        fields.report.add(
          "service-header", member.nameRange, "The header field '\(name)' is set by the HTTP client", fix: "Remove it")
      } else if let text = member.value.string {
        if HeaderField.isValue(text) {
          headers[name] = text
        } else {
          fields.report.add(
            "service-header", member.value.range, "The header field '\(name)' contains a control character")
        }
      } else {
        fields.report.add(
          "service-type", member.value.range,
          "The header field '\(name)' takes text, found \(member.value.typeName)")
      }
    }
  }

  private mutating func readMultipart(from fields: inout ObjectReader) {
    guard let node = fields.read("multipart", as: .object) else { return }
    uploadRange = uploadRange ?? node.range
    var parts = fields.reader(of: node.value, called: "'multipart'")
    for member in parts.readMembers() {
      if let path = member.value.string {
        multipart[member.name] = ValuePath(path)
      } else {
        fields.report.add(
          "service-type", member.value.range,
          "The part '\(member.name)' takes a key path as text, found \(member.value.typeName)")
      }
    }
  }

  private mutating func readResultType(from fields: inout ObjectReader) {
    guard let text = fields.read("resultType", as: .text) else { return }
    resultTypeRange = text.range
    resultType = ResultType(text.value)
    if resultType == nil {
      fields.report.add(
        "service-result-type", text.range,
        "'\(text.value)' is not a result type; write the name of an entity, in brackets for a list, such as '[Post]'")
    }
  }

  private mutating func readTimeout(from fields: inout ObjectReader) {
    guard let seconds = fields.read("timeout", as: .number) else { return }
    if seconds.value > 0, seconds.value <= 600 {
      timeout = .seconds(seconds.value)
    } else {
      fields.report.add(
        "service-timeout", seconds.range, "The timeout is a number of seconds above 0, at most 600")
    }
  }
}

extension ObjectReader {
  /// Returns a whole number within limits; nil, with a diagnostic, for any other.
  fileprivate func whole(
    _ number: Located<Double>?, of key: String, in limits: ClosedRange<Int>, rule: String
  ) -> Int? {
    guard let number else { return nil }
    if let whole = Int(exactly: number.value), limits.contains(whole) { return whole }
    report.add(
      rule, number.range, "'\(key)' is a whole number from \(limits.lowerBound) to \(limits.upperBound)")
    return nil
  }
}

/// What happens to elements of a list that cannot be imported.
private enum InvalidElements: String, CaseIterable {
  case fail, skip
}

extension Paging {
  /// Reads `pages`: `"link"`, or an object.
  fileprivate static func reading(from fields: inout ObjectReader) -> Located<Paging>? {
    guard let node = fields.read("pages"), node.content != .null else { return nil }
    if node.string == "link" { return Located(Paging(next: .link, limit: usualLimit), at: node.range) }
    guard node.members != nil else {
      fields.complain(aboutTypeOf: node, of: "pages", expected: "'link', or an object")
      return nil
    }
    var parts = fields.reader(of: node, called: "'pages'")
    let nextPath = parts.read("next", as: .text)
    let parameter = parts.read("parameter", as: .text)
    let counted = parts.read("counts", as: .text)
    let first = parts.read("first", as: .number)
    let limit = parts.read("limit", as: .number)
    parts.finish()
    func complain(_ range: SourceRange, _ message: String) { fields.report.add("service-pages", range, message) }
    let pages = parts.whole(limit, of: "limit", in: 1...maximumLimit, rule: "service-pages") ?? usualLimit
    if let nextPath {
      for (key, range) in [("counts", counted?.range), ("first", first?.range)] {
        if let range { complain(range, "'\(key)' has no effect beside 'next'") }
      }
      if nextPath.value == "link" { return Located(Paging(next: .link, limit: pages), at: node.range) }
      let path = ValuePath(nextPath.value)
      let next = parameter.map { Next.cursor(path, parameter: $0.value) } ?? .address(path)
      return Located(Paging(next: next, limit: pages), at: node.range)
    }
    guard let parameter else {
      complain(node.range, "'pages' needs 'next', where the next page is, or 'parameter', which counts")
      return nil
    }
    let counts: Counted? = counted.flatMap { counted in
      fields.report.choice(counted, rule: "service-pages") { "'counts' is one of \($0), found '\(counted.value)'" }
    }
    let what = counts ?? .pages
    let start = parts.whole(first, of: "first", in: 0...1_000_000, rule: "service-pages") ?? (what == .pages ? 1 : 0)
    return Located(
      Paging(next: .count(parameter: parameter.value, of: what, first: start), limit: pages), at: node.range)
  }
}

extension RequestFields {
  private mutating func readRetries(from fields: inout ObjectReader) {
    guard let count = fields.read("retries", as: .number) else { return }
    if (0...5).contains(count.value), count.value.rounded() == count.value {
      retries = Located(Int(count.value), at: count.range)
    } else {
      fields.report.add("service-retries", count.range, "The number of retries is a whole number, at most 5")
    }
  }

  private mutating func readForEach(from fields: inout ObjectReader) {
    guard let node = fields.read("forEach"), node.content != .null else { return }
    if let path = node.string {
      forEach = Located(ForEach(path: path), at: node.range)
      return
    }
    var parts = fields.reader(of: node, called: "'forEach'")
    let path = parts.require("in", as: .text)
    let limitNode = parts.read("limit")
    let optionPath = limitNode?.string.map { ValuePath($0) }.flatMap(OptionValues.name)
    let limit = optionPath == nil ? limitNode.flatMap { parts.read($0, as: .number, of: "limit") } : nil
    parts.finish()
    let count =
      parts.whole(limit, of: "limit", in: 1...ForEach.maximumRequests, rule: "service-for-each") ?? ForEach.usualLimit
    if let path { forEach = Located(ForEach(path: path.value, limit: count, limitOption: optionPath), at: node.range) }
  }

  private mutating func readFreshness(from fields: inout ObjectReader) {
    guard let node = fields.read("cache") else { return }
    if case .null = node.content { return }
    var found = ResponseFreshness(age: 0)
    if let age = node.number {
      found.age = age
    } else {
      var parts = fields.reader(of: node, called: "'cache'")
      found.age = parts.read("age", as: .number)?.value ?? 0
      found.maximumStaleAge = parts.read("staleIfError", as: .number)?.value ?? found.maximumStaleAge
      parts.finish()
    }
    if [found.age, found.maximumStaleAge].allSatisfy(ResponseFreshness.ages.contains) {
      freshness = Located(found, at: node.range)
    } else {
      fields.report.add(
        "service-cache", node.range,
        "An answer is cached for a number of seconds, at most \(Int(ResponseFreshness.ages.upperBound))")
    }
  }
}

extension NodeType<String?> {
  /// A text, or `true`, which is decoded as nil.
  fileprivate static var trueOrText: Self {
    Self("true or text") { node in
      if let text = node.string { return .some(.some(text)) }
      return node.bool == true ? .some(.none) : nil
    }
  }
}

extension NodeType<[String: Value]> {
  /// An object as plain values, without its comments.
  fileprivate static var values: Self { Self("object") { $0.plainMembers } }
}

extension ObjectReader {
  /// Takes one of a fixed set of names.
  mutating func readChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, rule: String, what: String
  ) -> Located<Choice>? {
    guard let name = read(key, as: .text) else { return nil }
    let choice = report.choice(name, of: Choice.self, rule: rule) {
      "Unknown \(what) '\(name.value)'; it is one of \($0)"
    }
    return choice.map { Located($0, at: name.range) }
  }
}
