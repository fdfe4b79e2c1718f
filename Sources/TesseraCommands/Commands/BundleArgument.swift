import ArgumentParser
import Foundation
import TesseraBundles
import TesseraServices
import TesseraValues

/// Where a widget is, as it is named on the command line.
enum BundleArgument {
  /// What can be read of a folder, an archive, a document or an address. An archive that is kept elsewhere is fetched first.
  ///
  /// - Parameter sha256: what the checksum of a fetched archive has to be; nil for anything.
  /// - Throws: `ValidationError` where there is nothing of the name, and exit code 1 where an archive cannot be had.
  static func source(_ text: String, sha256: String? = nil) async throws -> WidgetSource {
    let source = WidgetSource(text)
    if source.isRemoteArchive { return .archive(try await fetch(text, sha256: sha256)) }
    var isDirectory: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: text, isDirectory: &isDirectory)
    switch source {
    case .address: return source
    case .document where isThere && !isDirectory.boolValue: return source
    case .archive where isThere && !isDirectory.boolValue: return source
    case .folder where isThere && isDirectory.boolValue: return source
    // Folders may have any name, and so may archives.
    case .archive where isDirectory.boolValue: return .folder(text)
    case .folder where isThere: return .archive(text)
    default: break
    }
    let noun =
      switch source {
      case .document: "document"
      case .archive: "archive"
      default: "folder"
      }
    throw ValidationError("There is no \(noun) '\(text)'")
  }

  /// Fetches an archive from the host that a person named, even if that is this machine or one of the networks around it.
  private static func fetch(_ address: String, sha256: String?) async throws -> String {
    guard let host = HostAuthority(ofAddress: address) else {
      throw ValidationError("'\(address)' is no address of an archive")
    }
    var policy = HostPolicy.none
    // Archives are often kept elsewhere than they are asked for.
    policy.allowsAnyHost = true
    policy.allowsPrivateAddresses = host.host == "localhost" || NetworkAddress(host.host)?.scope == .private
    do throws(ServiceError) {
      return try await ArchiveDownload(folder: DataFolder.cache.appending(path: "archives"))
        .file(at: address, policy: policy, sha256: sha256).path
    } catch {
      StandardError.write([
        Diagnostic(
          rule: "download", file: address, message: error.message + (error.underlying.map { ": \($0)" } ?? ""))
      ])
      throw ExitCode(1)
    }
  }
}
