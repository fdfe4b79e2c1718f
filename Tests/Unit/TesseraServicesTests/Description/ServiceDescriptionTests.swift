import Foundation
import TesseraServices
import TesseraTestSupport
import TesseraValues
import Testing

@Suite("Service descriptions")
struct ServiceDescriptionTests {
  private func read(_ text: String, in environment: ServiceEnvironment = ServiceEnvironment()) throws -> (
    description: ServiceDescription, problems: [Diagnostic]
  ) {
    var diagnostics = Diagnostics()
    let description = ServiceDescription.decode(
      try JSONNode.parse(text), in: environment, diagnostics: &diagnostics)
    return (description, diagnostics.all)
  }

  @Test func `an action without defaults has its own`() throws {
    let action = try #require(try read(#"{"actions": {"a": {"response": {}}}}"#).description.actions["a"])
    #expect(action == ServiceAction(name: "a", response: [:]))
    #expect(action.method == .get)
    #expect(action.errorKeyPath == "error")
    #expect(action.timeout == .seconds(30))
    #expect(action.problem == nil)
  }

  @Test func `every field may be set in the defaults, and the action wins`() throws {
    let (description, problems) = try read(
      #"""
      {
        "***": "a comment",
        "defaults": {
          "baseUrl": "https://api.example.org/v1", "path": "all", "httpMethod": "POST", "encoding": "json",
          "headers": {"X-A": "1", "x-b": "2", "***": "a comment"},
          "parameters": {"a": 1, "b": 2, "*** c": "a comment"},
          "resultKeyPath": "data", "errorKeyPath": "problem.text", "resultType": "[Post]", "clearPolicy": "after",
          "set": {"isFeed": true}, "needAuth": true, "timeout": 5, "socket": "wss://api.example.org"
        },
        "actions": {
          "first": {},
          "second": {
            "baseUrl": "https://other.example.org", "path": "one/$id", "httpMethod": "PUT", "encoding": "form",
            "headers": {"x-a": "3", "X-B": null}, "parameters": {"b": 3}, "resultKeyPath": "",
            "errorKeyPath": "e", "resultType": "Post", "clearPolicy": "none", "set": {"isHidden": false},
            "needAuth": false, "timeout": 0.5, "nextAction": "first"
          },
          "third": {"headers": null, "parameters": null, "resultType": null, "clearPolicy": null, "set": null, "path": null}
        },
        "auth": {"url": "https://id.example.org"}
      }
      """#)
    #expect(problems.isEmpty)
    #expect(description.socket == "wss://api.example.org")
    #expect(description.authentication == ["url": "https://id.example.org"])
    #expect(
      description.actions["first"]
        == ServiceAction(
          name: "first", baseURL: "https://api.example.org/v1", path: "all", method: .post,
          headers: ["X-A": "1", "x-b": "2"], parameters: ["a": 1, "b": 2], encoding: .json, resultKeyPath: "data",
          errorKeyPath: "problem.text", resultType: ResultType(entity: "Post", isList: true), clearPolicy: .after,
          set: ["isFeed": true], needsAuthentication: true, timeout: .seconds(5)))
    #expect(
      description.actions["second"]
        == ServiceAction(
          name: "second", baseURL: "https://other.example.org", path: "one/$id", method: .put, headers: ["x-a": "3"],
          parameters: ["a": 1, "b": 3], encoding: .form, errorKeyPath: "e",
          resultType: ResultType(entity: "Post", isList: false), nextAction: "first", clearPolicy: .none,
          set: ["isFeed": true, "isHidden": false], timeout: .milliseconds(500)))
    #expect(
      description.actions["third"]
        == ServiceAction(
          name: "third", baseURL: "https://api.example.org/v1", method: .post, encoding: .json, resultKeyPath: "data",
          errorKeyPath: "problem.text", needsAuthentication: true, timeout: .seconds(5)))
  }

  @Test func `options choose the provider, the delay and the date transformers`() throws {
    let (description, problems) = try read(
      #"""
      {"options": {"provider": "stub", "debugDelay": 0.25, "transformers": {"date": {
        "strToDate": {"format": "EEE MMM d HH:mm:ss Z y", "***": "as the server writes"},
        "dateToStr": {"dateStyle": "medium", "timeStyle": "short", "locale": "de_DE"}}}}}
      """#)
    #expect(problems.isEmpty)
    #expect(description.provider == .stub)
    #expect(description.debugDelay == .milliseconds(250))
    #expect(
      description.dateTransformers == [
        "strToDate": ["format": "EEE MMM d HH:mm:ss Z y", "locale": "en_US_POSIX"],
        "dateToStr": ["dateStyle": "medium", "timeStyle": "short", "locale": "de_DE"],
      ])
    #expect(try read(#"{"options": {"provider": "StandardServiceProvider"}}"#).description.provider == .http)
  }

  /// Documents with one problem each. `↓` precedes the first character of the problem.
  static let problems: [(text: String, message: String)] = [
    (#"{↓"action": {}}"#, "Unknown key 'action' of the service description; did you mean 'actions'? [service-key]"),
    (
      #"{"actions": {"a": {"response": 1, ↓"paht": "x"}}}"#,
      "Unknown key 'paht' of action 'a'; did you mean 'path'? [service-key]"
    ),
    (
      #"{"defaults": {↓"nextAction": "a"}}"#,
      "'nextAction' belongs to one action; in 'defaults' it would follow itself [service-key]"
    ),
    (
      #"{"defaults": {↓"response": {}}}"#,
      "'response' belongs to one action; in 'defaults' it would be the answer to all actions [service-key]"
    ),
    (
      #"{"actions": {"a": {"response": 1, "socket": ↓"ftp://x"}}}"#,
      "The address 'ftp://x' has the scheme 'ftp'; only 'ws', 'wss', 'http' and 'https' are allowed [service-url]"
    ),
    ("↓[]", "The service description must be an object, found list [service-type]"),
    (#"{"actions": ↓[]}"#, "'actions' of the service description takes object, found list [service-type]"),
    (#"{"actions": {"a": ↓5}}"#, "Action 'a' must be an object, found number [service-type]"),
    (#"{"defaults": {"timeout": ↓"5"}}"#, "'timeout' of 'defaults' takes number, found text [service-type]"),
    (#"{"defaults": {"timeout": ↓0}}"#, "The timeout is a number of seconds above 0, at most 600 [service-timeout]"),
    (
      #"{"defaults": {"httpMethod": ↓"post"}}"#,
      "Unknown method 'post'; it is one of 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'; did you mean 'POST'? [service-method]"
    ),
    (
      #"{"defaults": {"clearPolicy": ↓"befor"}}"#,
      "Unknown clear policy 'befor'; it is one of 'none', 'before', 'after'; did you mean 'before'? [service-clear-policy]"
    ),
    (
      #"{"defaults": {"encoding": ↓"xml"}}"#,
      "Unknown encoding 'xml'; it is one of 'query', 'form', 'json' [service-encoding]"
    ),
    (#"{"defaults": {"headers": {"X": ↓1}}}"#, "The header field 'X' takes text, found number [service-type]"),
    (#"{"defaults": {"headers": {↓"a b": "1"}}}"#, "'a b' is not the name of a header field [service-header]"),
    (
      #"{"defaults": {"headers": {↓"Host": "1"}}}"#,
      "The header field 'Host' is set by the HTTP client; Remove it [service-header]"
    ),
    (
      #"{"defaults": {"headers": {"X": ↓"a\r\nb"}}}"#,
      "The header field 'X' contains a control character [service-header]"
    ),
    (
      #"{"defaults": {"resultType": ↓"[Post"}}"#,
      "'[Post' is not a result type; write the name of an entity, in brackets for a list, such as '[Post]' [service-result-type]"
    ),
    (#"{"defaults": {"multipart": {"a": ↓1}}}"#, "The part 'a' takes a key path as text, found number [service-type]"),
    (
      #"{"options": {"debugDelay": ↓-1}}"#,
      "The debug delay is a number of seconds from 0 to 3600 [service-debug-delay]"
    ),
    (
      #"{"options": {"provider": ↓"htpp"}}"#,
      "Unknown provider 'htpp'; it is 'stub' or 'http'; did you mean 'http'? [service-provider]"
    ),
    (
      #"{"options": {"transformers": {"date": {↓"x": {}}}}}"#,
      "The date transformer 'x' has neither a format nor a style; add \"format\", \"dateStyle\" or \"timeStyle\" [service-date-transformer]"
    ),
    (
      #"{"options": {"transformers": {"date": {"x": {"dateStyle": ↓"long "}}}}}"#,
      "'long ' of the date transformer 'x' is not one of none, short, medium, long, full; did you mean 'long'? [service-date-transformer]"
    ),
    (
      #"{"actions": {↓"a": {}}}"#,
      "Action 'a' has no URL and no 'response' to answer with instead; Add 'baseUrl' to 'defaults' or an absolute 'path' to the action [service-url]"
    ),
    (
      #"{"options": {"provider": "http"}, "actions": {↓"a": {"response": {}}}}"#,
      "Action 'a' has no URL; Add 'baseUrl' to 'defaults' or an absolute 'path' to the action [service-url]"
    ),
    (
      #"{"actions": {"a": {"path": ↓"posts"}}}"#, "The URL 'posts' is relative, and there is no 'baseUrl' [service-url]"
    ),
    (
      #"{"actions": {"a": {"path": ↓"ftp://x/"}}}"#,
      "The URL 'ftp://x/' has the scheme 'ftp'; only 'http' and 'https' are allowed [service-url]"
    ),
    (
      #"{"actions": {"a": {"path": ↓"https://$host/"}}}"#,
      "The URL 'https://$host/' has a placeholder in its host [service-url]"
    ),
    (
      #"{"actions": {"a": {"path": ↓"https://me:pw@x/"}}}"#,
      "The URL 'https://me:pw@x/' has a user name in it [service-url]"
    ),
    (
      #"{"defaults": {"baseUrl": ↓"example.org"}, "actions": {"a": {}, "b": {}}}"#,
      "The URL 'example.org' has no scheme such as 'https://' [service-url]"
    ),
    (
      #"{"defaults": {"baseUrl": "https://x?a=b"}, "actions": {"a": {"path": ↓"c"}}}"#,
      "The URL 'c' has a path after a 'baseUrl' with a query [service-url]"
    ),
    (
      #"{"actions": {"a": {"path": ↓"https://x/../y"}}}"#,
      "The URL 'https://x/../y' has '.' or '..' in its path [service-url]"
    ),
    (
      #"{"actions": {"a": {"response": 1, "nextAction": ↓"bb"}, "b": {"response": 1}}}"#,
      "Action 'a' is followed by 'bb', which is not an action; did you mean 'b'? [service-next-action]"
    ),
    (
      #"{"actions": {"a": {"response": 1, "nextAction": ↓"a"}}}"#,
      "The next actions form a cycle: a → a; Remove one 'nextAction' of the cycle [service-next-action-cycle]"
    ),
    (
      #"{"actions": {"z": {"response": 1, "nextAction": "a"}, "a": {"response": 1, "nextAction": "b"}, "b": {"response": 1, "nextAction": "c"}, "c": {"response": 1, "nextAction": ↓"a"}}}"#,
      "The next actions form a cycle: a → b → c → a; Remove one 'nextAction' of the cycle [service-next-action-cycle]"
    ),
    (
      #"{"actions": {"a": {"response": 1, "httpMethod": ↓"GET", "isUpload": true}}}"#,
      "An upload needs a body, but a 'GET' request has none; Set 'httpMethod' to 'POST' [service-upload]"
    ),
    (
      #"{"actions": {"a": {"response": 1, "encoding": ↓"json"}}}"#,
      "'json' needs a body, but a 'GET' request has none; Set 'httpMethod' to 'POST', or remove 'encoding' [service-encoding]"
    ),
  ]

  @Test(arguments: problems)
  func `a problem is reported once, at its position, with its fix`(text: String, message: String) throws {
    let column = text.unicodeScalars.prefix { $0 != "↓" }.count + 1
    let problems = try read(text.replacing("↓", with: "")).problems
    #expect(problems.map(\.description) == ["1:\(column): error: \(message)"])
  }

  @Test func `all problems are found in one run`() throws {
    let problems = try read(
      #"""
      {"defaults": {"httpMethod": "GETT", "clearPolicy": 5},
       "actions": {"a": {"path": "x", "foo": 1, "nextAction": "c"}, "b": {"resultType": "[]", "response": 1}}}
      """#
    ).problems
    #expect(
      problems.map(\.rule) == [
        "service-method", "service-type", "service-key", "service-url", "service-result-type", "service-next-action",
      ])
  }

  @Test func `a setting without effect is a warning`() throws {
    let problems = try read(#"{"actions": {"a": {"response": 1, "clearPolicy": "after", "set": {"x": 1}}}}"#).problems
    #expect(problems.map(\.rule) == ["service-unused", "service-unused"])
    #expect(problems.allSatisfy { $0.severity == .warning })
  }

  @Test func `entities and hosts are checked if they are known`() throws {
    let text = #"""
      {"defaults": {"baseUrl": "https://api.example.org"},
       "actions": {"a": {"resultType": "[Pots]"}, "b": {"path": "https://evil.example:444/$x"},
                   "c": {"path": "https://evil.example/", "response": {}}}}
      """#
    #expect(try read(text).problems.isEmpty)
    var environment = ServiceEnvironment(
      entities: ["Post", "User"], policy: HostPolicy(texts: ["api.example.org"]))
    #expect(
      try read(text, in: environment).problems.map(\.description) == [
        "2:34: error: Unknown entity 'Pots'; did you mean 'Post'? [service-result-type]",
        "2:59: error: The manifest does not allow the host 'evil.example:444'; Add 'evil.example:444' to 'hosts' in 'widget.json' [service-host]",
      ])
    environment.provider = .http
    #expect(try read(text, in: environment).problems.count == 3)
    environment.provider = .stub
    #expect(try read(text, in: environment).problems.count == 1)
  }

  @Test func `an action with an error is not performed, and the others are`() async throws {
    let (description, problems) = try read(
      #"{"actions": {"bad": {"response": 1, "httpMethod": "post"}, "good": {"response": 2}}}"#)
    #expect(problems.count == 1)
    let provider = StubServiceProvider(description: description, clock: InstantClock())
    let error = try await provider.failure("bad")
    #expect(error.kind == .invalidRequest)
    #expect(error.underlying?.contains("Unknown method 'post'") == true)
    #expect(try await provider.result("good") == 2)
  }

  @Test func `a cycle is cut, so that no action runs in it`() throws {
    let actions = try read(
      #"{"actions": {"a": {"response": 1, "nextAction": "b"}, "b": {"response": 1, "nextAction": "a"}}}"#
    ).description.actions
    #expect(actions["a"]?.nextAction == "b")
    #expect(actions["b"]?.nextAction == nil)
  }

  @Test func `the feed sample has no problems`() throws {
    let file = try Data(contentsOf: Repository.url("Samples/Feed.widget/service.json"))
    let environment = ServiceEnvironment(entities: ["Post", "User", "Account"], policy: HostPolicy.none)
    let (description, problems) = try read(String(decoding: file, as: UTF8.self), in: environment)
    #expect(problems.isEmpty)
    #expect(description.provider == .stub)
    #expect(description.actions["currentUser"]?.nextAction == "homeFeed")
  }

  @Test func `an oversized document costs little and is partly rejected`() throws {
    let actions = (0..<5000).map { #""a\#($0)": {"nextAction": "x\#($0)", "k\#($0)": 1}"# }.joined(separator: ",")
    let (description, problems) = try read(#"{"actions": {\#(actions)}}"#)
    #expect(description.actions.count == 500)
    #expect(problems.count == 200)
    #expect(problems.contains { $0.rule == "service-limit" })
  }
}
