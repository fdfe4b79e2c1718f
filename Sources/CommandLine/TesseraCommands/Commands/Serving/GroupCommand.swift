import ArgumentParser
import Foundation
import TesseraServices
import TesseraValues

/// `tessera group`: reads and writes the files that an app shares with its widgets.
struct GroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "group", abstract: "Read and write the files that an app shares with its widgets.",
    discussion: "Widgets whose manifests name the group are updated when a file changes.",
    subcommands: [List.self, Get.self, Put.self, Remove.self])

  /// The group, and the folder that contains it.
  struct GroupOptions: ParsableArguments {
    @Argument(help: "The name of the group, as in 'group' of the manifests.")
    var group: String

    @OptionGroup var folder: DataFolderOption

    func store() throws -> GroupStore {
      guard let store = GroupStore(group, in: folder.url.appending(path: "groups")) else {
        throw ValidationError("'\(group)' is not a valid name of a group: use letters, digits, '.', '-' and '_'")
      }
      return store
    }
  }

  /// Runs an operation of a store, and prints its failure.
  private static func attempt(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as GroupStore.Failure {
      StandardError.write("Error: \(failure.message)")
      throw ExitCode(1)
    }
  }

  /// `tessera group list`: lists the files of a group.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the files: version, size in bytes, name.")

    @OptionGroup var options: GroupOptions

    func run() throws {
      let store = try options.store()
      try attempt { for file in try store.files() { print(file.version, file.size, file.name) } }
    }

    private func print(_ version: Int, _ size: Int, _ name: String) {
      StandardOutput.write("\(version)\t\(size)\t\(name)\n")
    }
  }

  /// `tessera group get`: prints a file.
  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print a file.")

    @OptionGroup var options: GroupOptions

    @Argument(help: "The name of the file.")
    var file: String

    func run() throws {
      let store = try options.store()
      try attempt {
        guard let (bytes, _) = try store.read(file) else {
          throw GroupStore.Failure(message: "The group has no file '\(file)'")
        }
        StandardOutput.write(bytes)
      }
    }
  }

  /// `tessera group put`: writes a file.
  struct Put: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write a file, in place of one with the same name.")

    @OptionGroup var options: GroupOptions

    @Argument(help: "The name of the file.")
    var file: String

    @Argument(help: "The file to read; standard input by default.")
    var path: String?

    @Option(help: "The version that the file must have now; 0 if it must not exist.")
    var ifVersion: Int?

    func run() throws {
      let store = try options.store()
      let content =
        path.map { FileManager.default.contents(atPath: $0) } ?? FileHandle.standardInput.readDataToEndOfFile()
      guard let content else { throw ValidationError("The file '\(path ?? "")' does not exist") }
      try attempt { StandardOutput.write("\(try store.write(file, Array(content), ifVersion: ifVersion))\n") }
    }
  }

  /// `tessera group remove`: removes a file.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a file.")

    @OptionGroup var options: GroupOptions

    @Argument(help: "The name of the file.")
    var file: String

    func run() throws {
      let store = try options.store()
      try attempt { try store.remove(file) }
    }
  }
}
