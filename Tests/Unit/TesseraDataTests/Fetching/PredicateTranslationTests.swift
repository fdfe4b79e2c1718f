import Foundation
import TesseraExpressions
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraData

@Suite("Predicates in SQL")
struct PredicateTranslationTests {
  private static let texts: [Value] = [
    "", "a", "A", "abc", "ABC", "Hello World", "caf\u{e9}", "cafe\u{301}", "cafe", "5", "\u{212a}", "K", "k",
    "stra\u{df}e",
    "STRASSE", "😀 x", "日本", "a\u{0}b", "50%", "a_b", "it's", nil,
  ]
  private static let numbers: [Value] = [
    0, 1, -1, 5, 7, 9_007_199_254_740_993, .integer(.max), .integer(.min), 0.5, 5.0, 1e300, -0.0, true, false, nil,
  ]
  private static let dates: [Value] = [
    .date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSinceReferenceDate: 0.1)),
    .date(Date(timeIntervalSinceReferenceDate: -1e9)), nil,
  ]

  /// Creates a store with posts that have all relevant combinations of values, some with authors and tags.
  private static func store(_ generator: inout SeededGenerator) throws -> Store {
    let store = try Models.store(Models.feed)
    let users = try [("User", texts[1]), ("User", nil), ("Account", texts[6]), ("Account", texts[5])].enumerated().map {
      var values: [String: Value] = ["userId": .string("\($0.offset)"), "name": $0.element.1]
      if $0.element.0 == "Account" { values["mail"] = texts[$0.offset] }
      return Value.object(try store.insert($0.element.0, values))
    }
    let tags = try ["a", "ABC", "caf\u{e9}"].map { Value.object(try store.insert("Tag", ["name": .string($0)])) }
    for _ in 0..<60 {
      let count = numbers.compactMap { $0.integer.map(Value.integer) }.randomElement(using: &generator) ?? nil
      try store.insert(
        "Post",
        [
          "postId": texts.randomElement(using: &generator) ?? nil,
          "text": texts.randomElement(using: &generator) ?? nil,
          "timestamp": dates.randomElement(using: &generator) ?? nil,
          "favoritesCount": Bool.random(using: &generator) ? count : nil,
          "score": numbers.randomElement(using: &generator) ?? nil,
          "isHidden": [true, false, nil].randomElement(using: &generator) ?? nil,
          "entities": [nil, 5, "a", ["n": 5], [1, 2]].randomElement(using: &generator) ?? nil,
          "author": (users + [nil]).randomElement(using: &generator) ?? nil,
          "tags": .array(tags.filter { _ in Bool.random(using: &generator) }),
        ])
    }
    return store
  }

  /// Generates random predicates, with operand types that are common in practice and some that are invalid.
  private struct Source {
    var generator: SeededGenerator
    let objects: [Value]

    private mutating func pick<T>(_ choices: [T]) -> T { choices[Int(generator.next() % UInt64(choices.count))] }

    private mutating func path() -> ExpressionNode {
      pick(
        [
          "text", "text", "postId", "timestamp", "favoritesCount", "score", "isHidden", "entities", "author",
          "author.name",
          "author.userId", "author.mail", "author.level", "text.length", "nothing", "author.nothing", "tags",
          "tags.name",
        ].map { .keyPath(ValuePath($0)) } + [.selfObject])
    }

    private mutating func constant() -> Value {
      switch generator.next() % 5 {
      case 0, 1: pick(PredicateTranslationTests.texts)
      case 2: pick(PredicateTranslationTests.numbers)
      case 3: pick(PredicateTranslationTests.dates)
      default: pick(objects)
      }
    }

    private mutating func operand() -> ExpressionNode {
      switch generator.next() % 8 {
      case 0...3: .constant(constant())
      case 4: .variable(pick(["input", "missing"]))
      default: path()
      }
    }

    mutating func comparison() -> ComparisonNode {
      let sign = pick(ComparisonOperator.allCases)
      let options = ComparisonOptions(rawValue: UInt8(pick([0, 0, 1, 2, 3, 4])))
      let quantifier: ComparisonNode.Quantifier = generator.next() % 6 == 0 ? pick([.any, .all]) : .none
      let left = quantifier == .none ? (generator.next() % 8 == 0 ? operand() : path()) : toMany()
      let right: ExpressionNode =
        switch sign {
        case .between: .aggregate([operand(), operand()])
        case .in where generator.next() % 4 != 0: .aggregate((0..<generator.next() % 4).map { _ in operand() })
        case .like: .constant(pick(["a*", "?", "*", "*e*", "K", 5]))
        case .matches: .constant(pick(["a.*", "[a-c]+", "(", nil]))
        default: operand()
        }
      return ComparisonNode(left, sign, right, options: options, quantifier: quantifier)
    }

    private mutating func toMany() -> ExpressionNode {
      .keyPath(ValuePath(pick(["tags", "tags.name", "author.name", "text"])))
    }

    mutating func predicate(depth: Int = 0) -> PredicateNode {
      switch generator.next() % (depth < 3 ? 8 : 4) {
      case 4: .not(predicate(depth: depth + 1))
      case 5: .and([predicate(depth: depth + 1), predicate(depth: depth + 1)])
      case 6: .or([predicate(depth: depth + 1), predicate(depth: depth + 1)])
      default: .comparison(comparison())
      }
    }
  }

  @Test(arguments: 0..<6)
  func `SQL and memory find the same objects`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try Self.store(&generator)
    let all = try store.fetch(FetchRequest("Post")).map { $0 }
    let users = try store.fetch(FetchRequest("User")).map { Value.object($0) }
    let tags = try store.fetch(FetchRequest("Tag")).map { Value.object($0) }
    let objects: [Value] = [.object(all[0]), nil] + users + tags
    var source = Source(generator: generator, objects: objects)
    var translated = 0
    let variables: [String: Value] = ["input": "a"]
    for _ in 0..<300 {
      let predicate = ValuePredicate(source.predicate())
      let request = FetchRequest("Post", predicates: [predicate], variables: variables)
      let plan = try FetchPlan(request, layout: store.layout("Post"), schema: store.schema)
      if plan.isComplete { translated += 1 }
      let bound = predicate.withSubstitutionVariables(variables)
      let expected = all.filter { bound.evaluate(with: Value.object($0)) }.map(\.identity.key)
      let found = try store.fetch(request).ids
      if found != expected {
        Issue.record(
          "\(predicate)\n\(plan.select("*").sql)\nmissing \(Set(expected).subtracting(found)), wrong \(Set(found).subtracting(expected))"
        )
      }
    }
    // The comparison would prove nothing if most predicates were evaluated in memory anyway.
    #expect(translated > 120)
  }

  @Test(arguments: [
    "favoritesCount > 0", "isHidden = 0", "text CONTAINS[cd] $input", "text BEGINSWITH[c] $input",
    "author.name == 'Ada' OR author == nil", "text LIKE '*a?'", "text MATCHES '[a-z]+'", "postId IN {'1', '2'}",
    "ANY tags.name ==[c] $input", "NOT (score BETWEEN {1, 2})", "$input == nil OR text ENDSWITH $input",
    "'a' IN text", "author.mail != nil", "TRUEPREDICATE", "text > 'a' AND timestamp != nil", "SELF == $input",
  ])
  func `the predicates of widgets run in SQL alone`(format: String) throws {
    let store = try Models.store(Models.feed)
    let request = FetchRequest("Post", predicates: [try ValuePredicate(format)], variables: ["input": "a"])
    #expect(try FetchPlan(request, layout: store.layout("Post"), schema: store.schema).isComplete)
    #expect(try store.fetch(request).isEmpty)
  }

  @Test func `very long conditions are evaluated in memory`() throws {
    let store = try Models.store(Models.feed)
    try store.insert("Post", ["postId": "7", "favoritesCount": 7])
    let chain = (0..<900).map { "favoritesCount == \($0)" }.joined(separator: " OR ")
    #expect(try store.fetch(FetchRequest("Post", predicates: [try ValuePredicate(chain)])).count == 1)
    let list = Value.array((0..<40_000).map { .integer($0) })
    let request = FetchRequest(
      "Post", predicates: [try ValuePredicate("favoritesCount IN $list")], variables: ["list": list])
    #expect(try store.fetch(request).count == 1)
  }

  @Test func `texts that look like SQL are treated as text`() throws {
    let store = try Models.store(Models.feed)
    let text = "'); DROP TABLE \"Post\"; --"
    try store.insert("Post", ["text": .string(text)])
    let predicate = try ValuePredicate("text == $input AND text CONTAINS $input AND text LIKE $input")
    #expect(
      try store.fetch(FetchRequest("Post", predicates: [predicate], variables: ["input": .string(text)])).count == 1)
  }
}
