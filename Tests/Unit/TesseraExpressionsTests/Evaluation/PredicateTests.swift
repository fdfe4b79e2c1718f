import Foundation
import TesseraExpressions
import TesseraValues
import Testing

/// A predicate, the value on which it is evaluated, and the expected result.
struct PredicateCase: Sendable, CustomTestStringConvertible {
  var format: String
  var value: Value
  var expected: Bool

  init(_ format: String, on value: Value = .null, _ expected: Bool) {
    self.format = format
    self.value = value
    self.expected = expected
  }

  var testDescription: String { "\(format) on \(JSONText.text(of: value))" }
}

@Suite("Predicates")
struct PredicateTests {
  static let person: Value = [
    "name": "Ada", "age": 36, "height": 1.7, "isHidden": false, "nothing": nil,
    "tags": ["math", "engine"], "address": ["city": "London"],
    "posts": [["text": "Hello", "likes": 3], ["text": "World", "likes": 12], ["text": "Bye", "likes": 0]],
  ]

  @Test(arguments: [
    PredicateCase("age = 36", on: person, true), PredicateCase("age == 36.0", on: person, true),
    PredicateCase("age != 36", on: person, false), PredicateCase("age <> 35", on: person, true),
    PredicateCase("age < 37", on: person, true), PredicateCase("age <= 36", on: person, true),
    PredicateCase("age =< 35", on: person, false), PredicateCase("age > 35", on: person, true),
    PredicateCase("age >= 37", on: person, false), PredicateCase("age => 36", on: person, true),
    PredicateCase("age BETWEEN {36, 40}", on: person, true), PredicateCase("age between {1, 35}", on: person, false),
    PredicateCase("isHidden = 0", on: person, true), PredicateCase("isHidden == NO", on: person, true),
    PredicateCase("name == 'Ada'", on: person, true), PredicateCase("name == \"ada\"", on: person, false),
    PredicateCase("name ==[c] 'ADA'", on: person, true), PredicateCase("age == '36'", on: person, false),
    PredicateCase("age != '36'", on: person, true), PredicateCase("name > 3", on: person, false),
    PredicateCase("address.city == 'London'", on: person, true),
    PredicateCase("name IN {'Ada', 'Bob'}", on: person, true), PredicateCase("name IN tags", on: person, false),
    PredicateCase("tags CONTAINS 'math'", on: person, true), PredicateCase("'at' IN 'math'", true),
    PredicateCase("name BEGINSWITH[c] 'a'", on: person, true), PredicateCase("name ENDSWITH 'da'", on: person, true),
    PredicateCase("name LIKE 'A*'", on: person, true), PredicateCase("name LIKE '?da'", on: person, true),
    PredicateCase("name LIKE[c] 'a?'", on: person, false), PredicateCase("name MATCHES 'A\\w+'", on: person, true),
    PredicateCase("'Élan' CONTAINS[cd] 'elan'", true), PredicateCase("'Élan' CONTAINS[c] 'elan'", false),
  ])
  func `comparisons match Foundation's`(_ test: PredicateCase) throws {
    #expect(try ValuePredicate(test.format).evaluate(with: test.value) == test.expected)
  }

  @Test(arguments: [
    PredicateCase("content == nil", on: [:], true), PredicateCase("content != nil", on: [:], false),
    PredicateCase("a.b.c == NULL", on: [:], true), PredicateCase("nothing = 1", on: person, false),
    PredicateCase("nothing != 1", on: person, true), PredicateCase("nothing > 0", on: person, false),
    PredicateCase("nothing <= 0", on: person, false), PredicateCase("nothing CONTAINS 'a'", on: person, false),
    PredicateCase("nothing IN {1}", on: person, false),
  ])
  func `a missing path is null, and null equals only null`(_ test: PredicateCase) throws {
    #expect(try ValuePredicate(test.format).evaluate(with: test.value) == test.expected)
  }

  @Test(arguments: [
    PredicateCase("TRUEPREDICATE OR FALSEPREDICATE AND FALSEPREDICATE", true),
    PredicateCase("(TRUEPREDICATE OR FALSEPREDICATE) AND FALSEPREDICATE", false),
    PredicateCase("NOT TRUEPREDICATE OR TRUEPREDICATE", true), PredicateCase("!(1 == 1 || 1 == 2)", false),
    PredicateCase("1 == 1 && 2 == 2 and not 3 == 4", true), PredicateCase("1 + 2 * 3 == 7", true),
    PredicateCase("(1 + 2) * 3 == 9", true), PredicateCase("-2 ** 2 == 4", true), PredicateCase("7 / 2 == 3", true),
    PredicateCase("7.0 / 2 == 3.5", true), PredicateCase("10 - 3 - 2 == 5", true),
  ])
  func `AND binds more tightly than OR, NOT more tightly than both`(_ test: PredicateCase) throws {
    #expect(try ValuePredicate(test.format).evaluate(with: test.value) == test.expected)
  }

  @Test(arguments: [
    PredicateCase("ANY posts.likes > 10", on: person, true),
    PredicateCase("SOME posts.likes > 20", on: person, false),
    PredicateCase("ALL posts.likes >= 0", on: person, true), PredicateCase("NONE posts.likes > 20", on: person, true),
    PredicateCase("ANY tags == 'math'", on: person, true),
    PredicateCase("posts.@count == 3", on: person, true),
    PredicateCase("posts.@avg.likes == 5", on: person, true),
    PredicateCase("posts.@max.likes == 12", on: person, true),
    PredicateCase("posts.@sum.likes == 15", on: person, true),
    PredicateCase("SUBQUERY(posts, $p, $p.likes > 2).@count == 2", on: person, true),
    PredicateCase("posts[FIRST].text == 'Hello'", on: person, true),
    PredicateCase("posts[LAST].likes == 0", on: person, true), PredicateCase("posts[SIZE] == 3", on: person, true),
    PredicateCase("posts[1].text == 'World'", on: person, true),
    PredicateCase("ANY nothing > 0", on: person, false), PredicateCase("ALL nothing > 0", on: person, true),
    PredicateCase("SELF IN {1, 2}", on: 2, true), PredicateCase("@count == 2", on: [1, 2], true),
    PredicateCase("TERNARY(age > 30, 'old', 'young') == 'old'", on: person, true),
    PredicateCase("CAST('12', 'NSNumber') == 12", true), PredicateCase("#in == 1", on: ["in": 1], true),
  ])
  func `quantifiers, collection operators and subqueries work on collections`(_ test: PredicateCase) throws {
    #expect(try ValuePredicate(test.format).evaluate(with: test.value) == test.expected)
  }

  @Test func `variables and arguments are values`() throws {
    let search = try ValuePredicate("text CONTAINS[cd] $input")
    #expect(search.evaluate(with: ["text": "Geometría"], variables: ["input": "GEOMETRIA"]))
    #expect(!search.evaluate(with: ["text": "Geometría"]))
    #expect(search.variables == ["input"])
    let filled = search.withSubstitutionVariables(["input": "a \"quoted\" part"])
    #expect(filled.format == #"text CONTAINS[cd] "a \"quoted\" part""#)
    let lookUp = try ValuePredicate("%K = %@ AND %K IN %@", arguments: ["a.id", 5, "kind", ["x", "y"]])
    #expect(lookUp.format == #"a.id == 5 AND kind IN {"x", "y"}"#)
    #expect(lookUp.evaluate(with: ["a": ["id": 5], "kind": "y"]))
  }

  @Test func `a predicate knows the key paths that it reads`() throws {
    let predicate = try ValuePredicate(
      "a.b == 1 AND ANY posts.likes > $n OR SUBQUERY(items, $x, $x.price > limit).@count > 0 OR rows[0].name == 'x'")
    #expect(predicate.keyPaths == ["a.b", "posts.likes", "items", "items.price", "limit", "rows.name"])
    #expect(predicate.variables == ["n"])
  }

  @Test func `any type that is read by key can be a scope`() throws {
    struct Screen: ValueReading {
      func value(forKey key: String) -> Value? { key == "content" ? ["name": "Ada"] : nil }
    }
    #expect(try ValuePredicate("content.name == 'Ada' AND SELF == nil").evaluate(with: Screen()))
    #expect(try ValuePredicate("content.name.length == 3 AND other.x == nil").evaluate(with: Screen()))
  }
}
