import Foundation
import TesseraCrypto

/// Checks the certificate with which a server speaks HTTPS, and its key.
struct CertificateCheck {
  /// The paths of the files.
  let certificate: String
  let key: String

  private static let rule = "certificate"
  /// The least time until a certificate expires, in seconds. `tessera doctor` warns of a shorter one.
  private static let warningTime = 14 * 86_400.0

  var findings: [Finding] {
    let texts = [certificate, key].map { FileManager.default.contents(atPath: $0) }
    guard let certificateText = texts[0], let keyText = texts[1] else {
      let path = texts[0] == nil ? certificate : key
      return [
        .error(
          Self.rule, "The file '\(path)' cannot be read",
          fix: "Name a file in PEM format that the account of the server may read")
      ]
    }
    var findings: [Finding] = []
    do throws(CertificateFile.Problem) {
      let file = try CertificateFile(certificate: Array(certificateText), key: Array(keyText))
      if file.matchesKey {
        findings.append(Self.finding(from: file.validFrom, until: file.validUntil, now: Date()))
      } else {
        findings.append(
          .error(
            Self.rule, "The key '\(key)' belongs to another certificate than '\(certificate)'",
            fix: "Name the certificate and the key that were made together"))
      }
    } catch {
      switch error {
      case .noCertificate:
        findings.append(
          .error(Self.rule, "'\(certificate)' contains no certificate", fix: "Name a certificate in PEM format"))
      case .noKey:
        findings.append(
          .error(
            Self.rule, "'\(key)' contains no private key, or one that needs a password",
            fix: "Name a key in PEM format without a password"))
      }
    }
    if FileRights(key)?.isOpenToOthers == true {
      findings.append(
        .warning(
          "secret-rights", "Other accounts of this machine can read the key '\(key)'", fix: "Run 'chmod o= \(key)'"))
    }
    return findings
  }

  /// Returns what the time means in which a certificate is valid. The last 14 days are a warning.
  /// - Parameters:
  ///   - start: The beginning, in seconds since 1970.
  ///   - end: The end, in seconds since 1970.
  static func finding(from start: Int64, until end: Int64, now: Date) -> Finding {
    let begin = Date(timeIntervalSince1970: Double(start))
    let expiry = Date(timeIntervalSince1970: Double(end))
    let fix = "Get a new certificate; a server that runs reads it by itself"
    if now >= expiry { return .error(rule, "The certificate expired at \(expiry.ISO8601Format())", fix: fix) }
    if now < begin {
      return .error(rule, "The certificate is valid only from \(begin.ISO8601Format())", fix: "Check the clock")
    }
    if now > expiry - warningTime {
      return .warning(rule, "The certificate expires at \(expiry.ISO8601Format())", fix: fix)
    }
    return .ok(rule, "The certificate is valid until \(expiry.ISO8601Format())")
  }
}
