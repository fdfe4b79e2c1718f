import Foundation
import TesseraAccess
import TesseraServer
import TesseraValues

/// The step from one configuration to another while a server runs.
///
/// A file that was cut while it was written can be valid, and then lacks the options that keep people out. So a running
/// server takes nothing that admits more people, or that moves its data or its address.
struct ConfigurationChange {
  let former: ServeCommand
  let next: ServeConfiguration.Result

  /// Why the change needs a restart; empty if it does not.
  var refusals: [Diagnostic] {
    let reasons =
      admission.map { ($0, "'\($0)' would admit more people than before") }
      + data.map { ($0, "'\($0)' would be other data than before") }
      + address.map { ($0, "'\($0)' would change the address of the server") }
    return reasons.map { name, reason in
      let entry = next.configuration.entries.first { $0.option.name == name }
      return Diagnostic(
        rule: "configuration-restart", file: entry?.file, range: entry?.range, message: reason,
        fix: "Restart the server if that is meant; otherwise mend the configuration")
    }
  }

  /// The options that would admit more people, or believe others about who they are.
  private var admission: [String] {
    let (old, new) = (former.network, next.command.network)
    let hasOtherIssuer = new.openID.issuer != old.openID.issuer || new.openID.nameClaim != old.openID.nameClaim
    let changes: [(name: String, isWider: Bool)] = [
      ("access", Self.rank(new.policy) < Self.rank(old.policy)),
      ("trusted-proxy", !Set(new.trustedProxies).isSubset(of: old.trustedProxies)),
      ("proxy-fields", !new.trustedProxies.isEmpty && new.proxyFields != old.proxyFields),
      ("remote-user", new.remoteUser != nil && new.remoteUser != old.remoteUser),
      ("remote-user-role", Self.isHigher(new.remoteUserRole, than: old.remoteUserRole)),
      ("openid-issuer", new.openID.issuer != nil && hasOtherIssuer),
      ("openid-role", Self.isHigher(new.openID.role, than: old.openID.role)),
    ]
    return changes.filter(\.isWider).map(\.name)
  }

  private var data: [String] {
    let (old, new) = (former, next.command)
    let hasOtherCluster =
      old.cluster.location.databaseText != new.cluster.location.databaseText
      || old.cluster.location.clusterKey != new.cluster.location.clusterKey
    // A cluster has a folder of its own.
    if hasOtherCluster { return ["cluster"] }
    return old.folder?.standardizedFileURL.path == new.folder?.standardizedFileURL.path ? [] : ["data"]
  }

  private var address: [String] {
    let (old, new) = (former, next.command)
    let changes: [(name: String, isOther: Bool)] = [
      ("host", old.network.host != new.network.host), ("port", old.port != new.port),
      ("base-path", old.network.basePath != new.network.basePath),
      ("certificate", (old.network.certificate == nil) != (new.network.certificate == nil)),
    ]
    return changes.filter(\.isOther).map(\.name)
  }

  private static func rank(_ policy: AccessControl.Policy) -> Int {
    switch policy {
    case .open: 0
    case .automatic: 1
    case .required: 2
    }
  }

  /// Whether people without an account here get more rights. Without a role, they are not admitted.
  private static func isHigher(_ new: Role?, than old: Role?) -> Bool {
    guard let new else { return false }
    return old.map { $0 < new } ?? true
  }
}
