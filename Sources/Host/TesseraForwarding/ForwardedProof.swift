package import Foundation
package import HTTPTypes
import TesseraCrypto

/// How a visitor's own connection was protected.
package enum VisitorScheme: String, Sendable, Hashable {
  case http
  case https
}

/// Proves between hosts of a cluster that one of them forwarded a request, and for whom.
///
/// The proof is a field of the request: `Tessera-Forwarded: v<number>;<Unix seconds>;<visitor's address>;<scheme>;<name
/// in Base64>;<code>`. The number is that of the hosts' protocol in which the request is meant. The code is an
/// HMAC-SHA256 in hexadecimal digits over these parts, the method and the path with its query. It does not cover the
/// other fields or the body: the network between the hosts is trusted not to change requests, and the proof only keeps
/// visitors from claiming to be a host.
package struct ForwardedProof: Sendable {
  /// What a host says about a request that it forwarded. Such a request must not be forwarded again.
  package struct Proof: Sendable, Hashable {
    /// The network address of the visitor; empty if it is not known.
    package let visitorAddress: String
    /// How the visitor's own connection was protected.
    package let scheme: VisitorScheme
    /// The name that a trusted proxy gave the visitor; nil if none did.
    package let name: String?
    /// The time of forwarding, with a resolution of seconds.
    package let date: Date
  }

  /// The field with the proof.
  package static let fieldName = HTTPField.Name("Tessera-Forwarded") ?? .via
  /// The age up to which a proof is accepted, in seconds. Clocks may differ by as much in the other direction.
  package static let maximumAge = 30
  /// The least number of bytes of a key. With a shorter key, nothing is proved and no proof is accepted.
  package static let minimumKeySize = 16

  /// The numbers of the hosts' protocol that this host understands.
  private let numbers: ClosedRange<Int>
  /// A key for this purpose only; nil if the cluster's key is too short.
  private let key: [UInt8]?
  /// The date, which all hosts must agree about.
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - key: The cluster's key. All hosts have the same one.
  ///   - numbers: The numbers of the hosts' protocol that this host speaks.
  ///   - now: Returns the date, about which all hosts have to agree.
  package init(
    key: [UInt8], numbers: ClosedRange<Int> = 1...1, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.numbers = numbers
    self.now = now
    self.key =
      key.count < Self.minimumKeySize
      ? nil : HashFunction.sha256.authenticationCode(for: "tessera-forwarded".utf8, key: key)
  }

  /// Returns the value of the field for a request; nil if there is no usable key.
  /// - Parameters:
  ///   - request: The request. Its path must be the one that the receiver verifies.
  ///   - visitorAddress: The network address of the visitor. A text that cannot be one is replaced by an empty one.
  ///   - name: The name that a trusted proxy gave the visitor.
  ///   - number: The number of the hosts' protocol that the receiver speaks; nil for the newest of this host.
  package func field(
    for request: HTTPRequest, from visitorAddress: String, scheme: VisitorScheme, name: String? = nil,
    number: Int? = nil
  ) -> String? {
    let version = Self.version(number ?? numbers.upperBound)
    let address = visitorAddress.utf8.allSatisfy(Self.isPartOfAddress) ? visitorAddress : ""
    let seconds = Int64(now().timeIntervalSince1970.rounded(.down))
    let name = name.map { Array($0.utf8).base64URLText } ?? ""
    guard let code = code(version, request, seconds, address, scheme, name) else { return nil }
    return "\(version);\(seconds);\(address);\(scheme.rawValue);\(name);\(code)"
  }

  /// Returns what the host that forwarded a request says about it; nil if no host did, or too long ago. Treat a request
  /// without a valid proof as if it had no such field.
  package func verify(_ request: HTTPRequest) -> Proof? {
    guard let parts = Self.parts(of: request), parts.count == 6, let number = Self.number(of: parts[0]),
      numbers.contains(number), let seconds = Int64(parts[1]), let scheme = VisitorScheme(rawValue: parts[3]),
      let code = code(parts[0], request, seconds, parts[2], scheme, parts[4]),
      isEqualInConstantTime(Array(code.utf8), Array(parts[5].utf8))
    else { return nil }
    let date = Date(timeIntervalSince1970: Double(seconds))
    guard abs(now().timeIntervalSince(date)) <= Double(Self.maximumAge) else { return nil }
    let name = parts[4].isEmpty ? nil : [UInt8](base64URL: parts[4]).map { String(decoding: $0, as: UTF8.self) }
    return Proof(visitorAddress: parts[2], scheme: scheme, name: name, date: date)
  }

  /// Returns the number of the protocol in which a request was forwarded, if this host does not understand it; nil for all
  /// other requests. What is meant in another number must be refused, and not be taken for a visitor's own request.
  package func foreignNumber(of request: HTTPRequest) -> Int? {
    guard let number = Self.parts(of: request)?.first.flatMap(Self.number), !numbers.contains(number) else {
      return nil
    }
    return number
  }

  private static func parts(of request: HTTPRequest) -> [String]? {
    let fields = request.headerFields[values: fieldName]
    guard fields.count == 1, let field = fields.first else { return nil }
    return field.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
  }

  private static func version(_ number: Int) -> String { "v\(number)" }

  private static func number(of version: String) -> Int? {
    // The text is part of what is proved, so a number has only one.
    guard version.hasPrefix("v"), let number = Int(version.dropFirst()), Self.version(number) == version else {
      return nil
    }
    return number
  }

  private func code(
    _ version: String, _ request: HTTPRequest, _ seconds: Int64, _ address: String, _ scheme: VisitorScheme,
    _ name: String
  ) -> String? {
    guard let key else { return nil }
    // None of the parts can contain a line break.
    let text = [
      version, "\(seconds)", address, scheme.rawValue, name, request.method.rawValue, request.path ?? "",
    ].joined(separator: "\n")
    return HashFunction.sha256.authenticationCode(for: text.utf8, key: key).hexadecimalText
  }

  /// Whether a byte occurs in IP addresses with a zone.
  private static func isPartOfAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: ".:%-_".utf8.contains(byte)
    }
  }
}
