import ArgumentParser
import Foundation
import TesseraServices
import TesseraValues

/// `tessera group`: reads and writes the files that an app shares with its widgets.
struct GroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "group", abstract: "Read and write the files that an app shares with its widgets.",
    discussion: "Widgets whose manifests name the group are asked for fresh content when a file changes.",
    subcommands: [List.self, Get.self, Put.self, Remove.self])

  /// The group, and the folder that contains it.
  struct Place: ParsableArguments {
    @Argument(help: "The name of the group, as 'group' in the manifests has it.")
    var group: String

    @Option(help: "The folder of the server's '--data'; the usual one by default.")
    var data: String?

    func store() throws -> GroupStore {
      let folder = data.map { URL(filePath: $0) } ?? DataFolder.usual
      guard let store = GroupStore(group, in: folder.appending(path: "groups")) else {
        throw ValidationError("'\(group)' is no name of a group: it takes letters, digits, '.', '-' and '_'")
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
    static let configuration = CommandConfiguration(abstract: "Name the files: version, size in bytes, name.")

    @OptionGroup var place: Place

    func run() throws {
      let store = try place.store()
      try attempt { for file in try store.files() { print(file.version, file.size, file.name) } }
    }

    private func print(_ version: Int, _ size: Int, _ name: String) {
      StandardOutput.write("\(version)\t\(size)\t\(name)\n")
    }
  }

  /// `tessera group get`: prints a file.
  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print a file.")

    @OptionGroup var place: Place

    @Argument(help: "The name of the file.")
    var file: String

    func run() throws {
      let store = try place.store()
      try attempt {
        guard let (bytes, _) = try store.read(file) else {
          throw GroupStore.Failure(message: "There is no file '\(file)' in the group")
        }
        StandardOutput.write(bytes)
      }
    }
  }

  /// `tessera group put`: writes a file.
  struct Put: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Put a file in the place of the one of its name.")

    @OptionGroup var place: Place

    @Argument(help: "The name of the file.")
    var file: String

    @Argument(help: "The file to take; standard input without it.")
    var path: String?

    @Option(help: "The version that the file has to have now; 0 for none.")
    var ifVersion: Int?

    func run() throws {
      let store = try place.store()
      let content =
        path.map { FileManager.default.contents(atPath: $0) } ?? FileHandle.standardInput.readDataToEndOfFile()
      guard let content else { throw ValidationError("There is no file '\(path ?? "")'") }
      try attempt { StandardOutput.write("\(try store.write(file, Array(content), ifVersion: ifVersion))\n") }
    }
  }

  /// `tessera group remove`: removes a file.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take a file away.")

    @OptionGroup var place: Place

    @Argument(help: "The name of the file.")
    var file: String

    func run() throws {
      let store = try place.store()
      try attempt { try store.remove(file) }
    }
  }
}
