import Foundation
import HummingbirdCore
import Logging
import ServiceLifecycle
import Synchronization
import TesseraBoardService
import TesseraValues

#if TLS
  import HummingbirdTLS
  import NIOCore
  import NIOSSL

  /// Encrypts connections (TLS 1.2 and 1.3), and reads the certificate again when its files change.
  final class ServerEncryption: Service {
    private let files: CertificateFiles
    private let logger: Logger
    private let loaded: Mutex<LoadedCertificate>

    private struct LoadedCertificate {
      var chain: [NIOSSLCertificateSource]
      var key: NIOSSLPrivateKeySource
      /// What the files were when they were read.
      var versions: [FileStamp?]
    }

    /// - Throws: A diagnostic if the files cannot be used.
    init(_ files: CertificateFiles, logger: Logger) throws(Diagnostic) {
      self.files = files
      self.logger = logger
      loaded = Mutex(try Self.load(files))
    }

    /// Returns a server that encrypts what another one sends.
    func server(over base: HTTPServerBuilder) throws -> HTTPServerBuilder {
      let first = loaded.withLock { $0 }
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: first.chain, privateKey: first.key)
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      // Each new connection gets the certificate of that moment.
      configuration.sslContextCallback = { [self] _, promise in
        var current = NIOSSLContextConfigurationOverride()
        loaded.withLock {
          current.certificateChain = $0.chain
          current.privateKey = $0.key
        }
        promise.succeed(current)
      }
      return try .tls(base, tlsConfiguration: configuration)
    }

    /// Reads the files again when they change, until the server stops. If the new ones cannot be used, the old ones stay.
    func run() async throws {
      await cancelWhenGracefulShutdown { [self] in
        for await _ in FileWatcher.changes(in: [files.certificate, files.key].map { .file($0) }) {
          guard Self.versions(of: files) != loaded.withLock({ $0.versions }) else { continue }
          // Of two files, one may be new already, and the other one not yet.
          if (try? reload()) == nil {
            try? await Task.sleep(for: .seconds(1))
            do { try reload() } catch { logger.error("\(error)") }
          }
        }
      }
    }

    private func reload() throws(Diagnostic) {
      do throws(Diagnostic) {
        let new = try Self.load(files)
        loaded.withLock { $0 = new }
      } catch {
        loaded.withLock { $0.versions = Self.versions(of: files) }
        throw error
      }
    }

    private static func versions(of files: CertificateFiles) -> [FileStamp?] {
      [files.certificate, files.key].map { FileStamp(path: $0, followsLinks: true) }
    }

    private static func load(_ files: CertificateFiles) throws(Diagnostic) -> LoadedCertificate {
      let versions = versions(of: files)
      do {
        let chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
        let loaded = LoadedCertificate(
          chain: chain.map { .certificate($0) }, key: .privateKey(key), versions: versions)
        // Refuses a key that belongs to another certificate.
        _ = try NIOSSLContext(
          configuration: .makeServerConfiguration(certificateChain: loaded.chain, privateKey: loaded.key))
        return loaded
      } catch {
        throw Diagnostic(
          rule: "certificate", message: "The certificate cannot be used: \(error)",
          fix: "Name a certificate and its key in PEM format, without a password, that the server may read"
        ).inFile(files.certificate)
      }
    }
  }
#else
  /// Stands for encryption in a build without it.
  struct ServerEncryption: Service {
    init(_ files: CertificateFiles, logger: Logger) throws(Diagnostic) {
      throw Diagnostic(
        rule: "no-tls", message: "This build of the server cannot speak HTTPS",
        fix: "Use the package, build with '--traits TLS', or put a proxy in front")
    }

    func server(over base: HTTPServerBuilder) throws -> HTTPServerBuilder { base }
    func run() async {}
  }
#endif
