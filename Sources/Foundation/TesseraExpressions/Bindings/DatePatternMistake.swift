package import TesseraValues

/// Finds what is almost surely meant otherwise in a date pattern (Unicode Technical Standard 35): letters that mean one thing in
/// upper and another in lower case.
package enum DatePatternMistake {
  /// A run of the same letter.
  private struct Field {
    var letter: Character
    var count: Int
    /// What stands before it.
    var before: String
  }

  /// Returns a warning of rule `date-pattern`; nil if the pattern may be meant as it is.
  package static func find(in pattern: String) -> Diagnostic? {
    let fields = fields(of: pattern)
    let letters = Set(fields.map(\.letter))
    func has(_ any: String) -> Bool { any.contains { letters.contains($0) } }
    for (index, field) in fields.enumerated() {
      let previous = index > 0 ? fields[index - 1].letter : nil
      let next = index + 1 < fields.count ? fields[index + 1] : nil
      switch field.letter {
      case "Y" where has("MLd") && !has("w"):
        return problem(field, "the year of a week, which differs around New Year", "y")
      case "D" where has("ML"): return problem(field, "the day of the year", "d")
      case "M" where previous.map { "HhKk".contains($0) } == true && field.before == ":":
        return problem(field, "the month", "m")
      case "m"
      where !has("HhKkjs") && has("dyML")
        && (previous == "d" || previous == "y" || next.map { "dy".contains($0.letter) } == true):
        return problem(field, "the minute", "M")
      case "S" where previous == "m" && field.before == ":": return problem(field, "a fraction of a second", "s")
      default: continue
      }
    }
    return nil
  }

  private static func problem(_ field: Field, _ meaning: String, _ letter: Character) -> Diagnostic {
    let (found, meant) = (
      String(repeating: field.letter, count: field.count), String(repeating: letter, count: field.count)
    )
    return Diagnostic(
      .warning, rule: "date-pattern", message: "'\(found)' is \(meaning)", fix: "write '\(meant)', if that is not meant"
    )
  }

  private static func fields(of pattern: String) -> [Field] {
    var fields: [Field] = []
    var literal = ""
    var isQuoted = false
    for character in pattern {
      if character == "'" {
        isQuoted.toggle()
      } else if !isQuoted, character.isASCII, character.isLetter {
        if literal.isEmpty, let last = fields.last, last.letter == character {
          fields[fields.count - 1].count += 1
        } else {
          fields.append(Field(letter: character, count: 1, before: literal))
          literal = ""
        }
      } else {
        literal.append(character)
      }
    }
    return fields
  }
}
