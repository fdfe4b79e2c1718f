import Foundation
import TesseraCrypto

/// One-time codes that an app makes of a shared secret and the time (TOTP, RFC 6238), with what all apps know: SHA-1,
/// six digits, steps of 30 seconds.
struct OneTimeCode: Sendable, Hashable {
  /// The secret that the app and the server share.
  let secret: [UInt8]

  /// The size of a secret, in bytes: that of a digest, as RFC 4226, section 4, recommends.
  private static let secretSize = 20
  /// The number of digits of a code.
  static let digits = 6
  /// The time for which an app shows a one-time code. Then it shows the next one.
  private static let step: TimeInterval = 30
  /// The number of one-time codes before and after the present one that count, too, because clocks differ.
  private static let tolerance = 1

  /// Creates a random secret.
  init() { secret = randomBytes(count: Self.secretSize) }

  init(secret: [UInt8]) { self.secret = secret }

  /// The number of the step that contains a time (RFC 6238, section 4.2).
  static func step(at time: Date) -> Int64 { Int64((time.timeIntervalSince1970 / step).rounded(.down)) }

  /// Returns the code of a step (RFC 4226, section 5.3).
  func code(ofStep step: Int64, digits: Int = Self.digits) -> String {
    let bytes = withUnsafeBytes(of: step.bigEndian) { Array($0) }
    let digest = HashFunction.sha1.authenticationCode(for: bytes, key: secret)
    let offset = Int(digest[digest.count - 1] & 0xF)
    let number = digest[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let modulus = (0..<digits).reduce(UInt32(1)) { product, _ in product * 10 }
    let text = String(number % modulus)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Returns the step whose code a text is; nil if it is none of those that count at a time. The comparisons take
  /// constant time.
  func step(of code: String, at time: Date) -> Int64? {
    let present = Self.step(at: time)
    let steps = (present - Int64(Self.tolerance))...(present + Int64(Self.tolerance))
    return steps.filter { isEqualInConstantTime(Array(self.code(ofStep: $0).utf8), Array(code.utf8)) }.last
  }

  /// Returns the address that gives an app the secret, as apps read it of a QR code or a link.
  /// - Parameter account: The name of the account, which the app shows.
  func address(account: String) -> String {
    let name = account.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? account
    return "otpauth://totp/Tessera:\(name)?secret=\(secret.base32Text)&issuer=Tessera"
  }
}
