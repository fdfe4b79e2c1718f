import HTTPTypes
import Hummingbird
import TesseraAccess

/// Every route of the server: its method, its path, and who may use it.
///
/// A handler can only be added for one of these routes (``RouteRegistrar``), so there is no route without a rule.
enum Route: CaseIterable {
  // Pages and files
  case home, widgetPage, boardPage, clientFile, font
  // Accounts
  case signInPage, setUpPage, accountPage, signIn, signOut, setUp, session, changePassword, openLink
  case sessions, endSession, endOtherSessions
  case openIDStart, openIDCallback
  case signInCode, addSecondFactor, confirmSecondFactor, removeSecondFactor, replaceRecoveryCodes
  case passkeyChallenge, signInPasskey, passkeys, beginPasskey, addPasskey, removePasskey
  // Boards
  case boards, addBoard, removeBoard, editBoard, exportBoard, importBoard
  case tileSettings, tileCertificates, addBackground, background, siteIcon
  case library, install, preview, rollBackWidget, uninstall, catalogues, addCatalogue, removeCatalogue
  case cataloguePicture, places
  // Widgets
  case widgets, stream, makePresentation, makePresentations, presentation, sendEvents, sendFile
  case image, remoteImage, refresh, updates
  // Programs that watch the server
  case health, readiness, metrics
  // Services and apps
  case serviceSignIn, reload, webhook, groupFiles, groupFile, putGroupFile, removeGroupFile
  // Administration
  case adminPage, adminWidgets, restartWidget, stopWidget, startWidget
  case people, addPerson, setPersonRole, setBoardRole, setPersonPassword, removePerson, addLink, removeLink

  /// Who may use a route.
  enum Access: Hashable {
    /// All visitors, also before signing in.
    case everyone
    /// Visitors whom the server knows (``Visitor/isKnown``). Others are led to the sign-in page.
    case page
    /// Visitors whom the server knows. What the response contains depends on the visitor.
    case visitor
    /// Visitors with the role on the board in the path.
    case board(Role)
    /// Visitors with the role on the board of the tile in the path.
    case tile(Role)
    /// Visitors with the role on at least one board.
    case anyBoard(Role)
    /// Visitors with the role on shared boards.
    case sharedBoards(Role)
    /// Apps and services: the handler checks their token or signature.
    case token
  }

  var access: Access {
    switch self {
    case .home, .widgetPage, .boardPage: .page
    case .clientFile, .font: .everyone
    case .signInPage, .setUpPage, .signIn, .signOut, .setUp, .session, .openLink: .everyone
    // The handler of the second checks the provider's answer.
    case .openIDStart, .openIDCallback: .everyone
    // The body contains a token, which the handler checks.
    case .signInCode, .confirmSecondFactor: .everyone
    // The handler of the second checks the signature.
    case .passkeyChallenge, .signInPasskey: .everyone
    case .passkeys, .beginPasskey, .addPasskey, .removePasskey: .visitor
    case .accountPage: .page
    case .changePassword, .sessions, .endSession, .endOtherSessions: .visitor
    case .addSecondFactor, .removeSecondFactor, .replaceRecoveryCodes: .visitor
    case .boards: .visitor
    // A shared board needs the role 'edit', which the handler checks.
    case .addBoard: .anyBoard(.use)
    case .removeBoard: .board(.administer)
    // Stacks can be turned with this role. Other edits need 'edit', which the handler checks.
    case .editBoard: .board(.use)
    case .exportBoard, .importBoard: .board(.edit)
    case .tileSettings, .tileCertificates: .tile(.edit)
    case .addBackground, .siteIcon: .anyBoard(.edit)
    case .background: .visitor
    case .library, .preview, .places: .anyBoard(.edit)
    case .install, .rollBackWidget, .uninstall, .catalogues, .addCatalogue, .removeCatalogue, .cataloguePicture:
      .sharedBoards(.administer)
    // The handler checks each widget and board.
    case .widgets, .stream, .makePresentations: .visitor
    case .makePresentation, .presentation: .tile(.look)
    // A page tells its size by an event, so looking needs this route. The handler checks the other events.
    case .sendEvents: .tile(.look)
    case .sendFile: .tile(.use)
    case .image, .remoteImage: .tile(.look)
    case .refresh: .tile(.use)
    case .updates: .tile(.look)
    // The query contains a secret of the sign-in.
    case .serviceSignIn: .everyone
    case .health, .readiness: .everyone
    case .metrics: .token
    case .reload, .webhook, .groupFiles, .groupFile, .putGroupFile, .removeGroupFile: .token
    // The page says which role its data needs.
    case .adminPage: .page
    case .adminWidgets, .restartWidget, .stopWidget, .startWidget: .sharedBoards(.administer)
    case .people, .addPerson, .setPersonRole, .setBoardRole, .setPersonPassword, .removePerson, .addLink, .removeLink:
      .sharedBoards(.administer)
    }
  }

  /// Whether the route is that of a page, which other sites may link to.
  var isPage: Bool {
    access == .page || [.signInPage, .setUpPage, .openLink, .openIDCallback, .serviceSignIn].contains(self)
  }

  /// Whether a path is that of a page. Other than the router, this knows it before a handler is found.
  static func isPage(atPath path: String) -> Bool {
    let parts = path.split(separator: "/")
    return pages.contains { page in
      page.count == parts.count && zip(page, parts).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
    }
  }

  private static let pages = allCases.filter(\.isPage).map { $0.path.split(separator: "/") }

  var method: HTTPRequest.Method {
    switch self {
    case .home, .widgetPage, .boardPage, .clientFile, .font, .signInPage, .setUpPage, .accountPage, .session, .openLink,
      .boards, .exportBoard, .tileSettings, .tileCertificates, .background, .library, .preview, .widgets, .stream,
      .presentation, .image,
      .remoteImage, .updates, .serviceSignIn, .groupFiles, .groupFile, .health, .readiness, .metrics, .adminPage,
      .adminWidgets, .people, .openIDStart, .openIDCallback, .catalogues, .cataloguePicture, .places, .sessions,
      .passkeys:
      .get
    case .signIn, .signOut, .setUp, .changePassword, .endSession, .endOtherSessions,
      .addBoard, .removeBoard, .editBoard, .importBoard, .addBackground,
      .siteIcon, .addCatalogue, .removeCatalogue,
      .install, .rollBackWidget, .uninstall, .makePresentation, .makePresentations, .sendEvents, .sendFile, .refresh,
      .reload, .webhook,
      .restartWidget, .stopWidget,
      .startWidget, .addPerson, .setPersonRole, .setPersonPassword, .removePerson, .addLink, .removeLink,
      .signInCode, .addSecondFactor, .confirmSecondFactor, .removeSecondFactor, .replaceRecoveryCodes,
      .passkeyChallenge, .signInPasskey, .setBoardRole, .beginPasskey, .addPasskey, .removePasskey:
      .post
    case .putGroupFile: .put
    case .removeGroupFile: .delete
    }
  }

  var path: String {
    switch self {
    case .home: "/"
    case .widgetPage: "open/:widget"
    case .boardPage: "boards/:board/page"
    case .clientFile: "client/**"
    case .font: "fonts/:version/:file"
    case .signInPage, .signIn: "login"
    case .signOut: "logout"
    case .setUpPage, .setUp: "setup"
    case .accountPage: "account"
    case .session: "session"
    case .changePassword: "account/password"
    case .sessions: "account/sessions"
    case .endSession: "account/sessions/:session/remove"
    case .endOtherSessions: "account/sessions/remove-others"
    case .openLink: "links/:token"
    case .openIDStart: "openid/start"
    case .openIDCallback: "openid"
    case .signInCode: "login/code"
    case .confirmSecondFactor: "login/second-factor"
    case .addSecondFactor: "account/second-factor"
    case .removeSecondFactor: "account/second-factor/remove"
    case .replaceRecoveryCodes: "account/second-factor/recovery-codes"
    case .passkeyChallenge: "login/passkey/challenge"
    case .signInPasskey: "login/passkey"
    case .passkeys, .addPasskey: "account/passkeys"
    case .beginPasskey: "account/passkeys/begin"
    case .removePasskey: "account/passkeys/remove"
    case .boards, .addBoard: "boards"
    case .removeBoard: "boards/:board/remove"
    case .editBoard: "boards/:board/edits"
    case .exportBoard: "boards/:board/export"
    case .importBoard: "boards/:board/import"
    case .tileSettings: "tiles/:tile/settings"
    case .tileCertificates: "tiles/:tile/certificates"
    case .addBackground: "backgrounds"
    case .siteIcon: "site-icons"
    case .background: "backgrounds/:name"
    case .library, .install: "library"
    case .preview: "library/:kind/preview"
    case .rollBackWidget: "library/:kind/rollback"
    case .uninstall: "library/:kind/remove"
    case .catalogues, .addCatalogue: "catalogues"
    case .removeCatalogue: "catalogues/remove"
    case .cataloguePicture: "catalogues/:catalogue/pictures/:kind"
    case .places: "places"
    case .widgets: "widgets"
    case .stream: "events"
    case .makePresentation: "widgets/:widget/presentations"
    case .makePresentations: "presentations"
    case .presentation: "widgets/:widget/presentations/:presentation"
    case .sendEvents: "widgets/:widget/presentations/:presentation/events"
    case .sendFile: "widgets/:widget/presentations/:presentation/files/:view"
    case .image: "widgets/:widget/images/**"
    case .remoteImage: "widgets/:widget/remote-image"
    case .refresh: "widgets/:widget/refresh"
    case .updates: "widgets/:widget/updates"
    case .serviceSignIn: "sign-in"
    case .health: "healthz"
    case .readiness: "readyz"
    case .metrics: "metrics"
    case .reload: "reload"
    case .webhook: "webhooks/:tile/:signature"
    case .groupFiles: "groups/:group"
    case .groupFile, .putGroupFile, .removeGroupFile: "groups/:group/:file"
    case .adminPage: "admin"
    case .adminWidgets: "admin/widgets"
    case .restartWidget: "admin/widgets/:tile/restart"
    case .stopWidget: "admin/widgets/:tile/stop"
    case .startWidget: "admin/widgets/:tile/start"
    case .people, .addPerson: "admin/people"
    case .setPersonRole: "admin/people/:name/role"
    case .setBoardRole: "admin/people/:name/board-role"
    case .setPersonPassword: "admin/people/:name/password"
    case .removePerson: "admin/people/:name/remove"
    case .addLink: "admin/links"
    case .removeLink: "admin/links/:number/remove"
    }
  }
}
