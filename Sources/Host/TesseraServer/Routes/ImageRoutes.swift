import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TesseraBoardService
import TesseraValues

/// The routes of images, from bundles and from other servers.
struct ImageRoutes: Sendable {
  let boards: BoardHost

  func add(to routes: RouteRegistrar) {
    routes.on(.image) { request, context in
      guard let widget = await widget(context) else { return Self.missing }
      let path = context.parameters.getCatchAll().joined(separator: "/")
      let name = path.removingPercentEncoding ?? path
      // Images of compiled catalogues are decoded when they are read, which takes long.
      if let checksum = await widget.imageChecksum(named: name),
        let response = StaticFile.notModified(request, version: checksum.description)
      {
        return Self.restricted(response)
      }
      guard let image = await widget.image(named: name) else { return Self.missing }
      return Self.response(image, to: request)
    }
    routes.on(.remoteImage) { request, context in
      guard let widget = await widget(context), let address = request.uri.queryParameters["url"],
        boards.widgets.addresses(of: widget.id)?.contains(String(address)) == true
      else { return Self.missing }
      do {
        return Self.response(try await widget.remoteImage(url: String(address)), to: request)
      } catch {
        context.logger.debug("An image could not be loaded", metadata: ["error": "\(error)"])
        // Many sites have no icon, which is no failure that browsers should report.
        if SiteIconAddress.site(in: String(address)) != nil { return Response(status: .noContent) }
        return Response.problem(.badGateway, rule: "remote-image", message: "The image could not be loaded")
      }
    }
  }

  private func widget(_ context: ServerContext) async -> (any ServedWidget)? {
    guard let name = context.parameters.get("widget") else { return nil }
    return await boards.widget(name)
  }

  private static func response(_ image: ServedImage, to request: Request) -> Response {
    response(image.bytes, image.format, version: image.checksum.description, to: request)
  }

  /// Returns an image for a request, restricted to being shown.
  static func response(_ bytes: [UInt8], _ format: ImageFormat, version: String, to request: Request) -> Response {
    let file = StaticFile(bytes: bytes, contentType: format.contentType, version: version)
    return restricted(file.response(to: request))
  }

  /// Adds a content security policy that prevents an image from running scripts or loading anything. Browsers replace the
  /// policy of an image that they have by that of a response with status 304.
  private static func restricted(_ response: Response) -> Response {
    var response = response
    response.headers[.contentSecurityPolicy] = SecurityHeaders.picturePolicy
    return response
  }

  static var missing: Response {
    .problem(.notFound, rule: "unknown-image", message: "The image does not exist")
  }
}
