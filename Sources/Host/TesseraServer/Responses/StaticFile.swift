import HTTPTypes
import Hummingbird
import Synchronization
import TesseraValues

/// A file with a media type and an entity tag, by which browsers validate their caches.
struct StaticFile: Sendable {
  let bytes: [UInt8]
  let contentType: String
  let cacheControl: String
  let tag: String
  private let compression: Compression?

  /// The policy for an address that contains the version of its file: the content behind it never changes.
  static var immutable: String { "public, max-age=31536000, immutable" }

  private static let defaultCacheControl = "no-cache"

  /// - Parameters:
  ///   - cacheControl: The caching policy. By default, browsers store the file and revalidate it with each use.
  ///   - version: Identifies the version of the file; nil for a checksum, which takes time linear in the number of
  ///     bytes.
  ///   - isCompressible: Whether compression makes the file much smaller; nil for what holds for its type.
  init(
    bytes: [UInt8], contentType: String, cacheControl: String = defaultCacheControl, version: String? = nil,
    isCompressible: Bool? = nil
  ) {
    self.bytes = bytes
    self.contentType = contentType
    self.cacheControl = cacheControl
    self.tag = "\"\(version ?? Checksum(of: bytes).description)\""
    let isCompressible = isCompressible ?? MediaTypes.isCompressible(contentType)
    compression = isCompressible && bytes.count > 1000 ? Compression() : nil
  }

  /// Returns the file, compressed if the client accepts that, or status 304 if the request contains its entity tag.
  func response(to request: Request) -> Response {
    let known = EntityTags(request.headers[.ifNoneMatch])
    let compressed = Gzip.isAccepted(by: request.headers[.acceptEncoding]) ? compression?.bytes(of: bytes) : nil
    // Each encoding has a strong tag of its own (RFC 9110, section 8.8.3.3).
    let tag = compressed == nil ? self.tag : "\(self.tag.dropLast())-gzip\""
    var headers: HTTPFields = [.eTag: tag, .cacheControl: cacheControl]
    if compression != nil { headers[.vary] = "Accept-Encoding" }
    guard known?.contains(tag) != true else { return Response(status: .notModified, headers: headers) }
    headers[.contentType] = contentType
    if compressed != nil { headers[.contentEncoding] = "gzip" }
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: compressed ?? bytes)))
  }

  /// Returns status 304 if the client has a version of a file, which then need not be made; nil otherwise.
  static func notModified(_ request: Request, version: String) -> Response? {
    let tag = "\"\(version)\""
    guard EntityTags(request.headers[.ifNoneMatch])?.contains(tag) == true else { return nil }
    return Response(
      status: .notModified, headers: [.eTag: tag, .cacheControl: defaultCacheControl, .vary: "Accept-Encoding"])
  }

  /// The compressed bytes, from the first request for them on.
  private final class Compression: Sendable {
    private let result = Mutex<[UInt8]??>(nil)

    func bytes(of file: [UInt8]) -> [UInt8]? {
      result.withLock { result in
        if let result { return result }
        let compressed = Gzip.compressed(file)
        result = .some(compressed)
        return compressed
      }
    }
  }
}

/// The media types of served files, by extension.
enum MediaTypes {
  static func type(ofFile name: String) -> String {
    let ending = name.split(separator: ".").last ?? ""
    return switch ending {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "json": "application/json"
    case "otf": "font/otf"
    case "ttf": "font/ttf"
    default: ImageFormat(fileExtension: ending)?.contentType ?? "application/octet-stream"
    }
  }

  /// Whether files of a type become much smaller by compression.
  static func isCompressible(_ type: String) -> Bool {
    type.hasPrefix("text/") || ["application/json", "image/svg+xml"].contains(type)
  }
}
