import ArgumentParser
import TesseraAccess
import TesseraBoardService
import TesseraValues

/// `tessera link`: addresses that show a board without signing in.
struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Make, list and revoke addresses that show a board without signing in.",
    discussion:
      "They are for screens without a keyboard, such as a tablet on a wall. An address admits without a password.",
    subcommands: [Add.self, List.self, Remove.self])

  /// `tessera link add`: makes a link.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a link to a board, and print it.",
      discussion: "It is printed only this time, because only its hash is stored.")

    @Argument(help: "What the link is for, such as 'Kitchen'.")
    var name: String

    @Option(help: "The identity of the board, as in the address of its page.")
    var board = "home"

    @Option(help: "What the link permits: look or use.")
    var role = Role.view

    @Option(help: "The address of the server, with which the link begins.")
    var address = "http://localhost:8080"

    @OptionGroup var file: AccessFile

    func validate() throws {
      guard role <= .use else { throw ValidationError("A link permits to 'look' or to 'use'") }
      guard HostAuthority(ofAddress: address) != nil else {
        throw ValidationError("'--address' begins with http:// or https://")
      }
    }

    func run() throws {
      try file.attempt { store in
        let (link, token) = try store.addLink(named: name, to: board, role: role)
        file.audit.record(
          .linkAdded, ["link": "\(link.id)", "name": name, "board": board, "role": role.rawValue])
        StandardOutput.write("\(address.hasSuffix("/") ? String(address.dropLast()) : address)/links/\(token.text)\n")
      }
    }
  }

  /// `tessera link list`: lists the links.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the links: number, board, role, purpose.")

    @OptionGroup var file: AccessFile

    func run() throws {
      try file.attempt { store in
        for link in try store.content().links.values.sorted(by: { $0.id < $1.id }) {
          StandardOutput.write("\(link.id)\t\(link.board)\t\(link.role.rawValue)\t\(link.name)\n")
        }
      }
    }
  }

  /// `tessera link remove`: revokes a link.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a link. Screens that show its board have to sign in.")

    @Argument(help: "The number of the link.")
    var number: Int64

    @OptionGroup var file: AccessFile

    func run() throws {
      try file.attempt { store in
        guard try store.removeLink(number) else {
          throw Diagnostic(
            rule: "unknown-link", message: "There is no link \(number)", fix: "List them with 'tessera link list'")
        }
        file.audit.record(.linkRemoved, ["link": "\(number)"])
      }
    }
  }
}
