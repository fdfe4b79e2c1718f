import HTTPTypes

/// The host of a cluster that answers a request.
enum RouteOwner: Hashable {
  /// Any: what it needs is the same everywhere.
  case anyHost
  /// The one with the board in the path.
  case board
  /// The one with the board of the tile in the path.
  case tile
  /// The one with the board in the query or in the path, or else with the first board that the visitor may see.
  case shownBoard
  /// The one with the board, or else the tiles, in the query of a stream.
  case stream
  /// The one with the board of the tiles in the body.
  case tilesInBody
  /// The one with the first board, so that only one host changes what all share.
  case firstBoard
  /// Any that knows the answer; all are asked.
  case whoKnows
  /// All of them.
  case allHosts
  /// All of them: each lists what is on its boards.
  case listOfAll
}

extension Route {
  var owner: RouteOwner {
    switch self {
    case .home, .boardPage, .library: .shownBoard
    case .widgetPage, .tileSettings, .tileCertificates, .makePresentation, .presentation, .sendEvents, .sendFile,
      .image, .remoteImage, .refresh, .updates, .webhook, .restartWidget, .stopWidget, .startWidget:
      .tile
    case .removeBoard, .editBoard, .exportBoard, .importBoard: .board
    case .stream: .stream
    case .makePresentations: .tilesInBody
    case .install, .rollBackWidget, .uninstall, .catalogues, .addCatalogue, .removeCatalogue, .cataloguePicture,
      .addBackground, .background, .groupFiles, .groupFile, .putGroupFile, .removeGroupFile:
      .firstBoard
    // Pages of another version have scripts, styles and fonts of other names.
    case .clientFile, .font, .serviceSignIn, .openIDCallback: .whoKnows
    case .reload: .allHosts
    case .widgets, .adminWidgets: .listOfAll
    case .signInPage, .setUpPage, .accountPage, .signIn, .signOut, .setUp, .session,
      .changePassword, .sessions, .endSession, .endOtherSessions, .openLink, .openIDStart, .boards, .addBoard,
      .siteIcon, .preview, .places, .health, .readiness, .metrics, .adminPage, .people, .addPerson, .setPersonRole,
      .setPersonPassword, .removePerson, .addLink, .removeLink, .signInCode, .addSecondFactor, .confirmSecondFactor,
      .removeSecondFactor, .replaceRecoveryCodes, .setBoardRole, .passkeyChallenge, .signInPasskey, .passkeys,
      .beginPasskey, .addPasskey, .removePasskey:
      .anyHost
    }
  }

  /// Whether a response holds only if the host still has the board: the route lets widgets of the board change something,
  /// and its handler does not wait for the place where that is kept.
  var needsBoardUntilAnswer: Bool { method == .post && [.tile, .tilesInBody].contains(owner) }
}
