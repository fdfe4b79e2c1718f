import HTTPTypes
import Hummingbird
import NIOCore
import TesseraServices

/// The route to which services redirect the user after signing in.
struct SignInRoutes: Sendable {
  static let path = "sign-in"

  let callbacks: SignInCallbacks

  func add(to router: Router<some RequestContext>) {
    router.get("\(Self.path)") { request, _ in
      // The page does not report success, because the widget has yet to request its tokens.
      return callbacks.receive(query: request.uri.query ?? "")
        ? Self.page(.ok, "Back to your widget", "You can close this page. The widget continues on its own.")
        : Self.page(
          .notFound, "Sign-in expired", "The sign-in was cancelled or took too long. Start again in the widget."
        )
    }
  }

  private static func page(_ status: HTTPResponse.Status, _ title: String, _ text: String) -> Response {
    let html = """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/client/icon.svg"><title>\(title)</title></head>
      <body><h1>\(title)</h1><p>\(text)</p></body>
      </html>

      """
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }
}
