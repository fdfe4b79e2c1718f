import Foundation
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraData
import TesseraValues

/// Checks the files with data in a data folder: whether they are whole, of which version, and whether they are needed.
struct StoresCheck {
  /// The data folder, without links.
  let folder: URL

  /// The part of a file's name that says that the file was damaged, and replaced by a new one.
  private static let setAsideMark = " damaged "
  /// The maximum number of files that a finding of `tessera doctor` names. It counts the others.
  private static let maximumNames = 5

  private static let instances = "instances/"

  private static let rescue = "Restore a backup, or start the server: it sets the file aside, and rescues what it can"

  var findings: [Finding] {
    let ownFiles = [
      problem(of: StoredBoards.fileName, version: StoredBoards.version, ifDamaged: Self.rescue),
      problem(
        of: AccessStore.fileName, version: AccessStore.version,
        ifDamaged: "Restore the file from a backup, or remove it and make the accounts again"),
      problem(
        of: UpdateStore.fileName, version: UpdateStore.version,
        ifDamaged: "Start the server: it makes the file anew, and updates all widgets"),
    ].compactMap(\.self)
    return ownFiles + links + owners + boards + widgetStores + setAside
  }

  // MARK: Stores

  /// Returns what is wrong with a store; nil if it is whole and of this version, or if there is none.
  /// - Parameter version: The version of the file that this program writes; nil for the stores of widgets, which have
  ///   the version of their layout.
  private func problem(of path: String, version: Int? = nil, ifDamaged fix: String) -> Finding? {
    let file = folder.appending(path: path)
    guard let rights = FileRights(file.path) else { return nil }
    guard rights.isFile else {
      return .error("store-unreadable", "'\(file.path)' is not a file", fix: "Remove it, or restore a backup")
    }
    do throws(StoreError) {
      let found = try StoreFile(url: file).inspect()
      let known = version ?? StoreFile.layoutVersion
      let own = version == nil ? found.layoutVersion ?? known : found.version
      guard own <= known else {
        return .error(
          "store-version", "A later version of Tessera wrote '\(file.path)', and this one leaves it unchanged",
          fix: "Use that version, or restore a backup of this one")
      }
      guard own == known else {
        return .warning(
          "store-version", "An earlier version of Tessera wrote '\(file.path)', and the server will convert it",
          fix: "Make a backup before you start the server")
      }
      return nil
    } catch {
      guard StoreFile.isDamage(error) else {
        return .error(
          "store-unreadable", "'\(file.path)' cannot be read: \(error.diagnostic.message)",
          fix: "Make the file readable for the account that runs the server")
      }
      return .error("store-damaged", "'\(file.path)' is damaged: \(error.diagnostic.message)", fix: fix)
    }
  }

  /// The boards and what belongs to none of them. A file that cannot be read has a finding of its own.
  private var boards: [Finding] {
    guard let stored = try? StoredBoards(in: folder) else { return [] }
    var findings = stored.problems.map { Finding($0) }
    // Without all boards, it is unknown which widgets are on them.
    guard !findings.contains(where: { $0.severity == .error }) else { return findings }
    let count = stored.boards.reduce(0) { $0 + $1.tiles.count }
    findings.append(.ok("boards", "There are \(stored.boards.count) boards with \(count) widgets"))
    findings.append(orphans(besides: stored.tiles))
    return findings
  }

  private var widgetStores: [Finding] {
    // Before there were boards, widgets had their stores beside that of the updates.
    let own = [StoredBoards.fileName, AccessStore.fileName, UpdateStore.fileName]
    let paths = names(in: folder).filter { !own.contains($0) } + instancePaths
    let stores = paths.filter { $0.hasSuffix(".sqlite") && !$0.contains(Self.setAsideMark) }
    let problems = stores.compactMap { problem(of: $0, ifDamaged: Self.rescue) }
    return problems.isEmpty ? [.ok("widget-data", "The data of \(stores.count) widgets is whole")] : problems
  }

  // MARK: Links and owners

  /// Links that lead nowhere: what they stand for counts as absent, and would be made anew.
  private var links: [Finding] {
    let paths = (names(in: folder) + instancePaths).filter { path in
      let full = folder.appending(path: path).path
      return FileRights(full) == nil && FileStamp(path: full) != nil
    }
    return paths.map { path in
      let full = folder.appending(path: path).path
      let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: full)) ?? ""
      return .error(
        "dangling-link", "'\(full)' is a link to '\(target)', which is not there",
        fix: "Bring back what it leads to, or remove the link")
    }
  }

  /// Stores of another account than that of the folder, such as those that root restored by hand.
  private var owners: [Finding] {
    guard let owner = FileRights(folder.path)?.owner else { return [] }
    let paths = (names(in: folder) + instancePaths).filter { path in
      path.hasSuffix(".sqlite") && FileRights(folder.appending(path: path).path).map { $0.owner != owner } ?? false
    }
    guard !paths.isEmpty else { return [] }
    let name = FileRights.accountName(of: owner)
    return [
      .warning(
        "store-owner", "The folder belongs to '\(name)', and these files do not: \(list(paths))",
        fix: "Run 'chown -R \(name) \(folder.path)', unless another account runs the server")
    ]
  }

  // MARK: Files that are not needed

  private func orphans(besides tiles: Set<TileID>) -> Finding {
    let paths = instancePaths.filter { path in
      let name = path.dropFirst(Self.instances.count)
      return !path.contains(Self.setAsideMark) && !tiles.contains(TileID(rawValue: String(name.prefix { $0 != "." })))
    }
    guard !paths.isEmpty else { return .ok("orphans", "All data of widgets belongs to a widget on a board") }
    return .warning(
      "orphans", "Files belong to no widget on a board: \(list(paths))",
      fix: "Make a backup, and remove them while no server runs")
  }

  private var setAside: [Finding] {
    let paths = (names(in: folder) + instancePaths).filter { $0.contains(Self.setAsideMark) }
    guard !paths.isEmpty else { return [] }
    return [
      .warning(
        "set-aside", "Damaged files were set aside: \(list(paths))",
        fix: "Restore a backup if something is missing, and remove them")
    ]
  }

  /// The paths of the files with the data of widgets.
  private var instancePaths: [String] {
    names(in: folder.appending(path: Self.instances)).map { Self.instances + $0 }
  }

  private func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// Returns the names of files with their sizes, in words.
  private func list(_ paths: [String]) -> String {
    let named = paths.prefix(Self.maximumNames).map { path in
      "'\(path)' (\(SizeText.of(FileRights(folder.appending(path: path).path)?.size ?? 0)))"
    }
    let others = paths.count > named.count ? ", and \(paths.count - named.count) more" : ""
    return named.joined(separator: ", ") + others
  }
}
