import ArgumentParser
import Foundation
import HTTPTypes
import TesseraAccess
import TesseraServer
import TesseraValues

/// How a server can be reached, and whether people sign in.
struct AccessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The network address to listen on; 0.0.0.0 for all.",
      discussion: "Beyond this machine, people have to sign in: the server prints a link for the first account."))
  var host = ServerConfiguration().host

  @Option(
    name: .customLong("host-name"),
    help: ArgumentHelp(
      "A name under which browsers reach the server, such as board.example.org. Requests for other names are refused.",
      valueName: "name"))
  var hostNames: [String] = []

  @Option(
    help: ArgumentHelp(
      "The path under which browsers reach the server, such as /tessera, if it shares its address with other programs.",
      valueName: "path"))
  var basePath = BasePath.root

  @Option(
    help: ArgumentHelp(
      "The file of a certificate in PEM format, with which the server speaks HTTPS. It is read again when it changes.",
      valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("The file of the certificate's private key in PEM format.", valueName: "file"))
  var key: String?

  @Option(
    help: ArgumentHelp(
      "Whether people sign in: 'required'; 'open', with which all who reach the server may do everything; or 'automatic'.",
      discussion: "'automatic' is 'required' once there are accounts, and with --openid-issuer, --trusted-proxy or a "
        + "--host beyond this machine; otherwise it is 'open'.",
      valueName: "policy"))
  var access = AccessControl.Policy.automatic

  @Option(
    name: .customLong("trusted-proxy"),
    help: ArgumentHelp(
      "The address or range, such as 192.0.2.0/24, of a proxy that is believed when it says whom it speaks for.",
      valueName: "address"))
  var trustedProxies: [AddressRange] = []

  @Option(
    help: ArgumentHelp(
      "The fields in which trusted proxies say it: 'x-forwarded' (X-Forwarded-For and X-Forwarded-Proto) or 'forwarded'.",
      valueName: "kind"))
  var proxyFields = ProxyFields.legacy

  @Option(
    help: ArgumentHelp(
      "The field with which a trusted proxy names the person who has signed in there, such as Remote-User.",
      valueName: "field"))
  var remoteUser: String?

  @Option(
    help: ArgumentHelp(
      "The role of people whom the proxy names and who have no account here; without it, they are not admitted.",
      valueName: "role"))
  var remoteUserRole: Role?

  @Option(
    name: .customLong("second-factor"),
    help: ArgumentHelp(
      "A role whose accounts need a second factor. Who has none adds one at the next sign-in with a password.",
      valueName: "role"))
  var secondFactorRoles: [Role] = []

  @OptionGroup
  var openID: OpenIDOptions

  @Option(
    name: .customLong("frame-ancestor"),
    help: ArgumentHelp(
      "A site whose pages may show the board in a frame, such as https://intranet.example.org.", valueName: "origin"))
  var frameAncestors: [String] = []

  func validate() throws {
    if (certificate == nil) != (key == nil) { throw ValidationError("'--certificate' and '--key' need each other") }
    if remoteUser != nil, trustedProxies.isEmpty {
      throw ValidationError("'--remote-user' needs a '--trusted-proxy', because clients could send that field, too")
    }
    if let remoteUser, HTTPField.Name(remoteUser) == nil {
      throw ValidationError("'\(remoteUser)' is not the name of a header field")
    }
    if remoteUserRole != nil, remoteUser == nil { throw ValidationError("'--remote-user-role' needs '--remote-user'") }
    if openID.issuer != nil, access == .open {
      throw ValidationError("With '--openid-issuer', people sign in, so '--access open' is not possible")
    }
    for name in hostNames where HostAuthority(name)?.port != nil || HostAuthority(name) == nil {
      throw ValidationError("'--host-name' takes a name without a port, not '\(name)'")
    }
    for origin in frameAncestors
    where HostAuthority(ofAddress: origin) == nil || origin.contains(where: { ";, ".contains($0) }) {
      throw ValidationError("'--frame-ancestor' takes an origin such as https://example.org, not '\(origin)'")
    }
  }

  /// Enters the options into a configuration.
  func apply(to configuration: inout ServerConfiguration) {
    configuration.host = host
    configuration.additionalHostNames = Set(hostNames.compactMap { HostAuthority($0)?.host })
    if !configuration.isLoopback {
      // The names under which a home network knows the machine: its own, and that of multicast DNS (RFC 6762).
      let name = ProcessInfo.processInfo.hostName
      let first = String(name.prefix { $0 != "." })
      configuration.additionalHostNames.formUnion([name, first, "\(first).local"])
    }
    configuration.basePath = basePath
    if let certificate, let key {
      configuration.certificate = CertificateFiles(certificate: certificate, key: key)
    }
    configuration.trustedProxies = trustedProxies
    configuration.proxyFields = proxyFields
    configuration.remoteUser = remoteUser.flatMap { HTTPField.Name($0) }
      .map { RemoteUser(field: $0, role: remoteUserRole) }
    configuration.frameAncestors = frameAncestors
  }

  /// Which visitors the server admits without a session, given how it can be reached.
  var policy: AccessControl.Policy {
    var configuration = ServerConfiguration()
    configuration.host = host
    let isReachable = !configuration.isLoopback || !trustedProxies.isEmpty
    return access == .automatic && (isReachable || openID.issuer != nil) ? .required : access
  }
}

extension AccessControl.Policy: ExpressibleByArgument {}
extension Role: ExpressibleByArgument {}
extension ProxyFields: ExpressibleByArgument {}

extension BasePath: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
  package var defaultValueDescription: String { "/" }
}

extension AddressRange: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
