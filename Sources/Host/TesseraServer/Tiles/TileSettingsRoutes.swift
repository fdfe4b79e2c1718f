import Hummingbird
import TesseraBoardService
import TesseraHTTPClient
import TesseraProtocol
import TesseraRuntime
import TesseraValues

/// The routes of the settings of one widget: its options, and what a person lets it reach.
struct TileSettingsRoutes: Sendable {
  let boards: BoardHost
  let library: WidgetLibrary

  func add(to routes: RouteRegistrar) {
    routes.on(.tileSettings) { request, context in
      try await respond(to: request, hasBody: false) { _ in
        let (options, values, name) = try await boards.settings(
          of: context.parameters.get("tile") ?? "", in: request.languages)
        let settings = WireFormat.settings(options, values: values, name: name)
        guard let hosts = await boards.hosts(of: context.parameters.get("tile") ?? "") else { return .json(settings) }
        let listed = await PrivateHostList.value(of: hosts, resolver: SystemHostResolver())
        return .json(.dictionary((settings.dictionary ?? [:]).merging(["hosts": listed]) { $1 }))
      }
    }
    routes.on(.tileCertificates) { _, context in
      let (servers, policy) = await boards.typedServers(of: context.parameters.get("tile") ?? "")
      let list = ServerCertificateList(transport: library.environment.transport)
      return .json(["servers": await list.value(of: servers, policy: policy)])
    }
  }
}
