import Foundation
import TesseraExpressions
import TesseraValues
import Testing

@Suite("Merging rows")
struct MergeTests {
  static let stops: Value = [
    ["id": 1, "name": "Zoo"], ["id": 2, "name": nil], ["id": 3, "name": "Port"], ["name": "Mill"], ["id": nil], 7, nil,
    [1], "text",
  ]
  static let times: Value = [
    ["id": 1.0, "due": 5, "name": "other"], ["id": 1, "due": 9], ["id": 2, "name": "Park"], ["id": nil, "due": 0],
    ["due": 1], "x", nil, [["id": 3]],
  ]
  static let delays: Value = [["stop": ["number": 3], "late": true], ["stop": nil, "late": false], ["stop": 1]]
  static let scope: Value = [
    "stops": stops, "times": times, "delays": delays, "words": ["a", "b"], "many": many, "wide": [wide],
    "lists": [["k": [1, ["a": 2]], "n": 1]], "others": [["k": [1, ["a": 2]], "m": 2]],
  ]
  static let many: Value = .array((0..<1000).map { ["id": .integer(Int64($0))] })
  static let wide: Value = {
    var members: [String: Value] = [:]
    for number in 0..<1000 { members["m\(number)"] = .integer(Int64(number)) }
    return .dictionary(members)
  }()

  private func value(_ expression: String, steps: Int = 250_000) -> Value {
    let context = EvaluationContext(now: { Date(timeIntervalSince1970: 0) }, limits: ExpressionLimits(steps: steps))
    return Template("@{\(expression)}", dialect: .native)
      .value(in: Self.scope, environment: TemplateEnvironment(context: context))
  }

  @Test(
    arguments: [
      (
        "merge(stops, times, 'id')",
        [
          ["id": 1, "name": "Zoo", "due": 5], ["id": 2, "name": "Park"], ["id": 3, "name": "Port"], ["name": "Mill"],
          ["id": nil], 7, nil, [1], "text",
        ]
      ),
      (
        "slice(merge(stops, delays, 'id', 'stop.number'), 2, 4)",
        [["id": 3, "name": "Port", "stop": ["number": 3], "late": true], ["name": "Mill"]]
      ),
      ("merge(delays, stops, 'stop', 'id')[2]", ["stop": 1, "id": 1, "name": "Zoo"]),
      ("merge(lists, others, 'k')", [["k": [1, ["a": 2]], "n": 1, "m": 2]]),
      ("merge(words, words, 'self')", ["a", "b"]), ("merge(words, stops, 'length')", ["a", "b"]),
      ("merge([], times, 'id')", []), ("merge(lists, [], 'k') == lists", true),
      ("merge(merge(stops, times, 'id'), times, 'id') == merge(stops, times, 'id')", true),
    ] as [(String, Value)])
  func `rows get the members of their partners, and keep their own`(expression: String, expected: Value) {
    #expect(value(expression) == expected, "\(expression)")
  }

  @Test(arguments: [
    "merge(stops, times)", "merge(stops, null, 'id')", "merge(null, times, 'id')", "merge(stops, times, 1)",
    "merge(stops, times, 'id', null)", "merge(stops, times, '@nothing')", "merge(stops, times, 'id', 'id', 'id')",
    "merge(times[0], times, 'id')",
  ])
  func `other arguments give null`(expression: String) { #expect(value(expression) == nil, "\(expression)") }

  @Test func `the rows, and the members of what is made, are steps, but no pairs of rows`() {
    #expect(value("merge(many, many, 'id').@count", steps: 12_000) == 1000)
    #expect(value("merge(many, many, 'id').@count", steps: 5000) == nil)
    #expect(value("merge(many, wide, 'id', 'm7')[7].m999", steps: 20_000) == 999)
    #expect(value("merge([wide[0], wide[0], wide[0], wide[0]], wide, 'm7').@count", steps: 9000) == 4)
    #expect(value("merge([wide[0], wide[0], wide[0], wide[0]], wide, 'm7').@count", steps: 7000) == nil)
  }

  @Test func `objects of the store are rows, too`() {
    let rows: Value = [.object(StoredRow(["id": 1, "name": "Zoo"])), .object(StoredRow(["id": 2]))]
    let others: Value = [.object(StoredRow(["stop": 1, "due": 5]))]
    let merged = Template("@{merge(rows, others, 'id', 'stop')}", dialect: .native)
      .value(in: ["rows": rows, "others": others], environment: TemplateEnvironment())
    #expect(merged.array?.first == ["id": 1, "name": "Zoo", "stop": 1, "due": 5])
    #expect(merged.array?.count == 2 && merged.array?.last?.value(forKey: "id") == 2)
  }
}

/// An object as a store gives it.
private final class StoredRow: ValueObject {
  private let members: [String: Value]

  init(_ members: [String: Value]) { self.members = members }

  var identity: ValueObjectIdentity { ValueObjectIdentity(kind: "Row", key: 1) }
  var keys: [String] { Array(members.keys) }
  func value(forKey key: String) -> Value? { members[key] }
}
