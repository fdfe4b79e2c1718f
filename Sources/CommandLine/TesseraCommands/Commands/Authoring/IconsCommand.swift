import ArgumentParser
import TesseraValues
import TesseraViews

/// `tessera icons`: lists the names of icons.
struct IconsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "icons", abstract: "List the icons whose names contain a word.")

  @Argument(help: "A part of the name, such as arrow; without it all names are listed.")
  var word = ""

  func run() throws {
    let names = IconNames.all.sorted()
    let found = names.filter { $0.contains(word.lowercased()) }
    if found.isEmpty {
      let hint = SpellingSuggestion.fix(for: word, in: names).map { "; \($0)" } ?? ""
      StandardError.write("No icon has '\(word)' in its name\(hint)")
      throw ExitCode(1)
    }
    StandardOutput.write(found.joined(separator: "\n") + "\n")
  }
}
