import Foundation
import TesseraExpressions
import TesseraValues

/// Measures parsing and evaluating predicates, expressions and templates.
func expressionBenchmarks() throws {
  try parsing()
  try filtering()
  dates()
  try hostility()
  try lines()
}

private func parsing() throws {
  let format = "favoritesCount > 10 AND text CONTAINS[cd] $input"
  let time = medianProcessorNanoseconds(per: 1000) { for _ in 0..<1000 { keep(try? ValuePredicate(format)) } }
  Measure(name: "expressions.parse", unit: "ns", value: time).print()
}

/// Returns the posts to search. Every seventh post contains the word.
private func posts(_ count: Int, word: String = "Geometry", filler: String = "This is the text of post number")
  -> [Value]
{
  (0..<count).map { index in
    let end = index % 7 == 0 ? " and \(word)" : ""
    return [
      "favoritesCount": .integer(Int64(index % 40)),
      "text": .string("\(filler) \(index), about the usual things\(end)"),
    ]
  }
}

private func filtering() throws {
  let count = 100_000
  let objects = posts(count)
  let predicate = try ValuePredicate("favoritesCount > 10 AND text CONTAINS[cd] $input")
  let input = "GEOMETRY"
  let bound = predicate.withSubstitutionVariables(["input": .string(input)])
  let time = medianProcessorNanoseconds(per: count) { keep(objects.count { bound.evaluate(with: $0) }) }
  let unbound = medianProcessorNanoseconds(per: count) {
    keep(objects.count { predicate.evaluate(with: $0, variables: ["input": .string(input)]) })
  }

  // Hand-written code with the standard library, for ASCII texts, on the same data.
  let byHand: (Value) -> Bool = { object in
    guard case .dictionary(let members) = object, case .integer(let favorites)? = members["favoritesCount"],
      favorites > 10, case .string(let text)? = members["text"]
    else { return false }
    return asciiContains(text, "geometry")
  }
  let closure = medianProcessorNanoseconds(per: count) { keep(objects.count(where: byHand)) }

  // Hand-written code with Foundation, for all texts.
  let withFoundation: (Value) -> Bool = { object in
    guard let favorites = object.value(forKey: "favoritesCount")?.integer, favorites > 10,
      let text = object.value(forKey: "text")?.string
    else { return false }
    return text.range(of: input, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }
  let foundation = medianProcessorNanoseconds(runs: 3, per: count) { keep(objects.count(where: withFoundation)) }

  let name = "expressions.filter"
  Measure(name: name, unit: "ns", value: time, peer: ("closure over bytes", closure)).print()
  Measure(name: name, unit: "ns", value: time, peer: ("closure with Foundation", foundation)).print()
  if let gnustep = try gnustepNanoseconds(count) {
    Measure(name: name, unit: "ns", value: time, peer: ("GNUstep NSPredicate", gnustep)).print()
  }
  Measure(name: "expressions.filter.variables", unit: "ns", value: unbound).print()

  let accented = posts(count, word: "Geometría", filler: "Ésta es la publicación número")
  let other = predicate.withSubstitutionVariables(["input": "GEOMETRIA"])
  let accentedTime = medianProcessorNanoseconds(per: count) { keep(accented.count { other.evaluate(with: $0) }) }
  Measure(name: "expressions.filter.accented", unit: "ns", value: accentedTime).print()
}

/// Searches for a lower-case word, ignoring the case of ASCII letters.
private func asciiContains(_ text: String, _ word: StaticString) -> Bool {
  var text = text
  return text.withUTF8 { bytes in
    word.withUTF8Buffer { word in
      guard bytes.count >= word.count else { return false }
      for start in 0...bytes.count - word.count {
        var index = 0
        while index < word.count {
          let byte = bytes[start + index]
          let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
          if lower != word[index] { break }
          index += 1
        }
        if index == word.count { return true }
      }
      return false
    }
  }
}

/// Returns the time of GNUstep's predicate on the same data; nil if GNUstep is not installed.
private func gnustepNanoseconds(_ count: Int) throws -> Double? {
  let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
  let directory = FileManager.default.temporaryDirectory.appending(path: "tessera-gnustep-witness")
  let build = Process()
  build.executableURL = root.appending(path: "Tools/gnustep-witness/build")
  build.arguments = [directory.path]
  try build.run()
  build.waitUntilExit()
  guard build.terminationStatus == 0 else { return nil }
  let witness = Process()
  let output = Pipe()
  witness.executableURL = directory.appending(path: "witness")
  witness.arguments = ["benchmark", String(count)]
  witness.standardOutput = output
  try witness.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  witness.waitUntilExit()
  return text.split(separator: " ").first.flatMap { Double($0) }
}

func templateBenchmarks() throws {
  let scope: Value = ["user": ["name": "Ada", "posts": [1, 2, 3]], "counter": 5]
  let template = Template("Hello @{user.name}, you have @{counter} posts, the first is @{user.posts[0]}")
  let time = medianProcessorNanoseconds(per: 10_000) { for _ in 0..<10_000 { keep(template.text(in: scope)) } }
  Measure(name: "expressions.template.6-parts", unit: "ns", value: time).print()
  let nativeText = "@{user.name | uppercase}: @{counter > 1 ? counter + ' posts' : 'one'}, @{user.posts.@sum.self * 2}"
  let native = Template(nativeText, dialect: .native)
  let nativeTime = medianProcessorNanoseconds(per: 10_000) {
    for _ in 0..<10_000 { keep(native.value(in: scope)) }
  }
  Measure(name: "expressions.template.native", unit: "ns", value: nativeTime).print()
  let reading = medianProcessorNanoseconds(per: 1000) {
    for _ in 0..<1000 { keep(Template(nativeText, dialect: .native)) }
  }
  Measure(name: "expressions.template.native.parse", unit: "ns", value: reading).print()
  let text = TextTemplate("Hello $user.name, you have $counter posts")
  let textTime = medianProcessorNanoseconds(per: 10_000) { for _ in 0..<10_000 { keep(text.text(from: scope)) } }
  Measure(name: "expressions.text-template.4-parts", unit: "ns", value: textTime).print()
}

/// Measures parsing the dates of 5,000 posts, an hour and some seconds apart, in the format of a well-known service.
private func dates() {
  let pattern = "EEE MMM d HH:mm:ss Z y"
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = .gmt
  formatter.dateFormat = pattern
  let dates = (0..<5000).map { Date(timeIntervalSince1970: 1_529_517_600 + Double($0) * 3607) }
  let texts = dates.map { formatter.string(from: $0) }
  var transformers = ValueTransformers.standard
  _ = transformers.registerDates(["date": ["format": .string(pattern), "locale": "en_US_POSIX"]])

  let values = texts.map(Value.string)
  let parse = medianProcessorNanoseconds(per: texts.count) {
    for value in values { keep(transformers.transform(value, with: "date")) }
  }
  let peerParse = medianProcessorNanoseconds(runs: 5, per: texts.count) {
    for text in texts { keep(formatter.date(from: text)) }
  }
  Measure(name: "expressions.date.parse", unit: "ns", value: parse, peer: ("DateFormatter", peerParse)).print()

  let dateValues = dates.map(Value.date)
  let write = medianProcessorNanoseconds(per: texts.count) {
    for value in dateValues { keep(transformers.transform(value, with: "date")) }
  }
  let peerWrite = medianProcessorNanoseconds(per: texts.count) {
    for date in dates { keep(formatter.string(from: date)) }
  }
  Measure(name: "expressions.date.write", unit: "ns", value: write, peer: ("DateFormatter", peerWrite)).print()
}

/// Measures the worst known inputs of 4 kB: parsing and evaluating together.
private func hostility() throws {
  let text = String(repeating: "a", count: 4096)
  let worst: [(String, String, Value)] = [
    ("nested-parentheses", String(repeating: "(", count: 4096), .null),
    ("long-conjunction", "a == 1" + String(repeating: " AND a == 1", count: 370), ["a": 1]),
    ("like-stars", "SELF LIKE '" + String(repeating: "*a", count: 2000) + "b'", .string(text)),
    ("like-long-piece", "SELF LIKE '*" + String(repeating: "a?", count: 1000) + "b*'", .string(text)),
    ("like-short-piece", "SELF LIKE '*" + String(repeating: "a", count: 31) + "b*'", .string(text)),
    ("matches-nested", "SELF MATCHES '(((a*)*)*)*b'", .string(text)),
    ("matches-counted", "SELF MATCHES '(a?){320}a{320}'", .string(text)),
    (
      "matches-alternatives", "SELF MATCHES '(" + String(repeating: "a{1}|", count: 660) + "a)*b'", .string(text)
    ),
    ("matches-window", "SELF MATCHES '.*a.{490}.*a.{490}b'", .string(text)),
    (
      "subquery-cubed",
      "SUBQUERY(SELF, $a, SUBQUERY(SELF, $b, SUBQUERY(SELF, $c, $a + $b + $c == 0).@count > 0).@count > 0).@count > 0",
      .array((1...400).map { .integer($0) })
    ),
    (
      "matches-many", "SELF MATCHES '.*a.{490}.*a.{490}b'" + repeated(" OR SELF MATCHES '.*a.{490}.*a.{490}c'", 90),
      .string(text)
    ),
    (
      "contains-marks", "SELF CONTAINS[cd] 'x'" + repeated(" OR SELF CONTAINS[cd] 'x'", 160),
      .string(repeated("a\u{308}\u{323}", 800))
    ),
    ("contains-periodic", "SELF CONTAINS[c] '" + String(repeating: "a", count: 2000) + "b'", .string(text)),
  ]
  for (name, format, value) in worst {
    let time = medianProcessorNanoseconds(runs: 5) { keep((try? ValuePredicate(format))?.evaluate(with: value)) }
    Measure(name: "expressions.worst.\(name)", unit: "ms", value: time / 1e6).print()
  }
  let scope: Value = ["list": .array((0..<1000).map { .integer($0) }), "text": .string(repeated("x", 100_000))]
  for (name, piece) in [
    ("joins", "text + list, "), ("comparisons", "list == list, "), ("operations", "uppercase(text), "),
    ("sums", "list.@sum.self, "),
  ] {
    let template = "@{[" + repeated(piece, 60_000 / piece.utf8.count) + "0]}"
    let time = medianProcessorNanoseconds(runs: 5) { keep(Template(template, dialect: .native).value(in: scope)) }
    Measure(name: "expressions.worst.template-\(name)", unit: "ms", value: time / 1e6).print()
  }
}

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

private func lines() throws {
  let lines = (0..<100_000).map { index in
    Array(
      #"{"predicate": "favoritesCount > 10 AND text CONTAINS[cd] $input", "with": {"favoritesCount": \#(index % 20), "text": "Hello number \#(index) world"}, "variables": {"input": "WORLD"}}"#
        .utf8)
  }
  // The work of `tessera eval` for each line of a batch with one format.
  let predicate = try ValuePredicate("favoritesCount > 10 AND text CONTAINS[cd] $input")
  let time = medianProcessorNanoseconds(runs: 3) {
    for line in lines {
      guard case .dictionary(let request)? = try? Value.parseJSON(line) else { continue }
      let variables = request["variables"]?.dictionary ?? [:]
      let holds = predicate.evaluate(with: request["with"] ?? .null, variables: variables, context: .system)
      keep(JSONText.text(of: ["result": .bool(holds)]))
    }
  }
  Measure(name: "expressions.eval.100000-lines", unit: "ms", value: time / 1e6).print()
}
