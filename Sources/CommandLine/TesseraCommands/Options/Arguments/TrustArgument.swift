import ArgumentParser
import Foundation
import TesseraServices
import TesseraValues

/// Certificates to trust on the command line: `nas.lan=/etc/ssl/nas.pem`.
struct TrustArgument: ExpressibleByArgument, Sendable, Hashable {
  let host: HostPattern
  /// The absolute path of a file in PEM format.
  let file: String

  /// The argument in a form that does not depend on the current folder.
  var text: String { "\(host)=\(file)" }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let host = try? HostPattern(parsing: String(parts[0])) else { return nil }
    self.host = host
    file = URL(filePath: String(parts[1])).standardizedFileURL.path
  }

  /// Checks that the file has a certificate: a connection that trusts none fails with words that say less.
  func validate() throws {
    let text = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
    guard text?.contains("-----BEGIN CERTIFICATE-----") == true else {
      throw ValidationError("'\(file)' is not a readable file with certificates in PEM format")
    }
  }
}

extension TrustedCertificates {
  /// The certificates that a command line names.
  init(_ arguments: [TrustArgument]) { self.init(arguments.map { Entry(host: $0.host, file: $0.file) }) }
}
