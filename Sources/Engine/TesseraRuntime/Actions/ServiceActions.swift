import Foundation
import TesseraComponents
import TesseraServices
import TesseraValues
import TesseraViews

extension ActionDefinition {
  private static let finished = EventDefinition("onFinish", "The action ended, with or without success.")
  private static let message = EventDefinition.Member(
    "message", .string, "the reason, in the server's words if it has any")

  static let perform = ActionDefinition(
    type: "perform", documentation: "Performs an action of the service and stores the result.",
    synonyms: ["call", "service", "run"],
    attributes: [
      Attribute(
        "action", .reference(.serviceAction), "The action of the service.", isRequired: true,
        synonyms: ["name", "actionName"]),
      Attribute(
        "object", .any, "The action's object; by default the sender's content.",
        synonyms: ["params", "parameters", "with"]),
    ],
    events: [
      EventDefinition(
        "onSuccess", "The response was stored.",
        carries: [
          EventDefinition.Member(
            "object", .any, "the stored object, if it was a single one; the response if nothing is stored")
        ]),
      EventDefinition(
        "onError", "The action failed; without actions here, an alert shows the reason.",
        carries: [
          message, EventDefinition.Member("data", .any, "the response, if there was one in JSON"),
          EventDefinition.Member("status", .number, "the HTTP status, if there was a response"),
          EventDefinition.Member("retryDate", .any, "when the server takes requests again, if it says so: a date"),
        ]), finished,
    ],
    lifetime: .presentation
  ) { run in
    guard let screen = run.screen else { return }
    let object = run.call.attributes["object"] == nil ? run.scope.value(at: "content") : run["object"]
    let isStored = screen.core.instance.definition.service.actions[run["action"].description]?.resultType != nil
    func response(_ outcome: ActionOutcome) -> Value { isStored ? .null : outcome.response }
    run.begin()
    screen.actions.run(
      run["action"].description, object: object, sender: nil, provider: screen.serviceProviderClassName,
      isShared: false,
      onResult: { result in
        run.finish()
        var isTold = false
        switch result {
        case .success(let outcome): run.fire("onSuccess", ["object": outcome.object ?? response(outcome)])
        case .failure(let failure):
          run.revert()
          run.fire(
            "onError",
            [
              "message": .string(failure.message), "data": failure.response,
              "status": failure.status.map { .integer(Int64($0)) } ?? .null,
              "retryDate": failure.retryDate.map(Value.date) ?? .null,
            ])
          // An empty list of actions suppresses the alert.
          isTold = run.call.events["onError"] != nil
        }
        run.fire("onFinish")
        return isTold
      },
      onSuperseded: { run.finish() })
  }.checked(by: checkObject)

  /// Checks that a literal object has the values that the URL of its action needs.
  @Sendable private static func checkObject(_ node: JSONNode, _ context: (any ActionCheckContext)?) -> [Diagnostic] {
    guard let names = (context as? ScreenSurroundings)?.valuesOfAddresses[node["action"]?.string ?? ""],
      let object = node["object"], let members = object.membersWithoutComments
    else { return [] }
    return names.subtracting(members.map(\.name)).sorted().map { name in
      Diagnostic(
        rule: "missing-value", range: object.range,
        message: "The URL of '\(node["action"]?.string ?? "")' needs a value '\(name)'",
        fix: SpellingSuggestion.fix(for: name, in: members.map(\.name)))
    }
  }

  /// The status in words.
  private static let statusText = EventDefinition.Member(
    "statusText", .string, "`success`, or the message of an error, as in Beagle")
  /// What the events of a request tell of its exchange.
  private static let exchange = [
    EventDefinition.Member("headers", .object, "the header fields, by names in lower case"),
    EventDefinition.Member("latency", .number, "the seconds from the request to the end of the response"),
    EventDefinition.Member("address", .string, "the URL after redirects"),
  ]

  static let request = ActionDefinition(
    type: "request",
    documentation: "Sends a request to a host that the manifest lists, without an action of the service.",
    synonyms: ["fetch", "sendRequest", "http"],
    attributes: [
      Attribute("url", .address, "The address.", isRequired: true),
      Attribute("method", .string, "GET by default."), Attribute("headers", .object, "Texts by name."),
      Attribute("body", .any, "Text as it is, anything else as JSON."),
      Attribute(
        "format", .choice(ResponseFormat.ofBodies.map(\.rawValue)), "The format of the response; JSON by default."),
    ],
    events: [
      EventDefinition(
        "onSuccess", "The status is from 200 to 299.",
        carries: [
          EventDefinition.Member("data", .any, "the response in its format; text if it is no JSON"),
          EventDefinition.Member("status", .number, "the HTTP status"), statusText,
        ] + exchange),
      EventDefinition(
        "onError", "Any other status, or no response; without actions here, an alert shows the reason.",
        carries: [
          message, EventDefinition.Member("data", .any, "the response, if there was one"),
          EventDefinition.Member("status", .number, "the HTTP status, if there was a response"), statusText,
        ] + exchange),
      finished,
    ]
  ) { run in
    guard let screen = run.screen else { return }
    func fail(_ message: String, _ response: DirectResponse? = nil) {
      run.revert()
      // An empty list of actions suppresses the alert.
      if run.call.events["onError"] != nil {
        run.fire(
          "onError",
          [
            "message": .string(message), "statusText": .string(message), "data": response?.data ?? .null,
            "status": response.map { .integer(Int64($0.status)) } ?? .null,
          ].merging(response?.exchange ?? [:]) { $1 })
      } else {
        run.report(message)
      }
      run.fire("onFinish")
    }
    do throws(ServiceError) {
      let request = try DirectRequest(
        url: screen.core.instance.absolute(run["url"].description), method: run["method"].string,
        headers: screen.requestHeaders(with: run["headers"].dictionary ?? [:]), body: run["body"],
        format: run["format"].string)
      let instance = screen.core.instance
      let operation = screen.operations.run(
        { () -> Result<DirectResponse, ServiceError> in
          do throws(ServiceError) { return .success(try await instance.requests.send(request)) } catch {
            return .failure(error)
          }
        },
        then: { (result: Result<DirectResponse, ServiceError>) in
          run.finish()
          switch result {
          case .success(let response) where response.isSuccess:
            run.fire(
              "onSuccess",
              ["data": response.data, "status": .integer(Int64(response.status)), "statusText": "success"]
                .merging(response.exchange) { $1 })
            run.fire("onFinish")
          case .success(let response):
            fail(response.ownMessage ?? "The server responded with status \(response.status)", response)
          case .failure(let error): fail(error.message)
          }
        })
      run.begin { [weak screen] in screen?.operations.cancel(operation) }
    } catch {
      fail(error.message)
    }
  }
}

extension DirectResponse {
  /// What events tell of the exchange.
  fileprivate var exchange: [String: Value] {
    [
      "headers": .dictionary(headers.mapValues(Value.string)), "latency": .double(latency / .seconds(1)),
      "address": .string(address),
    ]
  }
}
