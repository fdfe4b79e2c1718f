import HTTPTypes
import Hummingbird
import TesseraValues

/// A file with a media type and an entity tag, by which browsers validate their caches.
struct StaticFile: Sendable {
  let bytes: [UInt8]
  let contentType: String
  let cacheControl: String
  let tag: String

  /// - Parameters:
  ///   - cacheControl: The caching policy. By default, browsers store the file and revalidate it with each use.
  ///   - version: Identifies the version of the file; nil for a checksum, which takes time linear in the number of
  ///     bytes.
  init(bytes: [UInt8], contentType: String, cacheControl: String = "no-cache", version: String? = nil) {
    self.bytes = bytes
    self.contentType = contentType
    self.cacheControl = cacheControl
    self.tag = "\"\(version ?? Checksum(of: bytes).description)\""
  }

  /// Returns the file, or status 304 if the request contains its entity tag.
  func response(to request: Request) -> Response {
    let known = EntityTags(request.headers[.ifNoneMatch])?.contains(tag)
    let headers: HTTPFields = [.eTag: tag, .cacheControl: cacheControl]
    guard known != true else { return Response(status: .notModified, headers: headers) }
    var response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    response.headers[.contentType] = contentType
    return response
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
}
