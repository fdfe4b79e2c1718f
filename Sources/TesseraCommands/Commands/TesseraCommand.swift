public import ArgumentParser
public import TesseraRuntime

/// The command line.
public struct TesseraCommand: AsyncParsableCommand {
  /// Names the command and its parts.
  public static let configuration = CommandConfiguration(
    commandName: "tessera",
    abstract: "Widgets made of JSON: serve, check, render and test them.",
    discussion: """
      A widget is a folder with a manifest, screens, a data model, a service description and images. Errors are \
      printed to standard error as file:line:column: error: message. Exit codes: 0 good, 1 the document or the \
      scenario is at fault, 2 wrong use.
      """,
    version: "0.1.0",
    subcommands: [
      ServeCommand.self, CheckCommand.self, RenderCommand.self, TestCommand.self, EvalCommand.self, LayoutCommand.self,
      ReferenceCommand.self,
    ])

  /// Creates the command without arguments.
  public init() {}

  /// Everything that documents can name, for all parts of the command.
  @TaskLocal static var vocabulary = Vocabulary.standard

  /// Runs the command of the process's arguments and ends the process with its exit code.
  ///
  /// - Parameter vocabulary: What documents can name: a third party's command knows its own components, actions and
  ///   objects in all its parts.
  public static func run(vocabulary: Vocabulary = .standard) async {
    await $vocabulary.withValue(vocabulary) { await runParsed() }
  }

  private static func runParsed() async {
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
      // The library says 64 for wrong use; authors' scripts expect 2.
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      StandardError.write(fullMessage(for: error))
      exit(withError: ExitCode(2))
    }
  }
}
