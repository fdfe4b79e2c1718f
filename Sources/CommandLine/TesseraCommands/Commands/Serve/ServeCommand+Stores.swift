import ArgumentParser
import Foundation
import TesseraAccess
import TesseraBoardService
import TesseraData
import TesseraServer
import TesseraValues

// The files of a data folder.
extension ServeCommand {
  /// Opens the file of the accounts. If it exists and cannot be read, the server must not start, because it would admit
  /// everyone. If it cannot be made, there are no accounts, and none can be made.
  func openAccounts() throws -> AccessStore {
    guard let file = folder?.appending(path: AccessStore.fileName) else {
      // Where no sign-in is needed, no account is made.
      if network.policy == .required {
        StandardError.write([
          Diagnostic(
            .warning, rule: "accounts-in-memory",
            message: "Accounts are kept in memory only, and are lost when the server ends",
            fix: "Name a folder for them, and for all data, with '--data'")
        ])
      }
      return try AccessStore(location: .memory)
    }
    let store: AccessStore
    do throws(StoreError) {
      store = try AccessStore(location: .file(file))
    } catch  where !FileManager.default.fileExists(atPath: file.path) {
      store = try AccessStore(withoutFile: error)
    } catch {
      StandardError.write([
        Diagnostic(
          rule: "accounts-unavailable",
          message: "The accounts in '\(file.path)' cannot be read: \(error.diagnostic.message)",
          fix: "Restore the file from a backup, or remove it and make the accounts again")
      ])
      throw ExitCode(1)
    }
    if let problem = store.problem {
      StandardError.write([
        Diagnostic(
          .warning, rule: "store-unavailable",
          message: "Accounts cannot be changed, and people have to sign in again after a restart: "
            + problem.diagnostic.message)
      ])
    }
    return store
  }

  func lockFolder() throws -> DataFolderLock? {
    guard let folder else { return nil }
    do throws(Diagnostic) {
      return try DataFolderLock(folder)
    } catch {
      StandardError.write([error])
      throw ExitCode(2)
    }
  }

  /// Opens the file of the boards. If they cannot be stored, they are shown read-only.
  func openStore() throws -> BoardStore {
    let file = folder?.appending(path: StoredBoards.fileName)
    do throws(StoreError) {
      let store = try BoardStore(location: file.map { .file($0) } ?? .memory)
      if let warning = store.recoveryWarning { StandardError.write([warning]) }
      return store
    } catch {
      StandardError.write([
        Diagnostic(
          rule: "store-unavailable",
          message: "Nothing can be stored: boards cannot be changed, and changes in widgets are lost when the "
            + "server stops: \(error.diagnostic.message)",
          fix: "Make the folder of '--data' writable, and restart the server")
      ])
      return try BoardStore(showing: file, because: error)
    }
  }

  func pushToken(in folder: URL?) -> String {
    if let token = PushToken.ofEnvironment { return token }
    do throws(Diagnostic) {
      return try PushToken.find(in: folder)
    } catch {
      StandardError.write([error])
      return ""
    }
  }

  /// Opens the file of the update schedules; returns nil if not even memory can take them.
  func openUpdateStore(in folder: URL?) -> UpdateStore? {
    let file = folder?.appending(path: UpdateStore.fileName)
    do throws(StoreError) {
      let store = try UpdateStore(location: file.map { .file($0) } ?? .memory)
      if store.isRenewed, let file {
        StandardError.write([
          Diagnostic(
            .warning, rule: "store-damaged",
            message: "The file '\(file.path)' could not be read and is created anew: all widgets are updated again")
        ])
      }
      return store
    } catch {
      StandardError.write([UpdateStore.refusal(error)])
      return try? UpdateStore(location: .memory)
    }
  }

  func openBoards(_ store: BoardStore, _ library: WidgetLibrary) throws -> BoardHost {
    do {
      let boards = try BoardHost(store: store, library: library)
      StandardError.write(boards.problems)
      return boards
    } catch let error as Diagnostic {
      StandardError.write([error])
      throw ExitCode(1)
    }
  }
}
