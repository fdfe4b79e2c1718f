import TesseraBoardService
import TesseraValues

/// What a configuration file and the files that it includes say.
struct Configuration: Sendable {
  /// A value of an option.
  struct Entry: Sendable, Hashable {
    let option: ServeOption
    /// One text, or any number for a list. Flags are `true` or `false`.
    let values: [String]
    /// Whether a value was read from a secret's file.
    let isSecret: Bool
    let file: String
    let range: SourceRange
  }

  /// The values of options. None is set twice.
  var entries: [Entry] = []
  /// The paths and addresses of bundles.
  var widgets: [String] = []
  /// The boards.
  var boards: [BoardDeclaration] = []
  /// The stamps of all files that were read, whose changes are changes of the configuration, as they were before; nil for
  /// one that was not there.
  var stamps: [String: FileStamp?] = [:]
  var diagnostics = Diagnostics()

  /// The bundles that boards name by their paths or addresses, sorted.
  var bundlesOfBoards: [String] { Set(boards.flatMap(\.widgets).map(\.source).filter { $0.contains("/") }).sorted() }
}
