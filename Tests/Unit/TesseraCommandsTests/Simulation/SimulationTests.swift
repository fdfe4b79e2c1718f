import Foundation
import TesseraBoard
import TesseraCommands
import TesseraTestSupport
import TesseraValues
import Testing

@Suite("tessera simulate")
struct SimulationTests {
  private func report(_ text: String, log: ((String) -> Void)? = nil) throws -> SimulationReport {
    SimulationReport(try SimulationDocument(Array(text.utf8)), log: log)
  }

  @Test func `the documents' example is deterministic, and stays within its budget`() throws {
    let file = try Data(contentsOf: Repository.url("docs/reference/simulations/commute.json"))
    let document = try SimulationDocument([UInt8](file))
    #expect(document.widgets.map(\.id).prefix(4) == ["departures-1", "departures-2", "departures-3", "weather"])
    let report = SimulationReport(document)
    #expect(report.json == SimulationReport(document).json)
    let most = try #require(report.json.value(at: "budget").value(at: "most").integer)
    #expect((20...40).contains(most))
    let retries = report.json.value(at: "budget").value(at: "retries")
    #expect(retries.value(at: "limit") == 13)
    #expect(try (1...13).contains(#require(retries.value(at: "most").integer)))
    // A service that fails every other time must still be asked in the evening.
    var asked: [String] = []
    _ = SimulationReport(document) { line in
      if line.contains(#""asked""#), line.contains(#""departures-1""#) { asked.append(line) }
    }
    #expect(asked.contains { $0.contains("2026-06-20T18") })
    #expect(report.json.value(at: "requests").value(at: "push") == 2)
    #expect(report.json.value(at: "requests").value(at: "refresh") == 1)
    #expect(report.svg.contains("departures-3"))
    #expect(report.svg.hasPrefix("<svg"))
    // Two pixels per point.
    let picture = try #require(ImageHeader(report.png()))
    #expect((picture.width, picture.height) == (1920, 376))
  }

  @Test func `without a budget a widget is updated when it is placed, and on a user's request`() throws {
    let json = try report(
      #"""
      {"start": "2026-06-20T06:00:00Z", "limits": {"budget": 0},
       "widgets": [{"id": "a", "interval": 600, "events": [{"at": 7200, "event": "refresh"}]}]}
      """#
    ).json
    #expect(json.value(at: "requests") == ["added": 1, "refresh": 1])
    #expect(json.value(at: "budget").value(at: "limit") == 0)
  }

  @Test func `each request and answer is a line of its own`() throws {
    var lines: [String] = []
    _ = try report(
      #"{"start": "2026-06-20T06:00:00Z", "days": 0.1, "widgets": [{"id": "a", "answers": [{"entries": [0], "policy": "never"}], "latency": 2}]}"#
    ) { lines.append($0) }
    #expect(
      lines == [
        #"{"cause":"added","event":"asked","time":"2026-06-20T06:00:00Z","widget":"a"}"#,
        #"{"event":"timeline","time":"2026-06-20T06:00:02Z","widget":"a"}"#,
      ])
  }

  @Test func `the output is old where nothing new arrived, and blank where nothing ever did`() throws {
    let json = try report(
      #"""
      {"start": "2026-06-20T00:00:00Z", "widgets": [
        {"id": "once", "answers": [{"entries": [0], "policy": "never"}], "visible": [["12:00", "12:10"]]},
        {"id": "silent", "answers": ["silence"], "visible": [["12:00", "12:10"]]}]}
      """#
    ).json
    #expect(json.value(at: "age").value(at: "median") == .double(43_199))
    #expect(json.value(at: "age").value(at: "looks") == 1)
    #expect(json.value(at: "blank") == 1)
  }

  @Test(arguments: [
    (#"{"days": 1, "widgets": []}"#, "start"), (#"{"start": "soon", "widgets": []}"#, "'soon'"),
    (#"{"start": "2026-06-20T06:00:00Z"}"#, "widgets"),
    (#"{"start": "2026-06-20T06:00:00Z", "days": 400, "widgets": []}"#, "'days'"),
    (#"{"start": "2026-06-20T06:00:00Z", "wigdets": []}"#, "'wigdets'"),
    (#"{"start": "2026-06-20T06:00:00Z", "widgets": [{"id": "a", "answers": ["maybe"]}]}"#, "'maybe'"),
    (#"{"start": "2026-06-20T06:00:00Z", "widgets": [{"id": "a", "visible": [["7", "8"]]}]}"#, "07:30"),
    (#"{"start": "2026-06-20T06:00:00Z", "widgets": [{"id": "a", "events": [{"at": 1, "event": "x"}]}]}"#, "push"),
    (#"{"start": "2026-06-20T06:00:00Z", "widgets": [{"id": "a"}, {"id": "a"}]}"#, "'a'"),
    (#"{"start": "2026-06-20T06:00:00Z", "widgets": [{"id": "a", "count": 1000000}]}"#, "'count'"),
    (#"{"start": "2026-06-20T06:00:00Z", "limits": {"budget": -1}, "widgets": []}"#, "'budget'"), ("[", "ends"),
  ])
  func `an error is reported with its position`(_ text: String, _ word: String) {
    #expect {
      _ = try SimulationDocument(Array(text.utf8))
    } throws: { error in
      guard let problem = error as? Diagnostic else { return false }
      return problem.message.contains(word) && problem.range != nil
    }
  }
}
