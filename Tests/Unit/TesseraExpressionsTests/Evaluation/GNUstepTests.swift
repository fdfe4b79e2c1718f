import Foundation
import TesseraExpressions
import TesseraTestSupport
import TesseraValues
import Testing

/// GNUstep's predicates, an independent implementation.
enum GNUstepWitness {
  /// The compiled program, built once; nil if GNUstep or an Objective-C compiler is missing.
  static let program: URL? = {
    let directory = FileManager.default.temporaryDirectory.appending(path: "tessera-witness-\(getpid())")
    let status = try? exitStatus(ofCommand: Repository.url("Tools/gnustep-witness/build").path, [directory.path])
    return status == 0 ? directory.appending(path: "witness") : nil
  }()

  /// Returns the results for a list of lines; nil for a line that causes an error.
  static func answers(to lines: [String]) throws -> [Bool?] {
    let program = try #require(program)
    let input = FileManager.default.temporaryDirectory.appending(path: "tessera-witness-\(UUID().uuidString)")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    return try bytes.split(separator: UInt8(ascii: "\n")).map { try Value.parseJSON($0).dictionary?["result"]?.bool }
  }
}

@Suite(
  "Predicates against GNUstep",
  .enabled("GNUstep or an Objective-C compiler is not installed; `Scripts/setup test` installs them") {
    GNUstepWitness.program != nil
  })
struct GNUstepTests {
  /// Generates random predicates in the part of the language that GNUstep 1.28 evaluates as documented by Apple.
  /// `docs/reference/language.md` lists the exceptions.
  struct Generator {
    var random: SeededGenerator

    mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }

    mutating func object() -> Value {
      var members: [String: Value] = [
        "i": .integer(Int64.random(in: -3...6, using: &random)),
        "j": .integer(Int64.random(in: -3...6, using: &random)),
        "d": .double(Double.random(in: -3...6, using: &random).rounded() / 2), "s": .string(word()),
        "t": .string(word()),
        "numbers": .array(
          (0..<Int.random(in: 0...3, using: &random)).map { _ in .integer(Int64.random(in: 0...4, using: &random)) }),
        "words": .array((0..<Int.random(in: 0...3, using: &random)).map { _ in .string(word()) }),
        "o": ["i": .integer(Int64.random(in: 0...3, using: &random)), "s": .string(word())],
      ]
      for key in ["i", "s", "o"] where Int.random(in: 0..<6, using: &random) == 0 { members[key] = nil }
      return .dictionary(members)
    }

    mutating func word() -> String { pick(["ada", "Ada", "adam", "bob", "Bo", "b", "anna", "ana*", "nnn", "x.y"]) }

    /// - Parameter optional: Whether the result may be a missing key. At most one operand may be, because GNUstep
    ///   evaluates `nil <= nil` to true.
    mutating func number(optional: Bool = false) -> String {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: pick(optional ? ["i", "j", "d", "o.i"] : ["j", "d"])
      case 2: "\(Int.random(in: -3...6, using: &random))"
      case 3: "\(Double(Int.random(in: 0...12, using: &random)) / 2)"
      case 4: "\(pick(["j", "2", "d"])) \(pick(["+", "-", "*"])) \(pick(["j", "3"]))"
      default: "$n"
      }
    }

    mutating func text() -> String {
      Int.random(in: 0..<3, using: &random) == 0 ? pick(["s", "t", "o.s", "$w"]) : "'\(word())'"
    }

    mutating func comparison() -> String {
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4:
        "\(number(optional: true)) \(pick(["=", "==", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>"])) \(number())"
      case 4: "\(pick(["s", "t", "o.s"])) \(pick(["==", "!=", "=", "<>"])) \(text())"
      case 5, 6:
        "\(pick(["s", "t"])) \(pick(["BEGINSWITH", "ENDSWITH", "CONTAINS"]))\(pick(["", "[c]", "[cd]"])) \(text())"
      case 7: "\(pick(["s", "t"])) LIKE '\(pick(["a*", "*a", "?da", "*n*", "b", "*", "a?a"]))'"
      case 8: "\(pick(["s", "t"])) MATCHES '\(pick(["a.*", "[A-Z].*", ".*n+.*", "b|bob", "x[.]y"]))'"
      case 9: "\(pick(["ANY", "ALL"])) numbers \(pick(["==", "!=", "<", ">", "<=", ">="])) \(number())"
      case 10: "\(pick(["s", "i", "o", "o.s", "missing"])) \(pick(["==", "!="])) \(pick(["nil", "NULL"]))"
      default: "\(text()) IN words"
      }
    }

    mutating func predicate(_ depth: Int) -> String {
      if depth == 0 { return comparison() }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return "NOT (\(predicate(depth - 1)))"
      case 1, 2: return "(\(predicate(depth - 1))) \(pick(["AND", "&&", "and"])) (\(predicate(depth - 1)))"
      case 3, 4: return "(\(predicate(depth - 1))) \(pick(["OR", "||", "or"])) (\(predicate(depth - 1)))"
      case 5: return pick(["TRUEPREDICATE", "FALSEPREDICATE"])
      default: return comparison()
      }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `thousands of random predicates have the same results`(_ seed: UInt64) throws {
    var generator = Generator(random: SeededGenerator(seed: seed))
    let requests: [(format: String, object: Value, variables: [String: Value])] = (0..<1500).map { _ in
      let variables: [String: Value] = [
        "n": .integer(Int64.random(in: 0...4, using: &generator.random)), "w": .string(generator.word()),
      ]
      return (generator.predicate(2), generator.object(), variables)
    }
    let lines = requests.map { request in
      JSONText.text(of: [
        "predicate": .string(request.format), "with": request.object, "variables": .dictionary(request.variables),
      ])
    }
    let answers = try GNUstepWitness.answers(to: lines)
    #expect(answers.count == lines.count)
    var silent = 0
    for (request, answer) in zip(requests, answers) {
      guard let answer else {
        silent += 1
        continue
      }
      let result = try ValuePredicate(request.format).evaluate(with: request.object, variables: request.variables)
      #expect(result == answer, "\(request)")
    }
    // If too many results are missing, the comparison proves nothing.
    #expect(silent < lines.count / 20)
  }
}
