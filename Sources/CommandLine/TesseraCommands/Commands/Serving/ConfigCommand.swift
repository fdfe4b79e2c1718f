import ArgumentParser
import TesseraBoardService
import TesseraValues

/// `tessera config`: checks and shows configuration files.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Check a configuration file, or show what a server would do with it.",
    subcommands: [Check.self, Show.self])

  /// `tessera config check`: finds errors in a file and in those that it includes.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find errors in a configuration file, and in the boards that it declares.")

    @Argument(help: "The file.")
    var file: String

    func run() throws {
      let result = try ConfigCommand.load(file)
      let problems = DeclarationCheck(result.configuration, data: result.command.folder).problems
      guard problems.isEmpty else {
        StandardError.write(problems.map { $0.file == nil ? $0.inFile(file) : $0 })
        throw ExitCode(1)
      }
      StandardOutput.write(
        "\(file): no problems; \(result.options.count) options, \(result.configuration.boards.count) boards\n")
    }
  }

  /// `tessera config show`: lists the options that a server would use.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List each option that is set, and where. Secrets are hidden.")

    @Argument(help: "The file.")
    var file: String

    func run() throws {
      let result = try ConfigCommand.load(file)
      for (option, values, source) in result.options {
        let value = values.isEmpty ? "(hidden)" : values.joined(separator: ", ")
        StandardOutput.write("\(option.name): \(value)\t\(ConfigCommand.words(for: source))\n")
      }
      for widget in result.command.bundles { StandardOutput.write("widget: \(widget)\n") }
      for board in result.configuration.boards {
        let kind = board.isStart ? "people can change it" : "fixed"
        StandardOutput.write(
          "board: \(board.id), \(board.widgets.count) widgets, \(kind)\t\(board.file):\(board.range.start.line)\n")
      }
    }
  }

  private static func load(_ file: String) throws -> ServeConfiguration.Result {
    do throws(ServeConfiguration.Failure) {
      return try ServeConfiguration(file: file, arguments: []).load()
    } catch {
      StandardError.write(error.diagnostics)
      throw ExitCode(1)
    }
  }

  private static func words(for source: ServeConfiguration.Source) -> String {
    switch source {
    case .file(let file, let line): "\(file):\(line)"
    case .environment(let name): "the variable \(name)"
    case .commandLine: "the command line"
    }
  }
}
