import HTTPTypes
import Hummingbird
import TesseraBoardService
import TesseraValues

/// The routes by which programs watch the server.
struct OperationRoutes: Sendable {
  let boards: BoardHost
  let cluster: ServerCluster
  let registry: PresentationRegistry
  let connections: ConnectionRegistry
  /// The metrics of the process; nil if none are collected.
  let metrics: PrometheusRegistry?
  /// Tells whether the disk takes writes; nil if nothing is written.
  let writeProbe: WriteProbe?
  /// The token that authenticates programs.
  let token: ServerToken

  func add(to routes: RouteRegistrar) {
    routes.on(.health) { _, _ in Self.text("ok\n") }
    routes.on(.readiness) { _, _ in
      if cluster.locator.problem != nil {
        // Strangers do not learn reasons.
        return .problem(.serviceUnavailable, rule: "not-ready", message: "This host takes no requests now")
      }
      // Strangers do not learn paths.
      if await boards.storeProblem != nil {
        return .problem(.serviceUnavailable, rule: "store-unavailable", message: "The boards cannot be stored")
      }
      if let failure = await writeProbe?.failure() {
        return .problem(.serviceUnavailable, rule: "store-unavailable", message: failure.message)
      }
      return Self.text("ok\n")
    }
    routes.on(.metrics) { request, _ in
      guard token.isIn(request) else { return ServerToken.refusal }
      guard let metrics else {
        return .problem(.notFound, rule: "no-metrics", message: "This server collects no metrics")
      }
      let counts = [
        ("tessera_connections", connections.count), ("tessera_presentations", await registry.count),
        ("tessera_widgets", await boards.names.count), ("tessera_boards", await boards.boards.count),
      ]
      let gauges = counts.map { MetricHelp.head(of: $0, kind: "gauge") + "\($0) \($1)\n" }.joined()
      let figures = cluster.figures().map {
        MetricHelp.head(of: $0.name, kind: $0.kind) + "\($0.name) \($0.value)\n"
      }.joined()
      return Self.text(
        metrics.text + gauges + figures + ProcessMetrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
    }
  }

  private static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
    Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
