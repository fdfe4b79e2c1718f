import Foundation
import Synchronization
import TesseraExpressions
import TesseraValues
import Testing

@Suite("Native templates")
struct NativeTemplateTests {
  static let scope: Value = [
    "name": "Ada", "age": 36, "zero": 0, "half": 0.5, "empty": "", "none": [], "no": false, "yes": true,
    "item": ["due": "2018-06-20T18:00:00Z", "price": 1234.5, "two words": 2, "key": "price", "tags": ["a", "b"]],
    "items": [["name": "x", "price": 2, "sizes": [1, 2]], ["name": "y", "price": 3.5, "sizes": [3]]], "i": 1,
    "matrix": [[1, 2], [3, 4]], "5o1": "digits", "größe": "XL", "2": ["x": "two", "5": "five"],
  ]

  private func value(_ expression: String) -> Value {
    let template = Template("@{\(expression)}", dialect: .native)
    #expect(template.problem == nil, "\(expression)")
    return template.value(in: Self.scope)
  }

  /// Numbers of different types are distinguished.
  private func expect(_ expression: String, _ expected: Value) {
    let result = value(expression)
    #expect(result == expected && result.typeName == expected.typeName, "\(expression) gives \(result)")
  }

  @Test(
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 - 3 - 2", 5), ("12 / 3 / 2", 2), ("7 % 4 * 2", 6), ("-2 * -3", 6),
      ("- 2 + 5", 3), ("--2", 2), ("!no && yes", true), ("1 + 1 == 2", true), ("1 < 2 && 3 >= 3", true),
      ("no && no || yes", true), ("yes || no && no", true), ("nothing ?? no || yes", true), ("nothing ?? 1 + 1", 2),
      ("no ? 1 : yes ? 2 : 3", 2), ("yes ? no ? 1 : 2 : 3", 2), ("nothing ?? no ? 1 : 2", 2),
      ("!no == yes", true), ("-items[1].price", -3.5), ("age-6", 30), ("age -6", 30), ("age - -6", 42), ("-1", -1),
      ("-age", -36), ("name == 'Ada' ? 'her' : 'them' | uppercase", "HER"),
      ("name | uppercase | lowercase", "ada"), ("('a' | uppercase) + 'b'", "Ab"), ("1 + 2 | number: '0.0'", "3.0"),
      ("length(name | default: 'x')", 3), ("\n age\t+\r\n 1 ", 37), ("[1, name, [2]]", [1, "Ada", [2]]), ("[]", []),
    ] as [(String, Value)])
  func `operators bind as in C`(_ expression: String, _ expected: Value) { expect(expression, expected) }

  @Test(
    arguments: [
      ("7 / 2", 3.5), ("6 / 2", 3), ("6.0 / 4", 1.5), ("1 / 0", nil), ("0 / 0", nil), ("5 % 0", nil), ("-7 % 3", -1),
      ("7.5 % 2", 1.5), ("9223372036854775807 + 1", 9.223372036854775807e18), ("'3' * 2", nil), ("'3' - 1", nil),
      ("nothing + 1", nil), ("none - 1", nil), ("-name", nil), ("name / 2", nil), ("yes + 1", 2), ("age * half", 18),
      ("-9223372036854775808", .integer(.min)), ("-9223372036854775808 / -1", 9.223372036854775808e18),
    ] as [(String, Value)])
  func `numbers are computed as on paper`(_ expression: String, _ expected: Value) { expect(expression, expected) }

  @Test(
    arguments: [
      ("name + '!'", "Ada!"), ("'n: ' + 1.0", "n: 1"), ("1 + '2'", "12"), ("'a' + nothing", "a"), ("'' + yes", "true"),
      ("'' + none", "[]"), ("'' + item.tags", #"["a","b"]"#), ("1 + 2 + 'a'", "3a"), ("'a' + 1 + 2", "a12"),
      ("'' + half", "0.5"), ("nothing + nothing", nil),
    ] as [(String, Value)])
  func `plus concatenates if either side is text`(_ expression: String, _ expected: Value) {
    expect(expression, expected)
  }

  @Test(
    arguments: [
      ("1 == 1.0", true), ("null == null", true), ("nothing == null", true), ("1 == '1'", false), ("1 != '1'", true),
      ("name == null", false), ("'a' < 'b'", true), ("1 < 'b'", false), ("1 >= 'b'", false), ("null < 1", false),
      ("null <= null", false), ("none == []", true), ("[1, 2] == [1.0, 2]", true), ("yes == 1", true),
      ("2 <= 2.0", true), ("3 > 2", true), ("3 != 3", false), ("half < 1", true),
    ] as [(String, Value)])
  func `comparisons give true or false`(_ expression: String, _ expected: Value) { expect(expression, expected) }

  @Test(arguments: [
    ("null", false), ("no", false), ("zero", false), ("0.0", false), ("empty", false), ("none", false),
    ("yes", true), ("age", true), ("half", true), ("-1", true), ("'false'", true), ("'0'", true), ("item", true),
    ("[null]", true),
  ])
  func `null, false, 0, and empty texts and lists are false`(_ expression: String, _ expected: Bool) {
    expect("!(\(expression))", .bool(!expected))
    expect("\(expression) && true", .bool(expected))
    expect("\(expression) || false", .bool(expected))
    expect("\(expression) ? 'yes' : 'no'", expected ? "yes" : "no")
  }

  @Test(
    arguments: [
      ("items[0].name", "x"), ("items[i].name", "y"), ("items[i - 1].name", "x"), ("items[-1]", nil),
      ("items[9].name", nil), ("items[i * 1.0].name", "y"), ("items[half]", nil), ("items['0']", nil),
      ("item[\"two words\"]", 2), ("item['key']", "price"), ("item[item.key]", 1234.5), ("item[0]", nil),
      ("name[0]", nil), ("items . name", nil), ("items [ 0 ] . name", "x"), ("matrix[i][zero]", 3),
      ("items.@count", 2), ("items.@sum.price", 5.5), ("items.@max.price", 3.5), ("items[0].sizes.@count", 2),
      ("items.@unionOfObjects.name", ["x", "y"]), ("items.@unionOfObjects.name[1]", "y"),
      ("items.@distinctUnionOfArrays.sizes.@count", 3), ("(items.@max.sizes).x", nil), ("nothing.@count", 0),
      ("name.@count", nil), ("[1, 2, 3].@sum.self", 6), ("[1, 2][1]", 2), ("(nothing ?? item).price", 1234.5),
      ("5o1", "digits"), ("größe", "XL"), ("2.x", "two"), ("2.5", 2.5), ("2.x[0]", nil), ("insert(items, i)[2]", 1),
    ] as [(String, Value)])
  func `elements, keys and collections are read`(_ expression: String, _ expected: Value) {
    expect(expression, expected)
  }

  @Test(arguments: [
    (#"'it\'s'"#, "it's"), (#"'a\nb\\'"#, #"a\nb\\"#), (#"'say "x"'"#, #"say "x""#), (#""it's""#, "it's"),
    (#""\"\'\\\n\t\r""#, "\"'\\\n\t\r"), (#""\u00e9\uD83D\uDE00""#, "é😀"), ("\"}@{ \"", "}@{ "), ("'}'", "}"),
  ])
  func `text literals have the page's quotes and escapes`(_ expression: String, _ expected: String) {
    expect(expression, .string(expected))
  }

  @Test func `the branch that is not taken is not evaluated`() throws {
    final class Counter: Sendable {
      let calls = Mutex(0)
    }
    for (expression, expected) in [
      ("yes || count()", 0), ("no || count()", 1), ("no && count()", 0), ("yes && count()", 1),
      ("yes ? 1 : count()", 0), ("no ? 1 : count()", 1), ("1 ?? count()", 0), ("null ?? count()", 1),
    ] {
      let counter = Counter()
      var operations = TemplateOperations.standard
      try operations.register("count") { _ in
        counter.calls.withLock { $0 += 1 }
        return 1
      }
      let environment = TemplateEnvironment(operations: operations)
      _ = Template("@{\(expression)}", dialect: .native).value(in: Self.scope, environment: environment)
      #expect(counter.calls.withLock { $0 } == expected, "\(expression)")
    }
  }

  @Test(arguments: [
    ("@{ name } is @{age + 1.0}", "Ada is 37"), ("@{nothing}|@{yes}|@{half}", "|true|0.5"),
    ("@{item.tags} @{[1, 2.0]}", #"["a","b"] [1,2]"#), (#"\@{name} \\@{name}"#, #"@{name} \Ada"#),
    ("a@b @{name}", "a@b Ada"), ("@{name}@{name}", "AdaAda"), (" @{age}", " 36"),
  ])
  func `expressions in text become text`(_ text: String, _ expected: String) {
    let template = Template(text, dialect: .native)
    #expect(template.problem == nil)
    #expect(template.value(in: Self.scope) == .string(expected))
  }

  @Test func `a date prints the same as elsewhere`() {
    let scope: Value = ["d": .date(Date(timeIntervalSince1970: 1_529_517_600))]
    #expect(Template("at @{d}", dialect: .native).value(in: scope) == "at 2018-06-20 18:00:00 +0000")
    #expect(Template("@{d + 60 - d}", dialect: .native).value(in: scope) == 60)
  }

  @Test func `other values are read through the scope, including properties with dots in their names`() {
    struct Screen: ValueReading {
      func value(forKey key: String) -> Value? { value(at: ValuePath(keys: [key])) }
      func value(at path: ValuePath) -> Value {
        switch path.description {
        case "field", "field.text": "typed"
        case "status.refreshControl.value": true
        case "content": NativeTemplateTests.scope
        case "provider.objects": [["name": "x"]]
        default: .null
        }
      }
    }
    for (expression, expected) in [
      ("field", "typed"), ("field.text", "typed"), ("field.text.length", nil), ("status.refreshControl.value", true),
      ("status", nil), ("content.item.price", 1234.5), ("content.items.name", nil), ("provider.objects[0].name", "x"),
      ("provider.objects.@count", 1), ("provider.other.x", nil), ("field[0]", nil),
    ] as [(String, Value)] {
      #expect(Template("@{\(expression)}", dialect: .native).value(in: Screen()) == expected, "\(expression)")
    }
  }

  @Test(
    arguments: [
      ("map(items, x => x.price)", [2, 3.5]), ("filter(items, x => x.price > 2).@count", 1),
      ("map(items, item => item.name)", ["x", "y"]), ("sort(items, x => -x.price)[0].name", "y"),
      ("sort([3, 1, 2], n => n, 'descending')", [3, 2, 1]), ("sort([3, 1], n => n, 'sideways')", nil),
      ("map(group([1, 2, 3, 4], n => n % 2), g => g.items)", [[1, 3], [2, 4]]),
      ("map(items, x => map(x.sizes, s => s * x.price))", [[2, 4], [10.5]]),
      ("map(items, x => map(x.sizes, x => x))", [[1, 2], [3]]), ("map(items, x => item.key)", ["price", "price"]),
      ("map(items, x => filter(x.sizes, item > 1))", [[2], [3]]), ("map(nothing, x => x)", nil),
      ("map(['a', 'b'], x => x + name)", ["aAda", "bAda"]), ("map([], x => x)", []),
    ] as [(String, Value)])
  func `a function reads each element by the name that it gives`(_ expression: String, _ expected: Value) {
    expect(expression, expected)
  }

  @Test(
    arguments: [
      ("{}", [:]), ("{a: 1, 'two words': name}", ["a": 1, "two words": "Ada"]), ("{a: {b: [1]}}.a.b[0]", 1),
      ("{a: yes ? 1 : 2, b: 'x' | uppercase}", ["a": 1, "b": "X"]), ("{a: nothing}", ["a": nil]),
      (
        "map(items, x => {id: x.name, total: x.sizes.@sum.self})", [["id": "x", "total": 3], ["id": "y", "total": 3]]
      ),
      ("{a: 1,}", ["a": 1]), ("length({a: 1}.a + '')", 1),
    ] as [(String, Value)])
  func `an object has the values of its members`(_ expression: String, _ expected: Value) {
    expect(expression, expected)
  }

  @Test func `names of elements are not names of the template, and only some operations take functions`() {
    let template = Template("@{map(items, x => x.price * i)} @{filter(items, y => x.a)}", dialect: .native)
    #expect(template.rootNames == ["items", "i", "x"])
    #expect(Template("@{map(items, x => {a: x}) | shout}", dialect: .native).beagle { $0 } == nil)
    for expression in ["length(x => x)", "map(x => x)", "map(items, x => x, y => y)", "max(items, x => x)"] {
      let problems = Template("@{\(expression)}", dialect: .native).argumentProblems
      #expect(problems.contains { $0.rule == "operation-argument" }, "\(expression)")
    }
  }

  @Test func `a template knows the names that it uses`() {
    let template = Template(
      "@{items[i].name | shout: item.key} @{items.@sum.price + max(item['two words'])}", dialect: .native)
    #expect(template.rootNames == ["items", "i", "item"])
    #expect(template.operationNames == ["max"])
    #expect(template.transformerNames == ["shout"])
    #expect(template.paths.map(\.description).sorted() == ["i", "item.key", "item.two words", "items"])
    #expect(!template.isConstant)
    #expect(Template("plain", dialect: .native).isConstant)
  }

  @Test(
    arguments: [
      ("@{a}", .any), ("@{a} ", .text), ("plain", .text), ("@{'x'}", .text), ("@{a + 'x'}", .text), ("@{a + 1}", .any),
      ("@{1 + 2}", .number), ("@{a * 2}", .number), ("@{a - b}", .any), ("@{-a}", .number), ("@{a < b}", .bool),
      ("@{!a}", .bool), ("@{a && b}", .bool), ("@{true}", .bool), ("@{null}", .null), ("@{[a]}", .list),
      ("@{a.@count}", .number), ("@{a.@sum.b}", .any), ("@{a.@unionOfObjects.b}", .list), ("@{a ? 1 : 2}", .number),
      ("@{a ? 1 : 'x'}", .any), ("@{a ? 1 : null}", .number), ("@{null ?? 'x'}", .text), ("@{a ?? 'x'}", .any),
      ("@{concat(a)}", .any), ("@{'a' | uppercase}", .any), ("@{", .text),
    ] as [(String, TemplateResultType)])
  func `the type of the result is known where it is certain`(_ text: String, _ expected: TemplateResultType) {
    #expect(Template(text, dialect: .native).resultType == expected)
  }
}

@Suite("Problems of native templates")
struct NativeTemplateProblemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    /// The line, the first column, and the column after the last character.
    var place: (Int, Int, Int)
    var fix: String?
    var testDescription: String { text }

    init(_ text: String, line: Int = 1, _ start: Int, _ end: Int, _ fix: String? = nil) {
      self.text = text
      place = (line, start, end)
      self.fix = fix
    }
  }

  @Test(arguments: [
    Case("@{a = b}", 5, 6, "write '==' to compare"), Case("@{a === b}", 5, 8, "write '=='"),
    Case("@{a and b}", 5, 8, "write '&&'"), Case("@{a OR b}", 5, 7, "write '||'"),
    Case("@{not a}", 3, 6, "write '!'"), Case("@{a & b}", 5, 6, "write '&&' for 'and', '+' to join texts"),
    Case("@{a <> b}", 5, 7, "write '!='"), Case("@{a ≤ b}", 5, 6, "write '<='"), Case("@{a × b}", 5, 6, "write '*'"),
    Case("@{“x”}", 3, 4, "quote texts with ' or \""),
    Case("@{a < b < c}", 9, 10, "join two comparisons with '&&', as in 'a < b && b < c'"),
    Case("@{a == b != c}", 10, 12, "join two comparisons with '&&', as in 'a < b && b < c'"),
    Case("@{'open}", 3, 9, "add ' at its end"), Case("@{\"open}", 3, 9, "add \" at its end"),
    Case("@{\"\\q\"}", 4, 6, "write \\\\ for a backslash, or quote the text with '"),
    Case("@{\"\\u12\"}", 4, 6, "write it as \\u00E9, and a character above FFFF as a surrogate pair"),
    Case("@{\"\\uD83Dx\"}", 4, 10, "write it as \\u00E9, and a character above FFFF as a surrogate pair"),
    Case("@{a", 1, 4, "add } at its end"), Case("@{a + ", 1, 7, "add } at its end"), Case("@{}", 1, 4),
    Case("@{ }", 1, 5),
    Case("@{a b}", 5, 6), Case("@{a +}", 6, 7), Case("@{* a}", 3, 4), Case("@{(a}", 5, 6), Case("@{a)}", 4, 5),
    Case("@{[1, ]}", 7, 8), Case("@{f(1,)}", 7, 8), Case("@{a.}", 5, 6),
    Case("@{a.b(1)}", 6, 7, "write it as an operation, as in 'b(a)'"),
    Case("@{a[]}", 5, 6), Case("@{a ? b}", 8, 9), Case("@{a ? b | c : d}", 9, 10, "put the pipe in parentheses"),
    Case("@{a : b}", 5, 6, "write a '?' or the name of a transformer before ':'"), Case("@{a |}", 6, 7),
    Case("@{a | b:}", 9, 10), Case("@{a.@cuont}", 5, 11, "did you mean '@count'?"),
    Case("@{@count}", 3, 4, "write a collection operator after a path, as in 'items.@count'"),
    Case("@{a @{b}}", 5, 6, "close the expression with '}'"), Case("@{1.5.x}", 6, 7), Case("@{1[0]}", 4, 5),
    Case("@{'x'.y}", 6, 7), Case("one @{a} two @{b c} three", 18, 19),
    Case("line\nlines @{a}\n  @{b +\n * c}", line: 4, 2, 3), Case("é😀@{a #}", 7, 8), Case("@{{a}}", 5, 6),
    Case("@{{a: 1, a: 2}}", 10, 11), Case("@{{1.5: 1}}", 4, 7), Case("@{a => b}", 5, 7, "write '>=' to compare"),
    Case("@{map(a, b =>)}", 14, 15), Case("@{[a => b]}", 6, 8, "write '>=' to compare"),
  ])
  func `a problem has its position and the likely fix, and the text stays as it is`(_ test: Case) throws {
    let template = Template(test.text, dialect: .native)
    let problem = try #require(template.problem)
    #expect(problem.rule == "template-syntax")
    #expect(problem.range?.start == SourcePosition(line: test.place.0, column: test.place.1), "\(problem)")
    #expect(problem.range?.end == SourcePosition(line: test.place.0, column: test.place.2), "\(problem)")
    #expect(problem.fix == test.fix, "\(problem)")
    #expect(template.isConstant)
    #expect(template.value(in: NativeTemplateTests.scope) == .string(test.text))
  }

  @Test(arguments: ["(", "!", "-", "[", "f(", "a[", "a?", "a?b:", "a+", "a??", "-(", "a|b:(", "{a:", "map(a,b=>"])
  func `depth has a limit, which is reported`(_ opening: String) {
    let template = Template("@{\(String(repeating: opening, count: 5000))a}", dialect: .native)
    #expect(template.problem?.rule == "template-limit")
    #expect(template.isConstant)
  }

  @Test func `chains count one level per operator, paths 256 keys`() {
    func problem(_ expression: String) -> String? { Template("@{\(expression)}", dialect: .native).problem?.rule }
    #expect(problem("1" + String(repeating: " + 1", count: 63)) == nil)
    #expect(problem("1" + String(repeating: " + 1", count: 64)) == "template-limit")
    #expect(problem("a" + String(repeating: " | b", count: 64)) == "template-limit")
    #expect(problem("a" + String(repeating: ".b", count: 255)) == nil)
    #expect(problem("a" + String(repeating: ".b", count: 256)) == "template-limit")
    #expect(
      Template(String(repeating: "x", count: 70_000) + "@{a}", dialect: .native).problem?.rule == "template-limit")
  }
}
