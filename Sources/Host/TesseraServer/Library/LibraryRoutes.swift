import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TesseraAccess
import TesseraBoard
import TesseraBoardService
import TesseraBundles
import TesseraCrypto
import TesseraProtocol
import TesseraRuntime
import TesseraValues
import TesseraViews

/// The routes of the widgets that can be added to boards: their list, their pictures, and their installation.
struct LibraryRoutes: Sendable {
  let boards: BoardHost
  let library: WidgetLibrary
  let catalogues: Catalogues
  let audit: AuditLog

  func add(to routes: RouteRegistrar) {
    routes.on(.library) { request, context in
      let query = request.uri.queryParameters
      let grid = query["grid"].flatMap { WireFormat.gridSize(from: $0) }
      let page = query["page"].map { PageID(rawValue: String($0)) }
      let board = query["board"].map { String($0) } ?? BoardHost.mainBoard
      guard context.visitor.role(on: board) != nil else { return .unknownBoard }
      let widgets = library.available
      let rules = widgets.map { TileRules($0.definition.bundle.manifest) }
      let fits: [Bool?] =
        if let grid { await boards.fits(Array(zip(widgets.map(\.id), rules)), on: page, of: board, grid) } else {
          widgets.map { _ in nil }
        }
      let installed = library.installedWidgets
      return Response.json(
        .array(
          widgets.indices.map {
            var members = Self.members(of: widgets[$0], rules[$0], fits: fits[$0], request.languages)
            members["installed"] = installed[widgets[$0].id].map { widget in
              .dictionary(widget.previousVersion.map { ["previousVersion": .string($0)] } ?? [:])
            }
            return .dictionary(members)
          }))
    }
    routes.on(.install) { request, context in
      let bytes = try await request.body.collect(upTo: WireFormat.maximumBundleSize)
      return try await respondToInstallation(request) {
        let (files, origin) = try await bundle(in: bytes.readableBytesView)
        if request.uri.queryParameters["preview"] == "true" {
          return .json(try Self.value(of: library.previewInstallation(of: files), Self.digest(of: files)))
        }
        if let agreed = request.uri.queryParameters["digest"], agreed != Self.digest(of: files) {
          return .problem(
            .conflict, rule: "bundle-changed", message: "The bundle is not the one that you were asked about. Try again"
          )
        }
        let (id, definition) = try library.install(files, from: origin)
        let version = definition.bundle.manifest.version.description
        audit.record(.widgetInstalled, by: context, ["widget": id, "version": version, "origin": origin])
        try await boards.renew(id, with: definition)
        return .json(
          ["id": .string(id), "name": .string(definition.bundle.manifest.name)], status: .created)
      }
    }
    routes.on(.rollBackWidget) { request, context in
      try await respondToInstallation(request) {
        let id = context.parameters.get("kind") ?? ""
        guard library.installedWidgets[id] != nil else { return .unknownWidget }
        try library.rollBack(id)
        audit.record(.widgetRolledBack, by: context, ["widget": id])
        await boards.refreshInstalled { context.logger.warning("\($0)") }
        return .json(["version": .string(library.definition(id)?.bundle.manifest.version.description ?? "")])
      }
    }
    routes.on(.uninstall) { request, context in
      let bytes = try await request.body.collect(upTo: WireFormat.maximumBodySize)
      return try await respondToInstallation(request) {
        let members = try WireFormat.object(from: bytes.readableBytesView, names: ["withData"])
        let id = context.parameters.get("kind") ?? ""
        let withData = members["withData"]?.bool == true
        // What an uninstalled widget left behind can be removed later.
        guard library.installedWidgets[id] != nil || withData && library.definition(id) == nil else {
          return .unknownWidget
        }
        try await boards.uninstall(id, withData: withData)
        audit.record(.widgetRemoved, by: context, ["widget": id, "data": withData ? "removed" : "kept"])
        return Response(status: .noContent)
      }
    }
    routes.on(.preview) { request, context in
      let query = request.uri.queryParameters
      let style = WidgetPreviewStyle(
        size: query["size"].flatMap { WireFormat.gridSize(from: $0) },
        scheme: query["scheme"].flatMap { ColorScheme(rawValue: String($0)) } ?? .light)
      guard let picture = await library.preview(of: context.parameters.get("kind") ?? "", style) else {
        return ImageRoutes.missing
      }
      return ImageRoutes.response(
        picture.bytes, picture.format, version: picture.checksum.description, to: request)
    }
  }

  /// Returns the bundle in the body of a request: an archive, files, the address of an archive, or the place of a widget
  /// in a catalogue.
  /// - Returns: Its files and its origin; nil if the body contains them.
  private func bundle(in body: ByteBufferView) async throws -> (files: any BundleFiles, origin: String?) {
    let decoding = library.environment.contentDecoding
    if ArchiveBundleFiles.isArchive(body) {
      return (ArchiveBundleFiles(bytes: Array(body), name: "archive", decoding: decoding), nil)
    }
    switch try WireFormat.installation(from: body) {
    case .files(let files): return (MemoryBundleFiles(files), nil)
    case .address(let address):
      let archive = try await catalogues.download(address)
      let origin = String(address.prefix { $0 != "?" && $0 != "#" })
      return (ArchiveBundleFiles(path: archive.path, decoding: decoding), origin)
    case .catalogue(let number, let widget):
      guard let listing = await catalogues.listing(number),
        let entry = listing.catalogue?.entries.first(where: { $0.manifest.id == widget })
      else { throw Diagnostic(rule: "unknown-widget", message: "The catalogue no longer lists this widget") }
      return (try await catalogues.files(of: entry, in: listing.location), listing.location.text)
    }
  }

  /// Returns a checksum of all files of a bundle. A bundle that is obtained again may be another one.
  private static func digest(of files: any BundleFiles) -> String {
    let limits = BundleLimits.standard
    let entries = files.list(limits: limits).entries.sorted { $0.path < $1.path }
    let parts = entries.map { entry in
      let bytes = (try? files.bytes(at: entry.path, limit: limits.totalBytes)) ?? []
      return "\(entry.path)\0\(HashFunction.sha256.digest(of: bytes).hexadecimalText)\n"
    }
    return HashFunction.sha256.digest(of: Array(parts.joined().utf8)).hexadecimalText
  }

  /// The most warnings about a bundle that a page is told.
  private static let maximumWarnings = 50

  private static func value(of preview: WidgetLibrary.InstallationPreview, _ digest: String) -> Value {
    let manifest = preview.definition.bundle.manifest
    var members: [String: Value] = [
      "id": .string(manifest.id), "name": .string(manifest.name), "version": .string(manifest.version.description),
      "access": WireFormat.value(of: preview.newAccess), "digest": .string(digest),
    ]
    let warnings = preview.definition.diagnostics.filter { $0.severity == .warning }
    members["warnings"] = .array(warnings.prefix(maximumWarnings).map { .string($0.description) })
    members["installedVersion"] = preview.installedVersion.map { .string($0.description) }
    return .dictionary(members)
  }

  private static func members(
    of widget: (id: String, definition: WidgetDefinition), _ rules: TileRules, fits: Bool?, _ languages: [String]
  ) -> [String: Value] {
    let manifest = widget.definition.bundle.manifest(in: languages)
    var members = WireFormat.members(of: manifest, id: widget.id, access: manifest.networkAccess)
    members["sizes"] = WireFormat.value(of: rules)
    members["fits"] = fits.map(Value.bool)
    let asked = manifest.options.filter(\.isAsked)
    if !asked.isEmpty {
      members["options"] = WireFormat.settings(asked, values: [:], name: manifest.name).value(at: "options")
    }
    return members
  }

  private func respondToInstallation(
    _ request: Request, _ body: () async throws -> Response
  ) async throws -> Response {
    do {
      return try await respond(to: request, hasBody: false) { _ in try await body() }
    } catch let refusal as InstalledWidgets.Failure where refusal.isBundle {
      return Response.problem(of: refusal.diagnostics)
    } catch let failure as InstalledWidgets.Failure {
      return Response.problem(.insufficientStorage, rule: "install", message: failure.diagnostics.first?.message ?? "")
    }
  }
}
