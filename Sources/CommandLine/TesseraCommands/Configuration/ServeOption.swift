/// An option of `tessera serve` that a configuration file and the environment can set, under the name of its flag.
///
/// A test compares this table with the definition of the command.
struct ServeOption: Sendable, Hashable {
  /// What the option takes.
  enum Kind: Sendable, Hashable {
    case text
    /// The path of a file or folder. In a configuration file, it begins at the folder of that file.
    case path
    case flag
    /// A flag that can also be switched off, by `--no-NAME`.
    case toggle
    /// Any number of texts.
    case list
    /// Any number of paths and addresses. In a configuration file, paths begin at the folder of that file.
    case paths
  }

  /// The name without hyphens at its beginning.
  let name: String
  let kind: Kind

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The options in the order of the command's help.
  static let all: [ServeOption] = [
    ServeOption("port", .text), ServeOption("host", .text), ServeOption("host-name", .list),
    ServeOption("base-path", .text), ServeOption("certificate", .path), ServeOption("key", .path),
    ServeOption("access", .text), ServeOption("trusted-proxy", .list), ServeOption("proxy-fields", .text),
    ServeOption("log-format", .text), ServeOption("log-level", .text), ServeOption("remote-user", .text),
    ServeOption("remote-user-role", .text), ServeOption("second-factor", .list),
    ServeOption("frame-ancestor", .list),
    ServeOption("data", .path), ServeOption("start-with", .path), ServeOption("catalogue", .paths),
    ServeOption("backup-folder", .path), ServeOption("backup-at", .text), ServeOption("backup-keep", .text),
    ServeOption("backup-passphrase-file", .path),
    ServeOption("cluster", .text), ServeOption("cluster-key", .path), ServeOption("cluster-name", .text),
    ServeOption("cluster-address", .text),
    ServeOption("option", .list),
    ServeOption("allow-private-addresses", .flag), ServeOption("source", .list), ServeOption("trust", .list),
    ServeOption("development", .flag),
    ServeOption("network", .list),
    ServeOption("watch", .toggle),
    ServeOption("sign-in-address", .text), ServeOption("maximum-presentations", .text),
    ServeOption("maximum-connections", .text), ServeOption("updates-per-day", .text), ServeOption("reload-on", .list),
    ServeOption("isolate", .flag), ServeOption("isolate-installed", .flag), ServeOption("program", .list),
    ServeOption("process-memory", .text), ServeOption("openid-issuer", .text), ServeOption("openid-client", .text),
    ServeOption("openid-client-secret-file", .path), ServeOption("openid-name-claim", .text),
    ServeOption("openid-role", .text), ServeOption("openid-scope", .text), ServeOption("openid-label", .text),
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the option with a name; nil if there is none.
  static func named(_ name: String) -> ServeOption? { byName[name] }

  /// The name of the environment variable that sets the option.
  var variable: String { "TESSERA_" + name.uppercased().replacing("-", with: "_") }

  /// Returns the arguments that set the option.
  func arguments(_ values: [String]) -> [String] {
    switch kind {
    case .flag: values == ["true"] ? ["--\(name)"] : []
    case .toggle: [values == ["true"] ? "--\(name)" : "--no-\(name)"]
    // Values may begin with a hyphen.
    case .text, .path, .list, .paths: values.map { "--\(name)=\($0)" }
    }
  }
}
