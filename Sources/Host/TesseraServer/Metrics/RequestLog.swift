import Hummingbird
import Logging

/// Logs each request at the level `info`: its method, route, status, duration and number, and no values of it: paths and
/// queries can contain secrets.
///
/// The number is also in the response's field `X-Request-Id`, so that people can name the request of a problem.
struct RequestLog: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var response: Response
    do {
      response = try await next(request, context)
    } catch let error as any HTTPResponseError {
      response = try error.response(from: request, context: context)
    }
    response.headers[.requestID] = context.id
    let time = start.duration(to: .now) / .milliseconds(1)
    context.logger.info(
      "Request",
      metadata: [
        "method": "\(request.method)", "route": "\(context.endpointPath ?? "none")",
        "status": "\(response.status.code)", "milliseconds": "\((time * 10).rounded() / 10)",
      ])
    return response
  }
}
