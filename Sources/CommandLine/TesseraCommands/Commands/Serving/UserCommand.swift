import ArgumentParser
import TesseraAccess
import TesseraBoardService
import TesseraValues

/// `tessera user`: the people who may sign in.
struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Add, list, change and remove the accounts of people who may sign in.",
    discussion: """
      Roles: 'look' sees boards, 'use' operates their widgets, 'edit' changes them, 'administer' also installs widgets \
      and removes boards. A running server sees each change at once.
      """,
    subcommands: [
      Add.self, List.self, SetRole.self, SetPassword.self, RemoveSecondFactor.self, Remove.self,
    ])

  /// `tessera user add`: adds an account.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add an account.", discussion: "The password is asked for, or read from the standard input.")

    @Argument(help: "The name, such as ada or ada@example.org.")
    var name: String

    @Option(help: "The role on shared boards: 'use', and for the first account 'administer', if none is named.")
    var role: Role?

    @OptionGroup var file: AccessFile

    func run() throws {
      let password = try NewPassword.read()
      try file.attempt { store in
        let account = try store.addAccount(name, password: password, role: role)
        file.audit.record(.accountAdded, ["account": account.name, "role": account.role.rawValue])
        StandardOutput.write("added \(account.name): \(account.role.rawValue)\n")
      }
    }
  }

  /// `tessera user list`: lists the accounts.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the accounts: name, role, roles on single boards, and whether they have a second factor.")

    @Flag(help: "Print them as a list of JSON objects.")
    var json = false

    @OptionGroup var file: AccessFile

    func run() throws {
      try file.attempt { store in
        let content = try store.content()
        let accounts = content.accounts.values.sorted { $0.name < $1.name }
        if json {
          let values = accounts.map { account -> Value in
            [
              "name": .string(account.name), "role": .string(account.role.rawValue),
              "boards": .dictionary(account.boardRoles.mapValues { .string($0.rawValue) }),
              "hasSecondFactor": .bool(content.secondFactors[account.name] != nil),
            ]
          }
          return StandardOutput.write(JSONText.text(of: .array(values), indented: true) + "\n")
        }
        for account in accounts {
          let boards = account.boardRoles.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
          let factor = content.secondFactors[account.name] == nil ? [] : ["second-factor"]
          let fields = [account.name, account.role.rawValue] + boards + factor
          StandardOutput.write(fields.joined(separator: "\t") + "\n")
        }
      }
    }
  }

  /// `tessera user role`: changes the role of an account.
  struct SetRole: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "role", abstract: "Change the role of an account.",
      discussion: "With '--board', on that board only; 'none' removes such an exception.")

    @Argument(help: "The name of the account.")
    var name: String

    @Argument(help: "look, use, edit or administer.")
    var role: String

    @Option(help: "The identity of a board, as in the address of its page; 'home' for the first.")
    var board: String?

    @OptionGroup var file: AccessFile

    func validate() throws {
      guard Role(rawValue: role) != nil || role == "none" && board != nil else {
        throw ValidationError("The role is 'look', 'use', 'edit' or 'administer'; with '--board' also 'none'")
      }
    }

    func run() throws {
      try file.attempt { store in
        try store.setRole(of: name, to: Role(rawValue: role), on: board)
        file.audit.record(.roleSet, ["account": name, "role": role, "board": board])
      }
    }
  }

  /// `tessera user password`: changes a password.
  struct SetPassword: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "password", abstract: "Change the password of an account, and end its sessions.",
      discussion: "The password is asked for, or read from the standard input.")

    @Argument(help: "The name of the account.")
    var name: String

    @OptionGroup var file: AccessFile

    func run() throws {
      let password = try NewPassword.read()
      try file.attempt { store in
        try store.setPassword(of: name, to: password)
        file.audit.record(.passwordSet, ["account": name])
      }
    }
  }

  /// `tessera user remove-second-factor`: lets a person sign in with the password alone, until another one is added.
  struct RemoveSecondFactor: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove-second-factor",
      abstract: "Remove the second factor and the passkeys of an account, for who has lost the device.",
      discussion: "If the role needs one, the person adds another at the next sign-in. Sessions stay.")

    @Argument(help: "The name of the account.")
    var name: String

    @OptionGroup var file: AccessFile

    func run() throws {
      try file.attempt { store in
        let isRemoved = try store.removeSecondFactor(of: name, withPasskeys: true)
        if isRemoved { file.audit.record(.secondFactorReset, ["account": name]) }
        StandardOutput.write(isRemoved ? "removed the second factor of \(name)\n" : "\(name) has no second factor\n")
      }
    }
  }

  /// `tessera user remove`: removes an account.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove an account, and end its sessions.",
      discussion: "Its personal boards stay; administrators see them.")

    @Argument(help: "The name of the account.")
    var name: String

    @OptionGroup var file: AccessFile

    func run() throws {
      try file.attempt { store in
        try store.removeAccount(name)
        file.audit.record(.accountRemoved, ["account": name])
      }
    }
  }
}
