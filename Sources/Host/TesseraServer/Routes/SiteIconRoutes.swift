import Hummingbird
import TesseraAccess
import TesseraBoardService
import TesseraProtocol
import TesseraRuntime
import TesseraServices
import TesseraValues

/// The route by which people who add an icon get the picture that its site has.
struct SiteIconRoutes: Sendable {
  let library: WidgetLibrary
  let configuration: ServerConfiguration

  func add(to routes: RouteRegistrar) {
    routes.on(.siteIcon) { request, context in
      let body = try await request.body.collect(upTo: WireFormat.maximumBodySize)
      do throws(Diagnostic) {
        let members = try WireFormat.object(from: body.readableBytesView, names: ["address"])
        guard let address = members["address"]?.string else {
          throw Diagnostic(rule: "wire-format", message: "'address' must be a string")
        }
        return await icon(of: address, for: context.visitor.sharedRole == .administer, request)
      } catch {
        return .problem(error)
      }
    }
  }

  /// - Parameter isAdministrator: Whether the person may let the server reach its own network.
  private func icon(of address: String, for isAdministrator: Bool, _ request: Request) async -> Response {
    let finder = SiteIconFinder(
      transport: library.environment.transport, decoding: library.environment.contentDecoding)
    do {
      let image = try await withTimeout(configuration.responseTimeout) {
        try await finder.icon(of: address, allowsPrivateAddresses: isAdministrator)
      }
      guard let image else {
        return .problem(.gatewayTimeout, rule: "site-icon", message: "The site does not answer in time")
      }
      return ImageRoutes.response(image.bytes, image.format, version: image.checksum.description, to: request)
    } catch {
      let message = (error as? ServiceError)?.message ?? "The site cannot be reached"
      return .problem(.badGateway, rule: "site-icon", message: message)
    }
  }
}
