import Foundation
import TesseraRuntime
import TesseraServices
import TesseraValues
import Testing

@testable import TesseraCommands

@Suite("The network of a scenario")
struct ScenarioNetworkTests {
  private static func scenario(_ network: String) throws -> Scenario {
    var reader = ScenarioReader()
    let scenario = reader.read("network:\n\(network)\nsteps: [update]")
    #expect(reader.diagnostics.all == [])
    return try #require(scenario)
  }

  private static func network(_ network: String) throws -> ScenarioNetwork {
    ScenarioNetwork(
      try scenario(network).networkInItsFolder,
      clock: VirtualClock(start: Date(timeIntervalSince1970: 0), activities: IdlenessTracker()))
  }

  @Test(arguments: [
    ("{ url: https://a.org/x }", "https://a.org/x", true), ("{ url: https://a.org/x }", "https://a.org/x?b=1", true),
    ("{ url: https://a.org/x?b=1 }", "https://a.org/x?b=1", true),
    ("{ url: https://a.org/x?b=1 }", "https://a.org/x?b=2", false),
    ("{ url: https://a.org }", "https://a.org/", true), ("{ url: https://a.org/* }", "https://a.org/x/y", true),
    ("{ url: https://a.org/x }", "https://a.org/xy", false), ("{ url: '*' }", "https://b.org/", true),
    ("{ url: https://a.org/x, method: POST }", "https://a.org/x", false),
  ])
  func `responds to the requests that an answer is for`(answer: String, url: String, isAnswered: Bool) async throws {
    let response = try? await Self.network("  - \(answer)").send(NetworkRequest(url: url))
    #expect((response != nil) == isAnswered)
  }

  @Test func `counts the requests with a URL, and falls back to an answer for all`() async throws {
    let network = try Self.network(
      """
        - { url: "https://a.org/", call: 2, status: 503, headers: { Retry-After: 30 } }
        - { url: "https://a.org/", body: { n: [1, null] } }
        - { url: "https://b.org/", body: text }
      """)
    var responses: [NetworkResponse] = []
    for url in ["https://a.org/", "https://b.org/", "https://a.org/", "https://a.org/"] {
      responses.append(try await network.send(NetworkRequest(url: url)))
    }
    #expect(responses.map(\.status) == [200, 200, 503, 200])
    #expect(
      responses.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"n":[1,null]}"#, "text", "", #"{"n":[1,null]}"#,
      ])
    #expect(responses[2].headers == ["Retry-After": "30"])
  }

  @Test func `fails where an answer says so, and where there is none`() async throws {
    let network = try Self.network("  - { url: 'https://a.org/', failure: true }")
    await #expect(throws: ScenarioNetwork.Failure.self) {
      try await network.send(NetworkRequest(url: "https://a.org/"))
    }
    await #expect(throws: ScenarioNetwork.Failure.self) {
      try await network.send(NetworkRequest(url: "https://c.org/"))
    }
  }

  @Test(arguments: [
    ("network: {}", "'network' takes a list of answers, each with 'url'"),
    (
      "network: [{ status: 200 }]",
      "An answer of 'network' takes 'url', and for example 'status' and 'body' or 'file'"
    ),
    ("network: [{ url: a, status: 99 }]", "'status' takes a number from 200 to 599"),
    ("network: [{ url: a, delay: soon }]", "'delay' takes a time such as 2s, 500ms or 1m"),
    (
      "steps: [{ update: { succeeds: true } }]",
      "'update' takes nothing, or 'fails: true' if the update is expected to fail"
    ),
  ])
  func `that cannot be is reported`(yaml: String, message: String) {
    var reader = ScenarioReader()
    _ = reader.read(yaml + (yaml.hasPrefix("steps") ? "" : "\nsteps: []"))
    #expect(reader.diagnostics.all.map(\.message).contains(message), "\(reader.diagnostics.all)")
  }

  @Test func `a file of an answer that does not exist is reported before the scenario is played`() throws {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.yaml")
    try Data("network: [{ url: a, file: b.json }]\nsteps: [back]".utf8).write(to: file)
    let (scenario, problems) = ScenarioReader.scenario(at: file.path)
    #expect(scenario == nil)
    #expect(problems.map(\.message) == ["The file 'b.json' of an answer does not exist beside the scenario"])
  }
}
