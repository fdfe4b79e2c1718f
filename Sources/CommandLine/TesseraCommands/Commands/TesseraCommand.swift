public import ArgumentParser
import Foundation
import TesseraBeagleScreens
public import TesseraRuntime
import TesseraValues
import TesseraXcode

/// The `tessera` command.
public struct TesseraCommand: AsyncParsableCommand {
  /// The configuration of the command and its subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "tessera",
    abstract: "Widgets made of JSON: make, serve, check, render and test them.",
    discussion: """
      A widget is a folder with a manifest, screens, a data model, a service description and images. Errors are \
      printed to standard error as file:line:column: error: message. Exit codes: 0 success, 1 a fault in the document or the \
      scenario, 2 wrong usage.
      """,
    version: "0.1.0",
    subcommands: [
      ServeCommand.self, CheckCommand.self, RenderCommand.self, TestCommand.self, EvalCommand.self, LayoutCommand.self,
      GridCommand.self, ReferenceCommand.self, NewCommand.self, IconsCommand.self, ConvertCommand.self,
      InstallCommand.self, ListCommand.self, RemoveCommand.self, RollbackCommand.self, CatalogueCommand.self,
      ClusterCommand.self,
      AgentCommand.self,
      SimulateCommand.self, ReloadCommand.self, GroupCommand.self, UserCommand.self,
      LinkCommand.self, ConfigCommand.self, BackupCommand.self, VerifyCommand.self, RestoreCommand.self,
      ExportCommand.self, ImportCommand.self, DoctorCommand.self, WidgetProcessCommand.self,
      DecodeCommand.self,
    ])

  /// Creates the command without arguments.
  public init() {}

  /// What the program gives all parts of the command.
  struct Program: Sendable {
    /// Everything that documents can name.
    var extensions = withFormats(.standard)
    /// Returns free memory to the system; nil if the program's allocator cannot do that.
    var onMemoryRelease: (@Sendable () -> Void)?
  }

  /// One value for all of it: in optimized programs, Swift 6.3 crashes where a task-local closure is set within another
  /// task-local value.
  @TaskLocal static var program = Program()

  /// Everything that documents can name, for all parts of the command.
  static var extensions: WidgetExtensions { program.extensions }

  /// Runs the command with the process's arguments, and ends the process with its exit code.
  ///
  /// Its servers bootstrap swift-log and swift-metrics, and a process can do that only once. So a program that calls this
  /// must not call `LoggingSystem.bootstrap` or `MetricsSystem.bootstrap`.
  ///
  /// - Parameter extensions: What documents can name: a third party's command knows its own components, actions and
  ///   objects in all its parts.
  public static func run(extensions: WidgetExtensions = .standard) async {
    await run(extensions: extensions, onMemoryRelease: nil)
  }

  /// Runs the command in a program whose allocator can return free memory to the system.
  package static func run(extensions: WidgetExtensions = .standard, onMemoryRelease: (@Sendable () -> Void)?) async {
    let program = Program(extensions: withFormats(extensions), onMemoryRelease: onMemoryRelease)
    await $program.withValue(program) { await runParsed() }
    // Other threads may still draw a widget. `exit` would let libraries free what they use, and could end in a crash.
    fflush(nil)
    _exit(0)
  }

  /// A vocabulary with all formats that the command can read.
  package static func withFormats(_ extensions: WidgetExtensions) -> WidgetExtensions {
    var extensions = extensions
    extensions.register(.beagle)
    extensions.register(.xcode)
    return extensions
  }

  /// Returns a message for an unknown subcommand; nil if the subcommand is known. The parser would only count the
  /// unexpected arguments.
  static func unknownCommand(in arguments: some Collection<String>) -> String? {
    guard let name = arguments.first, !name.hasPrefix("-") else { return nil }
    let known = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !known.contains(name) else { return nil }
    let fix = SpellingSuggestion.fix(for: name, in: known).map { "; \($0)" } ?? ". See 'tessera --help'"
    return "The command '\(name.prefix(60))' does not exist\(fix)"
  }

  private static func runParsed() async {
    if let problem = unknownCommand(in: CommandLine.arguments.dropFirst()) {
      StandardError.write("Error: \(problem)")
      exit(withError: ExitCode(2))
    }
    if CommandLine.arguments.dropFirst().first == ServeCommand.configuration.commandName {
      // Wrong usage is told before the options are known.
      let environment = ProcessInfo.processInfo.environment
      LogFormat.current = ServeConfiguration.logFormat(in: CommandLine.arguments, environment) ?? .text
    }
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as ExitCode {
      exit(withError: error)
    } catch {
      // ArgumentParser exits with 64 for wrong use, but scripts expect 2.
      let code = exitCode(for: error)
      guard code == .validationFailure || code != .success && LogFormat.current == .json else { exit(withError: error) }
      StandardError.write(fullMessage(for: error))
      exit(withError: code == .validationFailure ? ExitCode(2) : code)
    }
  }
}
