import Foundation
import TesseraAccess
import TesseraServer

/// Checks the accounts, and who may read the files with secrets.
struct AccountsCheck {
  /// The data folder, without links.
  let folder: URL

  var findings: [Finding] { accounts + secrets }

  private var accounts: [Finding] {
    let file = folder.appending(path: AccessStore.fileName)
    let none = Finding.ok("accounts", "There are no accounts: a server on this machine alone admits all who reach it")
    guard FileRights(file.path) != nil else { return [none] }
    // A file that cannot be read has a finding of its own.
    guard let content = try? AccessStore.content(of: file) else { return [] }
    guard content.hasAccounts else { return [none] }
    let administrators = content.accounts.values.filter { $0.role == .administer }
    guard !administrators.isEmpty else {
      return [
        .error(
          "no-administrator", "No account administers, so no person can give roles or install widgets",
          fix: "Run 'tessera user role NAME administer'")
      ]
    }
    return [
      .ok("accounts", "Of \(content.accounts.count) accounts, \(administrators.count) may administer")
    ]
  }

  private var secrets: [Finding] {
    [PushToken.fileName, AccessStore.fileName].compactMap { name in
      let path = folder.appending(path: name).path
      guard FileRights(path)?.isShared == true else { return nil }
      return .warning(
        "secret-rights", "Other accounts of this machine can read '\(path)', which contains secrets",
        fix: "Run 'chmod 600 \(path)'")
    }
  }
}
