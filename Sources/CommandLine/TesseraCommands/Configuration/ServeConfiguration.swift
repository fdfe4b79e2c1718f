import ArgumentParser
import Foundation
import TesseraBoardService
import TesseraValues

/// Where the options of `tessera serve` come from: a configuration file, the environment, and the command line, each
/// stronger than the one before.
struct ServeConfiguration: Sendable {
  /// The path of the configuration file; nil for none.
  let file: String?
  let environment: [String: String]
  /// The arguments behind `serve`.
  let arguments: [String]
  private let readFile: @Sendable (_ path: String) -> [UInt8]?

  init(
    file: String?, environment: [String: String] = ProcessInfo.processInfo.environment,
    arguments: [String] = Self.argumentsOfProcess,
    readFile: @escaping @Sendable (_ path: String) -> [UInt8]? = {
      FileManager.default.contents(atPath: $0).map(Array.init)
    }
  ) {
    self.file = file ?? environment["TESSERA_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    self.environment = environment
    self.arguments = arguments
    self.readFile = readFile
  }

  /// The arguments behind the name of the command.
  static var argumentsOfProcess: [String] {
    Array(CommandLine.arguments.drop { $0 != ServeCommand.configuration.commandName }.dropFirst())
  }

  /// Where the value of an option comes from.
  enum Source: Sendable, Hashable {
    case file(String, line: Int)
    case environment(String)
    case commandLine
  }

  /// What the sources say together.
  struct Result: Sendable {
    /// The command with all options.
    let command: ServeCommand
    /// The options that are set, in the order of the table. Secrets have no values.
    let options: [(option: ServeOption, values: [String], source: Source)]
    let configuration: Configuration
    /// The arguments that set the options, and the bundles. Two configurations with equal ones differ in their boards at
    /// most.
    let arguments: [String]
    /// The stamps of the files, as they were before they were read.
    var stamps: [String: FileStamp?]

    /// Returns why the configuration cannot be used.
    func refused(because problems: [Diagnostic]) -> Failure {
      Failure(diagnostics: problems, stamps: stamps, logFormat: command.log.logFormat)
    }
  }

  /// Reads the file, and enters what it says.
  /// - Throws: ``Failure`` if something is wrong in the file or in the environment.
  func load() throws(Failure) -> Result {
    let read =
      file.map { ConfigurationReader.read(Self.absolute($0), environment: environment, readFile: readFile) }
      ?? Configuration()
    guard !read.diagnostics.hasErrors else {
      throw Failure(diagnostics: read.diagnostics.all, stamps: read.stamps, logFormat: logFormat(of: read))
    }
    let onCommandLine = Set(
      arguments.filter { $0.hasPrefix("--") }.map { argument in
        let name = argument.dropFirst(2).prefix { $0 != "=" }
        return String(name.hasPrefix("no-") && ServeOption.named(String(name)) == nil ? name.dropFirst(3) : name)
      })
    var set: [(option: ServeOption, values: [String], source: Source, entry: Configuration.Entry?)] = []
    for option in ServeOption.all where !onCommandLine.contains(option.name) {
      if let text = environment[option.variable], !text.isEmpty {
        set.append((option, Self.values(text, of: option), .environment(option.variable), nil))
      } else if let entry = read.entries.first(where: { $0.option == option }) {
        set.append((option, entry.values, .file(entry.file, line: entry.range.start.line), entry))
      }
    }
    let command: ServeCommand
    do {
      command = try parsed(set.flatMap { $0.option.arguments($0.values) }, read.widgets).get()
    } catch {
      // The value without which the others can be used is the wrong one.
      let wrong = set.indices.first { index in
        let others = set.indices.filter { $0 != index }.flatMap { set[$0].option.arguments(set[$0].values) }
        return (try? parsed(others, read.widgets).get()) != nil
      }
      throw Failure(
        diagnostics: [Self.diagnostic(for: error, at: wrong.map { set[$0] }, or: file)], stamps: read.stamps,
        logFormat: logFormat(of: read))
    }
    let given = ServeOption.all.filter { onCommandLine.contains($0.name) }
      .map { (option: $0, values: [String](), source: Source.commandLine) }
    return Result(
      command: command,
      options: set.map { ($0.option, $0.entry?.isSecret == true ? [] : $0.values, $0.source) } + given,
      configuration: read,
      arguments: set.flatMap { $0.option.arguments($0.values) } + command.bundles + read.bundlesOfBoards,
      stamps: read.stamps)
  }

  /// Why a configuration cannot be used.
  struct Failure: Error, Sendable {
    let diagnostics: [Diagnostic]
    /// The stamps of the files in which it may be mended.
    let stamps: [String: FileStamp?]
    /// The format of the log that is asked for nevertheless; nil if none is.
    let logFormat: LogFormat?
  }

  /// Returns the format of the log that is asked for, also where the other options cannot be used.
  private func logFormat(of read: Configuration) -> LogFormat? {
    Self.logFormat(in: arguments, environment)
      ?? read.entries.first { $0.option.name == Self.logFormatOption }?.values.first.flatMap { LogFormat(rawValue: $0) }
  }

  /// Returns the format of the log that arguments or the environment ask for; nil if they do not.
  static func logFormat(in arguments: [String], _ environment: [String: String]) -> LogFormat? {
    let flag = "--\(logFormatOption)"
    let values = arguments.enumerated().compactMap { index, argument -> String? in
      if argument == flag { return index + 1 < arguments.count ? arguments[index + 1] : nil }
      return argument.hasPrefix(flag + "=") ? String(argument.dropFirst(flag.count + 1)) : nil
    }
    return (values.last ?? ServeOption.named(logFormatOption).flatMap { environment[$0.variable] })
      .flatMap { LogFormat(rawValue: $0) }
  }

  private static let logFormatOption = "log-format"

  private func parsed(_ options: [String], _ widgets: [String]) -> Swift.Result<ServeCommand, any Error> {
    Swift.Result {
      // Bundles on the command line replace those of the file.
      let own = try ServeCommand.parse(arguments)
      return try ServeCommand.parse(options + arguments + (own.bundles.isEmpty ? widgets : []))
    }
  }

  /// Returns the values of a variable. Those of a list are separated by commas.
  private static func values(_ text: String, of option: ServeOption) -> [String] {
    switch option.kind {
    case .list, .paths: text.split(separator: ",").map { String($0.trimmingPrefix { $0 == " " }) }
    case .flag, .toggle: [["1", "true", "yes", "on"].contains(text.lowercased()) ? "true" : "false"]
    case .text, .path: [text]
    }
  }

  private static func diagnostic(
    for error: any Error,
    at wrong: (option: ServeOption, values: [String], source: Source, entry: Configuration.Entry?)?, or file: String?
  ) -> Diagnostic {
    let message = ServeCommand.message(for: error).split(separator: "\n").first.map(String.init) ?? "\(error)"
    guard let wrong else { return Diagnostic(rule: "configuration", file: file, message: message) }
    if let entry = wrong.entry {
      // The message would repeat the value.
      let message = entry.isSecret ? "The secret is not a valid value" : message
      return Diagnostic(
        rule: "configuration", file: entry.file, range: entry.range, message: "'\(wrong.option.name)': \(message)")
    }
    return Diagnostic(rule: "configuration", message: "The variable \(wrong.option.variable): \(message)")
  }

  static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }
}
