import ArgumentParser
import Foundation
import TesseraBundles
import TesseraHTTPClient
import TesseraRuntime
import TesseraServices
import TesseraValues

/// The location of a widget as specified on the command line.
enum BundleArgument {
  /// Returns the source for a folder, an archive, a document or a URL. A remote archive is downloaded first.
  ///
  /// - Parameter sha256: The required checksum of an archive; nil accepts any archive.
  /// - Throws: `ValidationError` if nothing with that name exists, and exit code 1 if an archive cannot be obtained.
  static func source(_ text: String, sha256: String? = nil) async throws -> WidgetSource {
    let source = WidgetSource(text)
    if source.isRemoteArchive { return .archive(try await fetch(text, sha256: sha256)) }
    let local = try local(source, text)
    guard let sha256 else { return local }
    guard case .archive(let path) = local else { throw ValidationError("'--sha256' is for archives") }
    do throws(ServiceError) {
      try ArchiveDownload.check(URL(filePath: path), sha256)
    } catch {
      refuse(text, error)
      throw ExitCode(1)
    }
    return local
  }

  /// Opens a folder or an archive on this machine.
  /// - Throws: `ValidationError` for any other source.
  static func files(of source: WidgetSource) throws -> any BundleFiles {
    guard source.isBundle else {
      throw ValidationError("'\(source.text)' is not a bundle: specify a folder or an archive")
    }
    return TesseraCommand.extensions.bundleFormats.open(source)
  }

  private static func local(_ source: WidgetSource, _ text: String) throws -> WidgetSource {
    var isDirectory: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: text, isDirectory: &isDirectory)
    switch source {
    case .address: return source
    case .document where isThere && !isDirectory.boolValue: return source
    case .archive where isThere && !isDirectory.boolValue: return source
    case .folder where isThere && isDirectory.boolValue: return source
    // Folders and archives may have any name.
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
    throw ValidationError("The \(noun) '\(text)' does not exist")
  }

  /// Downloads an archive from the host that the user specified, even if that is this machine or in a local network.
  private static func fetch(_ address: String, sha256: String?) async throws -> String {
    guard let policy = HostPolicy(ofOwner: address) else {
      throw ValidationError("'\(address)' is not the address of an archive")
    }
    do throws(ServiceError) {
      return try await ArchiveDownload(folder: DataFolder.cache.appending(path: "archives"), transport: .shared)
        .file(at: address, policy: policy, sha256: sha256).path
    } catch {
      refuse(address, error)
      throw ExitCode(1)
    }
  }

  private static func refuse(_ text: String, _ error: ServiceError) {
    let words = error.message + (error.underlying.map { ": \($0)" } ?? "")
    StandardError.write([Diagnostic(rule: "download", file: text, message: words)])
  }
}
