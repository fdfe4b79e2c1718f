import Foundation
import TesseraTestSupport
import Testing

/// An `openssl s_server` on a free port of the loopback interface, with a self-signed certificate for one name.
final class TLSServer: Sendable {
  let port: Int
  /// The path of the certificate, which is its own certificate authority.
  let certificate: String
  private let process: Process
  private let folder: URL

  /// - Parameters:
  ///   - name: The host name in the certificate.
  ///   - mode: `-www` to respond to each request with a page, `-rev` to return each line reversed.
  static func start(name: String, mode: String) async throws -> TLSServer {
    try await onThread { try TLSServer(name: name, mode: mode) }
  }

  private init(name: String, mode: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    certificate = folder.appending(path: "certificate.pem").path
    let key = folder.appending(path: "key.pem").path
    let status = try exitStatus(
      ofCommand: Self.openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-keyout", key, "-out", certificate,
      ])
    try #require(status == 0)

    process = Process()
    process.executableURL = URL(filePath: Self.openssl)
    process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, mode]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = Pipe()
    try process.run()
    var text = ""
    while text.firstMatch(of: /ACCEPT \S*:(\d+)/) == nil {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    port = try #require(text.firstMatch(of: /ACCEPT \S*:(\d+)/).flatMap { Int($0.1) })
  }

  deinit {
    process.terminate()
    try? FileManager.default.removeItem(at: folder)
  }

  private static let openssl = "/usr/bin/openssl"
}

/// Runs blocking code on a thread of its own, because the thread pool of tasks is small and others wait for it.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
  }
}
