import HTTPTypes
import Hummingbird
import NIOCore
import TesseraServices

/// The route to which services redirect the user after signing in.
struct ServiceSignInRoutes: Sendable {
  static let path = Route.serviceSignIn.path

  let callbacks: SignInCallbacks

  func add(to routes: RouteRegistrar) {
    routes.on(.serviceSignIn) { request, _ in
      // The page does not report success, because the widget has yet to request its tokens.
      return callbacks.receive(query: request.uri.query ?? "")
        ? Response.notice(.ok, "Back to your widget", "You can close this page. The widget continues on its own.")
        : Response.notice(
          .notFound, "Sign-in expired", "The sign-in was cancelled or took too long. Start again in the widget."
        )
    }
  }
}
