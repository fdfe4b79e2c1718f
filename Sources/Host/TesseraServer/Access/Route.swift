import HTTPTypes
import Hummingbird
import TesseraAccess

/// Every route of the server: its method, its path, who may use it, and which host of a cluster answers it.
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

  private var row: Row {
    switch self {
    // Pages and files
    case .home: .page("/", for: .page, at: .boardInQuery)
    case .widgetPage: .page("open/:widget", for: .page, at: .tile)
    case .boardPage: .page("boards/:board/page", for: .page, at: .boardInQuery)
    // Pages of another version have scripts, styles and fonts of other names.
    case .clientFile: .get("client/**", for: .everyone, at: .firstSuccess)
    case .font: .get("fonts/:version/:file", for: .everyone, at: .firstSuccess)
    // Accounts
    case .signInPage: .page("login", for: .everyone, at: .anyHost)
    case .setUpPage: .page("setup", for: .everyone, at: .anyHost)
    case .accountPage: .page("account", for: .page, at: .anyHost)
    case .signIn: .post("login", for: .everyone, at: .anyHost)
    case .signOut: .post("logout", for: .everyone, at: .anyHost)
    case .setUp: .post("setup", for: .everyone, at: .anyHost)
    case .session: .get("session", for: .everyone, at: .anyHost)
    case .changePassword: .post("account/password", for: .visitor, at: .anyHost)
    case .openLink: .page("links/:token", for: .everyone, at: .anyHost)
    case .sessions: .get("account/sessions", for: .visitor, at: .anyHost)
    case .endSession: .post("account/sessions/:session/remove", for: .visitor, at: .anyHost)
    case .endOtherSessions: .post("account/sessions/remove-others", for: .visitor, at: .anyHost)
    case .openIDStart: .get("openid/start", for: .everyone, at: .anyHost)
    // The handler checks the provider's answer.
    case .openIDCallback: .page("openid", for: .everyone, at: .firstSuccess)
    // The bodies contain a token, which the handlers check.
    case .signInCode: .post("login/code", for: .everyone, at: .anyHost)
    case .confirmSecondFactor: .post("login/second-factor", for: .everyone, at: .anyHost)
    case .addSecondFactor: .post("account/second-factor", for: .visitor, at: .anyHost)
    case .removeSecondFactor: .post("account/second-factor/remove", for: .visitor, at: .anyHost)
    case .replaceRecoveryCodes: .post("account/second-factor/recovery-codes", for: .visitor, at: .anyHost)
    case .passkeyChallenge: .post("login/passkey/challenge", for: .everyone, at: .anyHost)
    // The handler checks the signature.
    case .signInPasskey: .post("login/passkey", for: .everyone, at: .anyHost)
    case .passkeys: .get("account/passkeys", for: .visitor, at: .anyHost)
    case .beginPasskey: .post("account/passkeys/begin", for: .visitor, at: .anyHost)
    case .addPasskey: .post("account/passkeys", for: .visitor, at: .anyHost)
    case .removePasskey: .post("account/passkeys/remove", for: .visitor, at: .anyHost)
    // Boards
    case .boards: .get("boards", for: .visitor, at: .anyHost)
    // A shared board needs the role 'edit', which the handler checks.
    case .addBoard: .post("boards", for: .anyBoard(.use), at: .anyHost)
    case .removeBoard: .post("boards/:board/remove", for: .board(.administer), at: .board)
    // Stacks can be turned with this role. Other edits need 'edit', which the handler checks.
    case .editBoard: .post("boards/:board/edits", for: .board(.use), at: .board)
    case .exportBoard: .get("boards/:board/export", for: .board(.edit), at: .board)
    case .importBoard: .post("boards/:board/import", for: .board(.edit), at: .board)
    case .tileSettings: .get("tiles/:tile/settings", for: .tile(.edit), at: .tile)
    case .tileCertificates: .get("tiles/:tile/certificates", for: .tile(.edit), at: .tile)
    case .addBackground: .post("backgrounds", for: .anyBoard(.edit), at: .firstBoard)
    case .background: .get("backgrounds/:name", for: .visitor, at: .firstBoard)
    case .siteIcon: .post("site-icons", for: .anyBoard(.edit), at: .anyHost)
    case .library: .get("library", for: .anyBoard(.edit), at: .boardInQuery)
    case .install: .post("library", for: .sharedBoards(.administer), at: .firstBoard)
    case .preview: .get("library/:kind/preview", for: .anyBoard(.edit), at: .anyHost)
    case .rollBackWidget: .post("library/:kind/rollback", for: .sharedBoards(.administer), at: .firstBoard)
    case .uninstall: .post("library/:kind/remove", for: .sharedBoards(.administer), at: .firstBoard)
    case .catalogues: .get("catalogues", for: .sharedBoards(.administer), at: .firstBoard)
    case .addCatalogue: .post("catalogues", for: .sharedBoards(.administer), at: .firstBoard)
    case .removeCatalogue: .post("catalogues/remove", for: .sharedBoards(.administer), at: .firstBoard)
    case .cataloguePicture:
      .get("catalogues/:catalogue/pictures/:kind", for: .sharedBoards(.administer), at: .firstBoard)
    case .places: .get("places", for: .anyBoard(.edit), at: .anyHost)
    // Widgets
    // The handlers of lists and streams check each widget and board.
    case .widgets: .get("widgets", for: .visitor, at: .mergedLists)
    case .stream: .get("events", for: .visitor, at: .stream)
    case .makePresentation: .post("widgets/:widget/presentations", for: .tile(.view), at: .tile)
    case .makePresentations: .post("presentations", for: .visitor, at: .tilesInBody)
    case .presentation: .get("widgets/:widget/presentations/:presentation", for: .tile(.view), at: .tile)
    // A page tells its size by an event, so looking needs this route. The handler checks the other events.
    case .sendEvents: .post("widgets/:widget/presentations/:presentation/events", for: .tile(.view), at: .tile)
    case .sendFile: .post("widgets/:widget/presentations/:presentation/files/:view", for: .tile(.use), at: .tile)
    case .image: .get("widgets/:widget/images/**", for: .tile(.view), at: .tile)
    case .remoteImage: .get("widgets/:widget/remote-image", for: .tile(.view), at: .tile)
    case .refresh: .post("widgets/:widget/refresh", for: .tile(.use), at: .tile)
    case .updates: .get("widgets/:widget/updates", for: .tile(.view), at: .tile)
    // Programs that watch the server
    case .health: .get("healthz", for: .everyone, at: .anyHost)
    case .readiness: .get("readyz", for: .everyone, at: .anyHost)
    case .metrics: .get("metrics", for: .token, at: .anyHost)
    // Services and apps
    // The query contains a secret of the sign-in.
    case .serviceSignIn: .page("sign-in", for: .everyone, at: .firstSuccess)
    case .reload: .post("reload", for: .token, at: .allHosts)
    case .webhook: .post("webhooks/:tile/:signature", for: .token, at: .tile)
    case .groupFiles: .get("groups/:group", for: .token, at: .firstBoard)
    case .groupFile: .get("groups/:group/:file", for: .token, at: .firstBoard)
    case .putGroupFile: .put("groups/:group/:file", for: .token, at: .firstBoard)
    case .removeGroupFile: .delete("groups/:group/:file", for: .token, at: .firstBoard)
    // Administration
    // The page says which role its data needs.
    case .adminPage: .page("admin", for: .page, at: .anyHost)
    case .adminWidgets: .get("admin/widgets", for: .sharedBoards(.administer), at: .mergedLists)
    case .restartWidget: .post("admin/widgets/:tile/restart", for: .sharedBoards(.administer), at: .tile)
    case .stopWidget: .post("admin/widgets/:tile/stop", for: .sharedBoards(.administer), at: .tile)
    case .startWidget: .post("admin/widgets/:tile/start", for: .sharedBoards(.administer), at: .tile)
    case .people: .get("admin/people", for: .sharedBoards(.administer), at: .anyHost)
    case .addPerson: .post("admin/people", for: .sharedBoards(.administer), at: .anyHost)
    case .setPersonRole: .post("admin/people/:name/role", for: .sharedBoards(.administer), at: .anyHost)
    case .setBoardRole: .post("admin/people/:name/board-role", for: .sharedBoards(.administer), at: .anyHost)
    case .setPersonPassword: .post("admin/people/:name/password", for: .sharedBoards(.administer), at: .anyHost)
    case .removePerson: .post("admin/people/:name/remove", for: .sharedBoards(.administer), at: .anyHost)
    case .addLink: .post("admin/links", for: .sharedBoards(.administer), at: .anyHost)
    case .removeLink: .post("admin/links/:number/remove", for: .sharedBoards(.administer), at: .anyHost)
    }
  }

  var method: HTTPRequest.Method { row.method }
  var path: String { row.path }
  var access: Access { row.access }
  var owner: Owner { row.owner }
  /// Whether the route is that of a page, which other sites may link to.
  var isPage: Bool { row.isPage }

  /// Whether a path is that of a page. Other than the router, this knows it before a handler is found.
  static func isPage(atPath path: String) -> Bool {
    let parts = path.split(separator: "/")
    return pages.contains { page in
      page.count == parts.count && zip(page, parts).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
    }
  }

  private static let pages = allCases.filter(\.isPage).map { $0.path.split(separator: "/") }

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

  /// The host of a cluster that answers a request.
  enum Owner: Hashable {
    /// Any: what it needs is the same everywhere.
    case anyHost
    /// The one with the board in the path.
    case board
    /// The one with the board of the tile in the path.
    case tile
    /// The one with the board in the query or in the path, or else with the first board that the visitor may see.
    case boardInQuery
    /// The one with the board, or else the tiles, in the query of a stream.
    case stream
    /// The one with the board of the tiles in the body.
    case tilesInBody
    /// The one with the first board, so that only one host changes what all share.
    case firstBoard
    /// Any that responds with success; all are asked.
    case firstSuccess
    /// All of them.
    case allHosts
    /// All of them: each lists what is on its boards.
    case mergedLists
  }

  /// A row of the table.
  private struct Row {
    var method: HTTPRequest.Method
    var path: String
    var access: Access
    var owner: Owner
    var isPage = false

    static func page(_ path: String, for access: Access, at owner: Owner) -> Row {
      Row(method: .get, path: path, access: access, owner: owner, isPage: true)
    }

    static func get(_ path: String, for access: Access, at owner: Owner) -> Row {
      Row(method: .get, path: path, access: access, owner: owner)
    }

    static func post(_ path: String, for access: Access, at owner: Owner) -> Row {
      Row(method: .post, path: path, access: access, owner: owner)
    }

    static func put(_ path: String, for access: Access, at owner: Owner) -> Row {
      Row(method: .put, path: path, access: access, owner: owner)
    }

    static func delete(_ path: String, for access: Access, at owner: Owner) -> Row {
      Row(method: .delete, path: path, access: access, owner: owner)
    }
  }
}
