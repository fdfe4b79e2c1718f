import TesseraBoardService
import TesseraCrypto
import TesseraServices
import TesseraValues

/// The servers of typed addresses whose certificates no authority vouches for, for the person who may trust them.
struct ServerCertificateList: Sendable {
  /// The time limit for looking at a certificate. A server that is slower is listed only if it is trusted.
  private static let timeLimit = Duration.seconds(5)
  /// The maximum number of servers that are looked at. Further ones are not.
  private static let maximumCount = 20

  let transport: HTTPTransport

  /// Returns `[{"host", "isTrusted", "isChanged", "certificate": {"subject", "issuer", "validUntil", "fingerprint", "key"}
  /// or null}]`. Servers that the system's authorities vouch for are not listed.
  func value(of servers: [BoardHost.TypedServer], policy: HostPolicy) async -> Value {
    let entries = await withTaskGroup(of: (Int, Value?).self) { group in
      for (index, server) in servers.prefix(Self.maximumCount).enumerated() {
        group.addTask { (index, await value(of: server, policy: policy)) }
      }
      return await group.reduce(into: [Int: Value]()) { $0[$1.0] = $1.1 }
    }
    return .array(entries.sorted { $0.key < $1.key }.map(\.value))
  }

  private func value(of server: BoardHost.TypedServer, policy: HostPolicy) async -> Value? {
    let certificate = await certificate(of: server.host, policy: policy)
    guard certificate != nil || server.trustedKey != nil else { return nil }
    let isTrusted = server.trustedKey != nil && (certificate == nil || certificate?.key == server.trustedKey)
    return [
      "host": .string(server.host.description),
      "isTrusted": .bool(isTrusted), "isChanged": .bool(server.trustedKey != nil && !isTrusted),
      "certificate": certificate.map {
        [
          "subject": .string($0.subject), "issuer": .string($0.issuer), "validUntil": .integer($0.validUntil * 1000),
          "fingerprint": .string($0.fingerprint), "key": .string($0.key),
        ]
      } ?? .null,
    ]
  }

  /// Returns the certificate of a server if it is not trusted; nil if it is, or if the server does not speak TLS in time.
  private func certificate(of host: HostPattern, policy: HostPolicy) async -> ServerCertificate? {
    let pem = try? await withTimeout(Self.timeLimit) {
      try await transport.untrustedCertificate(of: "https://\(host)", policy: policy)
    }
    return pem.flatMap(\.self).flatMap(ServerCertificate.init)
  }
}
