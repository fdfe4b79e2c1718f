import Foundation
import TesseraExpressions
import TesseraValues
import Testing

@Suite("Evaluation of bindings")
struct EvaluationTests {
  @Test func `without replacements the predicate's result is the result`() throws {
    let rule = try Evaluation(predicateFormat: "a = 5")
    #expect(rule.evaluate(input: ["a": 5], scope: Value.null) == true)
    #expect(rule.evaluate(input: ["a": 6], scope: Value.null) == false)
  }

  @Test func `ifTrue and ifFalse replace the result, each on its own`() throws {
    let both = try Evaluation(predicateFormat: "a = 5", ifTrue: "yo", ifFalse: "pff")
    #expect(both.evaluate(input: ["a": 5], scope: Value.null) == "yo")
    #expect(both.evaluate(input: ["a": 1], scope: Value.null) == "pff")
    let one = try Evaluation(predicateFormat: "a = 5", ifTrue: "yo")
    #expect(one.evaluate(input: ["a": 5], scope: Value.null) == "yo")
    #expect(one.evaluate(input: ["a": 1], scope: Value.null) == false)
  }

  @Test func `the format is filled with the replacement`() throws {
    let rule = try Evaluation(predicateFormat: "a = 5", ifTrue: "yo", ifFalse: "pff", format: "v = '%@'")
    #expect(rule.evaluate(input: ["a": 5], scope: Value.null) == "v = 'yo'")
  }

  @Test func `null becomes the placeholder, unformatted`() throws {
    let rule = try Evaluation(
      predicateFormat: "a = 5", ifTrue: "yo", ifFalse: .null, format: "v = '%@'", placeholder: "Oops")
    #expect(rule.evaluate(input: ["a": 0], scope: Value.null) == "Oops")
  }

  @Test func `a transformer converts the value; one that does not apply leaves it`() throws {
    let rule = try Evaluation(predicateFormat: "a = 5", ifTrue: "3", ifFalse: .null, transformer: "strToInt")
    #expect(rule.evaluate(input: ["a": 5], scope: Value.null) == 3)
    let lenient = try Evaluation(transformer: "strToInt")
    #expect(lenient.evaluate(input: "3.0", scope: Value.null) == "3.0")
  }

  @Test func `replacements are filled from the input, whatever its type`() throws {
    let rule = try Evaluation(
      predicateFormat: "a = 5", ifTrue: "$a is 5", ifFalse: "$a is not 5", format: "number %@")
    #expect(rule.evaluate(input: ["a": 5], scope: Value.null) == "number 5 is 5")
    #expect(rule.evaluate(input: ["a": 7], scope: Value.null) == "number 7 is not 5")
    let text = try Evaluation(
      predicateFormat: "a = '5'", ifTrue: "$a is 5", ifFalse: "$a is not 5", format: "symbol %@")
    #expect(text.evaluate(input: ["a": "5"], scope: Value.null) == "symbol 5 is 5")
    #expect(text.evaluate(input: ["a": "7"], scope: Value.null) == "symbol 7 is not 5")
  }

  @Test func `without input the scope is the input`() throws {
    let source: Value = ["info": "test", "tagInfo": 5]
    let rule = try Evaluation(
      predicateFormat: "info = 'test'", ifTrue: "$info is 'test'", ifFalse: "$info is not 'test'", format: "string %@")
    #expect(rule.evaluate(input: nil, scope: source) == "string test is 'test'")
    #expect(try Evaluation().evaluate(input: 5, scope: source) == 5)
    #expect(try Evaluation(format: "$info").evaluate(input: nil, scope: source) == "test")
    #expect(try Evaluation(format: "$info").keyPaths == ["info"])
  }
}

@Suite("Text templates")
struct TextTemplateTests {
  static let object: Value = [
    "name": "Ada", "count": 5, "flag": true, "author": ["name": "Bob \"B\" \\ \n"], "nothing": nil,
    "when": .date(Date(timeIntervalSince1970: 1_529_517_600)),
  ]

  @Test(arguments: [
    ("Hi $name", "Hi Ada"), ("$name.", "Ada."), ("$name...", "Ada..."), ("$author.name!", "Bob \"B\" \\ \n!"),
    ("$count/$flag", "5/1"), ("$missing|$nothing|$author.x", "||"), ("$when", "2018-06-20 18:00:00 +0000"),
    ("$$name costs $", "$name costs $"), ("100% of $name", "100% of Ada"), ("100%%", "100%"), ("$ 5 %d", "$ 5 %d"),
    ("($name)", "(Ada)"), ("$name$count", "Ada5"), ("", ""), ("é$name", "éAda"), ("$$$name", "$Ada"),
  ])
  func `placeholders are filled`(_ template: String, _ expected: String) {
    #expect(TextTemplate(template).text(from: Self.object) == expected)
  }

  @Test func `dollar paths and the whole value combine`() {
    #expect(TextTemplate("%@ and $length").text(from: "abc") == "abc and 3")
    #expect(TextTemplate("[%@]").text(from: 5) == "[5]")
  }

  @Test func `percent signs are text in parameters, and inserted text is encoded on request`() {
    let template = TextTemplate("$q.$id%@100%%", syntax: .parameter)
    let text = template.text(from: ["id": 7, "q": "a b"]) { $0.replacing(" ", with: "%20") }
    #expect(text == "a%20b.7%@100%%")
  }

  @Test func `quotes and line breaks survive, and inserted text is not expanded again`() {
    #expect(TextTemplate("$author.name", syntax: .parameter).text(from: Self.object) == "Bob \"B\" \\ \n")
    #expect(TextTemplate("$a", syntax: .parameter).text(from: ["a": "$b", "b": "no"]) == "$b")
  }
}

@Suite("Transformers and result chains")
struct TransformerTests {
  @Test func `strToInt is strict, toDouble and toString are not`() {
    let transformers = ValueTransformers.standard
    #expect(transformers.transform("3", with: "strToInt") == 3)
    #expect(transformers.transform("3.0", with: "strToInt") == nil)
    #expect(transformers.transform(" 3", with: "strToInt") == nil)
    #expect(transformers.transform("2.5", with: "toDouble") == 2.5)
    #expect(transformers.transform("x", with: "toDouble") == nil)
    #expect(transformers.transform(5, with: "toString") == "5")
    #expect(transformers.transform(5, with: "unknown") == nil)
  }

  @Test(arguments: [
    (45, "45s"), (30 * 60, "30m"), (3 * 3600, "3h"), (105 * 60, "1h"), (86_400, "1d"), (150 * 86_400, "4mo"),
    (8 * 366 * 86_400, "8y"), (0, "Now"), (-60, "Now"),
  ])
  func `ago shows the largest unit`(_ seconds: Int, _ expected: String) {
    let now = Date(timeIntervalSince1970: 1_529_517_600)
    let context = EvaluationContext(now: { now })
    let date = now.addingTimeInterval(Double(-seconds))
    #expect(ValueTransformers.standard.transform(.date(date), with: "ago", context: context) == .string(expected))
    #expect(ValueTransformers.standard.transform("x", with: "ago", context: context) == nil)
  }

  @Test(arguments: [
    ("de_DE", "3 Std.", "5 Mon.", "Jetzt"), ("fr", "3 h", "5 m.", "Maintenant"), ("ja_JP", "3時間", "5か月", "今"),
    ("zh_TW", "3小時", "5個月", "現在"), ("zh-Hans", "3小时", "5个月", "现在"), ("ru", "3 ч", "5 мес.", "Сейчас"),
    ("xx", "3h", "5mo", "Now"),
  ])
  func `ago speaks the language of the locale`(_ locale: String, _ hours: String, _ months: String, _ present: String) {
    let now = Date(timeIntervalSince1970: 1_529_517_600)
    let context = EvaluationContext(now: { now }, locale: Locale(identifier: locale))
    for (seconds, expected) in [(3 * 3600, hours), (160 * 86_400, months), (0, present)] {
      let date = Value.date(now.addingTimeInterval(Double(-seconds)))
      let text = ValueTransformers.standard.transform(date, with: "ago", context: context)?.string
      #expect(text?.replacing("\u{A0}", with: " ") == expected)
    }
  }

  @Test(arguments: [(1, "1 г."), (3, "3 г."), (5, "5 л."), (11, "11 л."), (21, "21 г.")])
  func `Russian years have two forms`(_ years: Int, _ expected: String) {
    let now = Date(timeIntervalSince1970: 1_529_517_600)
    let context = EvaluationContext(now: { now }, locale: Locale(identifier: "ru"))
    let date = Value.date(now.addingTimeInterval(-Double(years) * 366 * 86_400))
    let text = ValueTransformers.standard.transform(date, with: "ago", context: context)?.string
    #expect(text?.replacing("\u{A0}", with: " ") == expected)
  }

  @Test func `configured dates convert both ways`() {
    var transformers = ValueTransformers.standard
    let problems = transformers.registerDates([
      "strToDate": ["format": "EEE MMM d HH:mm:ss Z y", "locale": "en_US_POSIX"],
      "wrong": ["dateStyle": "mediun"],
    ])
    let date = Value.date(Date(timeIntervalSince1970: 1_529_517_600))
    #expect(transformers.transform("Wed Jun 20 18:00:00 +0000 2018", with: "strToDate") == date)
    #expect(transformers.transform(date, with: "strToDate") == "Wed Jun 20 18:00:00 +0000 2018")
    #expect(transformers.transform("nonsense", with: "strToDate") == nil)
    #expect(problems.map(\.rule) == ["transformer-style"])
    #expect(problems.first?.fix == "did you mean 'medium'?")
  }

  @Test func `result chains apply their functions in order`() throws {
    let items: Value = .array((1...5).map { ["id": .integer($0), "name": .string("item\($0)")] })
    let chain = try ResultChain(["wx_takeLast:", "wx_map:", "wx_joinedBy:"], arguments: ["2", "name", ", "])
    #expect(chain.value(of: items) == "item4, item5")
    let letters: Value = ["A", "B", "C", "D", "E", "F"]
    let middle = try ResultChain(["wx_takeFirst:", "wx_takeLast:"], arguments: ["4", "2"])
    #expect(middle.value(of: letters) == ["C", "D"])
    #expect(try ResultChain(["wx_first"]).value(of: letters) == "A")
    #expect(try ResultChain(["wx_last"]).value(of: []) == .null)
    #expect(try ResultChain(["wx_count"]).value(of: letters) == 6)
    #expect(try ResultChain(["wx_itemAt:"], arguments: ["-2"]).value(of: letters) == "E")
    #expect(try ResultChain(["wx_itemAt:"], arguments: ["9"]).value(of: letters) == .null)
    let distinct = try ResultChain(["valueForKeyPath:"], arguments: ["@distinctUnionOfObjects.self"])
    #expect(distinct.value(of: ["x", "y", "x"]) == ["x", "y"])
    #expect(throws: Diagnostic.self) { try ResultChain(["wx_first"], arguments: []) }
    #expect(throws: Diagnostic.self) { try ResultChain(["makeObjectsPerformSelector:"]) }
  }
}
