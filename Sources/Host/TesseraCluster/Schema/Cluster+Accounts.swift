package import TesseraAccess
import TesseraData
package import TesseraValues

// Hosts apply what others change in the accounts, so all of them write the same format.
extension Cluster {
  /// The rule of the diagnostic about accounts that another version of Tessera wrote.
  package static let accountsFormatRule = "accounts-format"

  /// The maximum number of hosts that a message names.
  private static let maximumNames = 8

  /// Opens the accounts. Blocks the thread.
  /// - Throws: A diagnostic if they cannot be read, or if another version of Tessera wrote them.
  package func openAccounts() throws(Diagnostic) -> AccessStore {
    try Self.attempt { () throws(StoreError) in
      let (file, journal) = try sharedJournal(Self.accounts)
      let version = try AccessStore.version(of: file)
      guard version == AccessStore.version else { return .failure(Self.otherFormat(version)) }
      return .success(try AccessStore(workingCopy: file, of: journal))
    }
  }

  /// Brings the accounts to the format of this program. Blocks the thread.
  /// - Parameter hosts: The hosts that live. There must be none if the format changes, because these write the former one.
  /// - Returns: The former version of the format.
  /// - Throws: A diagnostic if hosts live, if a later version wrote the accounts, or if these cannot be persisted. They
  ///   are unchanged then.
  package func upgradeAccounts(whileRunning hosts: [ClusterMember]) throws(Diagnostic) -> Int {
    try Self.attempt { () throws(StoreError) in
      // The new content is persisted, however few changes there were.
      let (file, journal) = try sharedJournal(Self.accounts, maximumChanges: -1)
      let version = try AccessStore.version(of: file)
      if version == AccessStore.version { return .success(version) }
      guard version < AccessStore.version else { return .failure(Self.otherFormat(version)) }
      guard hosts.isEmpty else { return .failure(Self.inUse(version, hosts)) }
      try journal.persist(try AccessStore.upgradedContent(ofWorkingCopy: file))
      return .success(version)
    }
  }

  private static func attempt<Output>(
    _ body: () throws(StoreError) -> Result<Output, Diagnostic>
  ) throws(Diagnostic) -> Output {
    let result: Result<Output, Diagnostic>
    do throws(StoreError) {
      result = try body()
    } catch {
      throw Diagnostic(
        rule: "accounts-unavailable",
        message: "The accounts of the cluster cannot be read: \(error.diagnostic.message)")
    }
    return try result.get()
  }

  private static func otherFormat(_ version: Int) -> Diagnostic {
    let isLater = version > AccessStore.version
    return Diagnostic(
      rule: accountsFormatRule,
      message: "\(isLater ? "A later" : "An earlier") version of Tessera wrote the accounts of the cluster: they have "
        + "the format \(version), and this version writes \(AccessStore.version)",
      fix: isLater
        ? "Use that version here, too"
        : "Stop all hosts, and run 'tessera cluster upgrade' of this version with '--key'")
  }

  private static func inUse(_ version: Int, _ hosts: [ClusterMember]) -> Diagnostic {
    let names = hosts.prefix(maximumNames).map { "'\($0.name)' (\($0.program))" }.joined(separator: ", ")
    let rest = hosts.count > maximumNames ? " and \(hosts.count - maximumNames) others" : ""
    return Diagnostic(
      rule: "cluster-in-use",
      message: "The accounts have the format \(version), which the hosts that are running cannot share with those of "
        + "this version: \(names)\(rest)", fix: "Stop these hosts, wait 3 seconds, and run this again")
  }
}
