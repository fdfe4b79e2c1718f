import ArgumentParser
import Foundation
import Testing

@testable import TesseraCommands

@Suite("The options that a configuration can set")
struct ServeOptionTests {
  /// An option as the command's own description of itself tells it.
  private struct Described: Decodable {
    struct Command: Decodable { var arguments: [Described]? }
    struct Tool: Decodable { var command: Command }
    struct Name: Decodable { var name: String }

    var kind: String
    var isRepeating: Bool
    var names: [Name]?
  }

  @Test func `they are those of the command, with the same kinds`() throws {
    let text = ServeCommand._dumpHelp()
    let command = try JSONDecoder().decode(Described.Tool.self, from: Data(text.utf8)).command
    var described: [String: String] = [:]
    let all = (command.arguments ?? []).filter { $0.kind != "positional" }
    let names = Set(all.flatMap { ($0.names ?? []).map(\.name) })
    for argument in all {
      guard let name = argument.names?.first?.name, !name.hasPrefix("no-"),
        !["help", "h", "version", "config"].contains(name)
      else { continue }
      let flag = names.contains("no-\(name)") ? "toggle" : "flag"
      described[name] = argument.kind == "flag" ? flag : argument.isRepeating ? "list" : "text"
    }
    let table = Dictionary(
      uniqueKeysWithValues: ServeOption.all.map { option in
        switch option.kind {
        case .path: (option.name, "text")
        case .paths: (option.name, "list")
        default: (option.name, "\(option.kind)")
        }
      })
    #expect(table == described)
  }

  @Test(arguments: [
    ("port", ["1"], ["--port=1"]), ("host-name", ["a", "-b"], ["--host-name=a", "--host-name=-b"]),
    ("isolate", ["true"], ["--isolate"]), ("isolate", ["false"], []), ("watch", ["true"], ["--watch"]),
    ("watch", ["false"], ["--no-watch"]),
  ])
  func `values become arguments`(name: String, values: [String], arguments: [String]) throws {
    #expect(try #require(ServeOption.named(name)).arguments(values) == arguments)
  }

  @Test func `variables are named like flags`() {
    #expect(ServeOption.named("host-name")?.variable == "TESSERA_HOST_NAME")
  }
}
