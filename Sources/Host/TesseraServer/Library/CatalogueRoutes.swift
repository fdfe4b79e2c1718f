import Hummingbird
import NIOCore
import TesseraAccess
import TesseraBoardService
import TesseraBundles
import TesseraProtocol
import TesseraRuntime
import TesseraValues

/// The routes of the catalogues from which people install widgets.
struct CatalogueRoutes: Sendable {
  let library: WidgetLibrary
  let catalogues: Catalogues
  let audit: AuditLog

  func add(to routes: RouteRegistrar) {
    routes.on(.catalogues) { request, _ in
      let listings = await catalogues.all()
      let installed = library.installedWidgets
      return .json(
        .array(
          listings.map { listing in
            let entries = listing.catalogue?.entries ?? []
            return [
              "name": .string(listing.catalogue?.name ?? listing.location.text),
              "address": listing.isAdded ? .string(listing.location.text) : .null,
              "problems": .array(listing.problems.prefix(5).map { .string($0.message) }),
              "widgets": .array(
                entries.compactMap { value(of: $0, in: listing.location, installed, request.languages) }),
            ]
          }))
    }
    routes.on(.addCatalogue) { request, context in
      try await respond(to: request) { body in
        let address = try Self.address(in: body)
        let name = try await catalogues.add(address)
        audit.record(.catalogueAdded, by: context, ["catalogue": address])
        return .json(["name": .string(name)], status: .created)
      }
    }
    routes.on(.removeCatalogue) { request, context in
      try await respond(to: request) { body in
        let address = try Self.address(in: body)
        try await catalogues.remove(address)
        audit.record(.catalogueRemoved, by: context, ["catalogue": address])
        return Response(status: .noContent)
      }
    }
    routes.on(.cataloguePicture) { request, context in
      let number = context.parameters.get("catalogue").flatMap { Int($0) }
      guard let listing = await catalogues.listing(number ?? -1),
        let entry = listing.catalogue?.entries.first(where: { $0.manifest.id == context.parameters.get("kind") }),
        let picture = await catalogues.picture(of: entry, in: listing.location)
      else { return ImageRoutes.missing }
      return ImageRoutes.response(
        picture.bytes, picture.format, version: picture.checksum.description, to: request)
    }
  }

  /// Reads a body such as `{"address": "https://example.org/catalogue.json"}`.
  private static func address(in body: ByteBufferView) throws(Diagnostic) -> String {
    try WireFormat.object(from: body, names: ["address"])["address"]?.string ?? ""
  }

  /// Returns what a catalogue offers; nil for a widget that another place than this catalogue provides.
  private func value(
    of entry: Catalogue.Entry, in location: CatalogueLocation, _ installed: [String: InstalledWidgets.Widget],
    _ languages: [String]
  ) -> Value? {
    let manifest = entry.outline.manifest(in: languages)
    let present = library.definition(manifest.id)?.bundle
    if present != nil {
      // An update comes from where the widget came from, because it gets the widget's data and secrets.
      guard let widget = installed[manifest.id], [nil, location.text].contains(widget.origin) else { return nil }
    }
    let access = entry.manifest.networkAccess.exceeding(present?.manifest.networkAccess)
    var members = WireFormat.members(of: manifest, id: manifest.id, access: access)
    members["hasPicture"] = .bool(entry.picture != nil)
    members["installedVersion"] = present.map { .string($0.manifest.version.description) }
    members["isNewer"] = present.map { .bool($0.manifest.version < manifest.version) }
    return .dictionary(members)
  }
}
