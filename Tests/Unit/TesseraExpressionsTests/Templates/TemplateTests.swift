import Foundation
import TesseraExpressions
import TesseraValues
import Testing

@Suite("Templates")
struct TemplateTests {
  static let client: Value = [
    "client": [
      "name": ["first": "John", "last": "Doe"], "phones": ["111-1111-1111", "222-2222-2222"],
      "matrix": [[1, 2, 3], [4, 5.5, 6], [7, 8, true]],
    ],
    "5o1": "digits", "trueish": "yes", "counter": 2, "context": "value",
  ]

  @Test(
    arguments: [
      ("@{client.name.first}", "John"), ("@{client.unknown}", nil), ("@{client.phones[0]}", "111-1111-1111"),
      ("@{client.matrix[0][0]}", 1), ("@{client.matrix[1][1]}", 5.5), ("@{client.matrix[2][2]}", true),
      ("@{client.matrix[3][3]}", nil), ("@{client.phones[-1]}", nil), ("@{client.phones.x}", nil),
      ("@{client[0]}", nil), ("@{42}", 42), ("@{-3.5}", -3.5), ("@{true}", true), ("@{'name'}", "name"),
      ("@{null}", nil), ("@{sum(1, counter)}", 3), ("@{sum( 1, counter )}", 3), ("@{5o1}", "digits"),
      ("@{trueish}", "yes"), ("@{blah(42)}", nil), ("@{'hello \\'world\\'!'}", "hello 'world'!"),
      ("@{concat('()}{}((),(', 'test),(}')}", "()}{}((),(test),(}"), ("@{concat( 'a'    ,'b' ,     'c'  )}", "abc"),
    ] as [(String, Value)])
  func `one expression keeps the type of its value`(_ text: String, _ expected: Value) {
    let template = Template(text)
    #expect(template.problem == nil)
    #expect(template.value(in: Self.client) == expected)
    #expect(Template(template.description) == template)
  }

  @Test(arguments: [
    ("name: @{42}, phone: @{42}", "name: 42, phone: 42"), (#"name@name\@name@@{42}"#, #"name@name\@name@42"#),
    (
      "Operation: @{condition(lt(sum(counter, 2), 5), '#FF0000', '#00FF00')}", "Operation: #FF0000"
    ),
    ("A: @{client.unknown}, B: @{1.0}, C: @{true}", "A: , B: 1.0, C: true"),
    ("@{client.phones} @{client.name}", #"["111-1111-1111","222-2222-2222"] {"first":"John","last":"Doe"}"#),
  ])
  func `expressions in text become text`(_ text: String, _ expected: String) {
    #expect(Template(text).value(in: Self.client) == .string(expected))
  }

  @Test(arguments: [
    ("@{context}", "value"), ("@{context} test", "value test"), (#"test \@{sum(1, 2)}"#, "test @{sum(1, 2)}"),
    (#"test \@{'string'}"#, "test @{'string'}"), (#"test \\@{context}"#, #"test \value"#),
    (#"test \\\@{context}"#, #"test \@{context}"#), (#"test \\\\@{context}"#, #"test \\value"#),
    (#"test \\\\\@{context}"#, #"test \\@{context}"#),
    (#"This is a @{context} of \ expression \@{context}"#, #"This is a value of \ expression @{context}"#),
  ])
  func `backslashes escape`(_ text: String, _ expected: String) {
    let template = Template(text)
    #expect(template.text(in: Self.client) == expected)
    #expect(Template(template.description).text(in: Self.client) == expected)
  }

  @Test(arguments: [
    ("@{}", 3), ("@{[2]}", 3), ("@{client.[2]}", 10), ("@{client[a]}", 10), ("@{ a }", 3), ("@{a,}", 4),
    ("@{sum(1,2)", 11), ("@{@{2}}", 3), ("@{sum(1,)}", 9), ("@{'test}", 1), ("@{a-b}", 4),
  ])
  func `an invalid expression is plain text, and the problem is reported`(_ text: String, _ column: Int) {
    let template = Template(text)
    #expect(template.value(in: Self.client) == .string(text))
    #expect(template.problem?.rule == "template-syntax")
    if text.hasSuffix("}") && !text.contains("'") {
      #expect(template.problem?.range?.start.column == column)
    }
  }

  @Test func `a template knows what it reads`() throws {
    let template = Template("@{client.phones[0]} and @{sum(counter, shout(client.name))}")
    #expect(template.rootNames == ["client", "counter"])
    #expect(template.operationNames == ["sum", "shout"])
    #expect(template.paths.map(\.description).sorted() == ["client.name", "client.phones[0]", "counter"])
    #expect(!template.isConstant)
    #expect(Template("user@example.org").isConstant)
  }

  @Test func `excessive depth is plain text`() {
    let text = "@{" + String(repeating: "not(", count: 20_000) + "true" + String(repeating: ")", count: 20_000) + "}"
    #expect(Template(text).problem != nil)
    #expect(Template(String(repeating: "@{", count: 20_000)).problem != nil)
  }
}

@Suite("Operations of templates")
struct TemplateOperationTests {
  static let scope: Value = [
    "a": [1, 2, 3], "b": [1, 2, 3.0, 3.0], "one": [1], "obj": ["one": 1, "two": 2, "three": 3],
    "long": "some long string", "ctx": "Lastname", "ctx1": "name", "yes": true, "no": false,
  ]

  @Test(arguments: [
    ("6, 4", 10, 2, 24, 1.5), ("4.5, 6.0", 10.5, -1.5, 27.0, 0.75), ("4, 6, 4", 14, -6, 96, 0.16666666666666666),
    ("2.8, 4.5, 6.0", 13.3, -7.7, 75.6, 0.1037037037037037), ("1, 1.5", 2.5, -0.5, 1.5, 0.6666666666666666),
    ("2.0, 1", 3.0, 1.0, 2.0, 2.0), ("'1', 1.0", 2.0, 0.0, 1.0, 1.0), ("2.5, '1.0'", 3.5, 1.5, 2.5, 2.5),
    ("'1', '1'", 2, 0, 1, 1.0), ("'2', 1", 3, 1, 2, 2.0), ("'3.5', 2", 5.5, 1.5, 7.0, 1.75),
  ])
  func `operations compute arithmetic`(
    _ arguments: String, _ sum: Double, _ difference: Double, _ product: Double, _ quotient: Double
  )
    throws
  {
    for (name, expected) in [("sum", sum), ("subtract", difference), ("multiply", product), ("divide", quotient)] {
      let result = try #require(Template("@{\(name)(\(arguments))}").value(in: Self.scope).number)
      #expect(abs(result - expected) < 1e-12, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("sum(1, true)", nil), ("sum()", nil), ("subtract(5)", 5), ("divide(6)", 6.0), ("divide(0, 3)", 0),
      ("divide(1, 0)", nil), ("sum(9223372036854775807, 1)", 9.223372036854775807e18), ("multiply()", nil),
      ("gt(2, 1)", true), ("gte('1', '1.0')", true), ("lt('1.0', 2.0)", true), ("lte(true, 2)", false),
      ("eq('1', '1.0')", true), ("eq(true, true)", true), ("eq('no', 'yes')", false), ("eq(1)", nil),
      ("condition(true, 1, 0)", 1), ("condition(false, 'yes', 'no')", "no"), ("condition(null, 1, 0)", 0),
      ("condition(1, 0)", nil), ("not(true)", false), ("not(not(yes))", true), ("not(1)", nil), ("not()", nil),
      ("and(true, yes)", true), ("and(true, no)", false), ("or(false, no)", false), ("or(true, no)", true),
      ("and(0, 1.5)", nil), ("or()", nil), ("concat('Name', ctx)", "NameLastname"), ("concat(1, 0)", nil),
      ("concat()", nil), ("capitalize(concat(ctx1, ' ', ctx))", "Name Lastname"), ("uppercase(ctx1)", "NAME"),
      ("lowercase('STRING')", "string"), ("uppercase(1)", nil), ("substr('str', 0, 0)", ""),
      ("substr(long, 5, 4)", "long"), ("substr(substr(long, 5), 5)", "string"), ("substr('str', -1, 1)", nil),
      ("substr('str', 0, 5)", "str"), ("substr('str', 3, 2)", ""),
      ("substr('str', 2, -1)", nil), ("substr('1', 0, 1.0)", nil),
      ("insert(a, 3, 2)", [1, 2, 3, 3]), ("insert(a, 0)", [1, 2, 3, 0]), ("insert(a, 9, 3)", [1, 2, 3, 9]),
      ("insert(a, 3, 2.0)", nil), ("insert(a, 3, 5)", nil), ("remove(b, 3.0)", [1, 2]),
      ("remove(b, 3)", [1, 2, 3.0, 3.0]), ("removeIndex(b, 1)", [1, 3.0, 3.0]), ("removeIndex(b)", [1, 2, 3.0]),
      ("removeIndex(removeIndex(one))", nil), ("removeIndex(b, 4)", nil), ("contains(a, 3)", true),
      ("contains(b, 3)", false), ("contains(a)", nil), ("union(a, 2, a)", [1, 2, 3, 1, 2, 3]), ("union()", []),
      ("isNull(null)", true), ("isNull(insert())", true), ("isNull()", nil), ("isEmpty('')", true),
      ("isEmpty(removeIndex(one))", true), ("isEmpty(0)", nil), ("length(obj)", 3), ("length('')", 0),
      ("length('string', 'string')", nil), ("int('1.1')", 1), ("int('string')", nil), ("double(1)", 1.0),
      ("string(1.1)", "1.1"), ("string(true)", "true"), ("string(a)", nil),
    ] as [(String, Value)])
  func `operations have these results`(_ call: String, _ expected: Value) {
    #expect(Template("@{\(call)}").value(in: Self.scope) == expected)
  }

  @Test func `operations can be registered under names that the grammar can call`() throws {
    var operations = TemplateOperations.standard
    try operations.register("twice") { $0.first.map { .string($0.description + $0.description) } ?? .null }
    #expect(
      Template("@{twice('ab')}").value(in: Value.null, environment: TemplateEnvironment(operations: operations))
        == "abab")
    for name in ["sum???", "", "123"] {
      #expect(throws: Diagnostic.self) { try operations.register(name) { _ in .null } }
    }
  }
}

@Suite("Paths of contexts")
struct ContextPathTests {
  @Test(arguments: ["client", "client_[2].matrix[1][1]", "2client.2phones[0]", "[2][2]", "2", "_"])
  func `paths are parsed`(_ text: String) throws {
    #expect(try ContextPath(text).description == text)
  }

  @Test(arguments: ["", "client.[2]", "client[2].[2]", "client[a]", "client[2.2]", "a."])
  func `other texts are rejected`(_ text: String) {
    #expect(throws: Diagnostic.self) { try ContextPath(text) }
  }

  static let start: Value = [
    "a": "default", "c": [1, 2], "d": [["name": "John", "code": "123"], ["name": "Doe", "code": "321"]],
  ]

  @Test(
    arguments: [
      ("b", "b", "UPDATED"), ("c[0]", "c", ["UPDATED", 2]), ("c[4]", "c", [1, 2, nil, nil, "UPDATED"]),
      ("[4]", "", [nil, nil, nil, nil, "UPDATED"]), ("d[1].code", "d[1]", ["name": "Doe", "code": "UPDATED"]),
      ("d[2].name", "d[2]", ["name": "UPDATED"]), ("a.x", "a", ["x": "UPDATED"]), ("c[-1]", "c", [1, 2]),
      ("c[1000000000]", "c", [1, 2]),
    ] as [(String, String, Value)])
  func `writing creates missing parts`(_ path: String, _ read: String, _ expected: Value) throws {
    var result = Self.start
    try ContextPath(path).set("UPDATED", in: &result)
    #expect(try read.isEmpty ? result == expected : ContextPath(read).value(in: result) == expected)
  }
}
