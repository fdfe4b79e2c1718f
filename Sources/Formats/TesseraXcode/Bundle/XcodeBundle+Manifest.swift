import TesseraValues
import TesseraXcodeFiles

extension XcodeBundle {
  /// Returns the manifest that a property list of an app describes.
  mutating func manifest(_ information: PropertyListValue?, main: String?, locale: String?) -> JSONNode {
    var members: [(String, JSONNode)] = []
    let bundle = information.map(BundleInformation.init)
    if let identifier = Self.written(bundle?.identifier) {
      members.append(("id", .text(identifier)))
    } else if let variable = bundle?.identifier {
      report(
        .error, "property-list", "Info.plist", "Write the identifier in place of '\(variable)' in 'CFBundleIdentifier'")
    } else {
      report(.error, "property-list", "Info.plist", "The bundle has no 'CFBundleIdentifier'")
    }
    members.append(("name", .text(Self.written(bundle?.name) ?? "Widget")))
    if let version = bundle?.version { members.append(("version", .text(version))) }
    if let main { members.append(("main", .text(main))) }
    if let locale, Self.languageTag(locale) != "en" { members.append(("locale", .text(Self.languageTag(locale)))) }
    let hosts = serviceHosts()
    if !hosts.isEmpty { members.append(("hosts", .list(hosts.map { .text($0) }))) }
    return .object(members)
  }

  /// Returns a value that is written out: sources have variables of Xcode in place of some.
  static func written(_ text: String?) -> String? {
    text.flatMap { $0.contains("$(") || $0.contains("${") ? nil : $0 }
  }

  /// The first version of iOS with a dark mode.
  private static let firstDarkVersion = 13

  /// Returns whether an app knows no dark mode: it says so, or is made with an earlier system.
  static func isAlwaysLight(_ information: PropertyListValue?) -> Bool {
    if information?["UIUserInterfaceStyle"]?.string == "Light" { return true }
    let major = information?["DTPlatformVersion"]?.string?.split(separator: ".").first.flatMap { Int($0) }
    return major.map { $0 < firstDarkVersion } ?? false
  }

  /// The greatest number of hosts that are taken from services.
  private static let maximumHosts = 50

  /// Returns the hosts that the service names: that of its base address, and those of actions with addresses of their
  /// own. A manifest has to name them.
  private func serviceHosts() -> [String] {
    var hosts: Set<String> = []
    for path in ["Service.json", "Service.dev.json"] {
      guard let content = bytes(path), let service = try? JSONNode.parse(content) else { continue }
      var addresses = [service["defaults"]?["baseUrl"]?.string]
      addresses += (service["actions"]?.members ?? []).map { $0.value["path"]?.string }
      hosts.formUnion(addresses.compactMap { $0.flatMap(Self.host) })
    }
    return Array(hosts.sorted().prefix(Self.maximumHosts))
  }

  /// Returns the host of an address, with its port; `nil` if it has none that is written out.
  private static func host(of address: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: address.hasPrefix) else { return nil }
    let host = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    let isPlain = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:".contains($0)) }
    return host.isEmpty || !isPlain ? nil : host.lowercased()
  }

  mutating func propertyList(_ path: String) -> PropertyListValue? {
    guard let content = bytes(path) else { return nil }
    do throws(XcodeFileError) {
      return try PropertyListValue.read(content)
    } catch {
      report(.error, "property-list", path, "The property list cannot be read: \(error.reason)")
      return nil
    }
  }

  /// Returns the files that can have schemes, by their names, which are those of screens and schemes.
  func schemeFiles() -> [String: JSONNode] {
    var found: [String: JSONNode] = [:]
    for path in files where path.hasSuffix(".json") && !path.contains("/") {
      found[String(path.dropLast(".json".count))] = bytes(path).flatMap { try? JSONNode.parse($0) }
    }
    return found
  }
}
