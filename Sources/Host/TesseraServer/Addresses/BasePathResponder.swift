import Hummingbird

/// Removes the base path from requests before their route is looked for, so that no route knows it.
struct BasePathResponder<Responder: HTTPResponder>: HTTPResponder {
  let basePath: BasePath
  let responder: Responder

  func respond(to request: Request, context: Responder.Context) async throws -> Response {
    guard basePath != .root, let path = request.head.path else {
      return try await responder.respond(to: request, context: context)
    }
    // The cookie's path, and the page's own addresses, end with a slash.
    if path == basePath.text {
      return Response(status: .permanentRedirect, headers: [.location: basePath.address(of: "/")])
    }
    var head = request.head
    head.path = basePath.removed(from: path)
    return try await responder.respond(to: Request(head: head, body: request.body), context: context)
  }
}
