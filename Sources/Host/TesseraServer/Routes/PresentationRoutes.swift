import HTTPTypes
import Hummingbird
import TesseraAccess
import TesseraBoardService
import TesseraProtocol
import TesseraValues
import TesseraViews

/// The routes by which clients create presentations, watch them and send events.
struct PresentationRoutes: Sendable {
  let boards: BoardHost
  let updates: UpdateCoordinator?
  let registry: PresentationRegistry
  let configuration: ServerConfiguration

  func add(to routes: RouteRegistrar) {
    routes.on(.widgets) { _, context in
      var names: [Value] = []
      for (id, name) in await boards.names where await context.visitor.has(.look, onBoardOf: id, of: boards) {
        names.append(["id": .string(id), "name": .string(name)])
      }
      return .json(.array(names))
    }
    routes.on(.stream, use: watch)
    routes.on(.makePresentation, use: makePresentation)
    routes.on(.presentation) { request, context in
      guard try await session(context) != nil else { return Self.unknownPresentation }
      return Response(status: .noContent)
    }
    routes.on(.sendEvents, use: receiveEvents)
    routes.on(.sendFile, use: receiveFile)
  }

  @Sendable private func makePresentation(_ request: Request, _ context: ServerContext) async throws -> Response {
    let body = try await request.body.collect(upTo: WireFormat.maximumBodySize)
    // The widget is looked up after the body has arrived, because it may be removed meanwhile.
    guard let name = context.parameters.get("widget"), let widget = await widget(name) else {
      return .unknownWidget
    }
    do {
      let (size, place) = try WireFormat.window(from: body.readableBytesView)
      guard
        let token = try await registry.makePresentation(
          of: widget, size: size, place: place,
          languages: AcceptedLanguages.tags(in: request.headers[.acceptLanguage] ?? ""))
      else {
        return .problem(
          .serviceUnavailable, rule: "too-many-presentations", message: "The widget is open in too many places",
          retryAfter: 10)
      }
      guard await boards.hasTile(name) else {
        await registry.removeAll(ofWidget: name)
        return .unknownWidget
      }
      return Response.json(
        ["id": .string(token), "protocol": .integer(Int64(WireFormat.version))], status: .created)
    } catch is WidgetUnavailable {
      return Self.noAnswer
    } catch let diagnostic as Diagnostic {
      return Response.problem(diagnostic)
    }
  }

  /// Returns the widget of a tile, as a prepared widget if possible.
  private func widget(_ name: String) async -> (any ServedWidget)? {
    if let prepared = await updates?.preparedWidget(name) { return prepared }
    return await boards.widget(name)
  }

  /// The error for a widget that does not respond in time. It may still handle the request; repeated batches are
  /// handled once.
  private static var noAnswer: Response {
    .problem(
      .serviceUnavailable, rule: "no-answer", message: "The widget is not responding; other widgets are not affected",
      retryAfter: 10)
  }

  /// Streams the updates of all widgets on a page. Each has a parameter, `?watch=widget/presentation` or `…@revision`.
  @Sendable private func watch(_ request: Request, _ context: ServerContext) async throws -> Response {
    let names = request.uri.queryParameters.getAll("watch").map { String($0) }
    let board: WatchedBoard?
    do throws(Diagnostic) {
      board = try watchedBoard(request)
    } catch {
      return Response.problem(error)
    }
    let visitor = context.visitor
    if let board, await !boards.has(board.id) || visitor.role(on: board.id) == nil {
      return .unknownBoard
    }
    guard names.count <= Self.maximumWatched, !names.isEmpty || board != nil else {
      return Response.problem(
        .badRequest, rule: "wire-format", message: "A stream can watch 1 to \(Self.maximumWatched) presentations")
    }
    let seen = request.headers[.lastEventID].map { $0.split(separator: ",", omittingEmptySubsequences: false) } ?? []
    var presentations: [WatchedPresentation] = []
    var watched = Set([board?.id].compactMap(\.self))
    for (index, name) in names.enumerated() {
      let place = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      let parts = place[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
        return Response.problem(
          .badRequest, rule: "wire-format",
          message: "'watch' must be widget/presentation or widget/presentation@revision"
        )
      }
      guard await visitor.has(.look, onBoardOf: parts[0], of: boards) else {
        presentations.append(WatchedPresentation(widget: parts[0], token: parts[1], session: nil, revision: nil))
        continue
      }
      if visitor.kind != .anyone, let id = await boards.board(ofTile: parts[0]) { watched.insert(id) }
      // `Last-Event-ID` is newer than the revision in the URL.
      let revision = seen.count == names.count ? Int(seen[index]) : place.count == 2 ? Int(place[1]) : nil
      presentations.append(
        WatchedPresentation(
          widget: parts[0], token: parts[1], session: await registry.session(parts[1], ofWidget: parts[0]),
          revision: revision,
          addresses: boards.widgets.addresses(of: parts[0])))
    }
    return answer(
      request,
      with: EventStream(
        presentations: presentations, board: board, updates: updates, configuration: configuration,
        isPermitted: { [watched] in
          let current = context.currentVisitor()
          return current.isKnown && watched.allSatisfy { current.role(on: $0) == visitor.role(on: $0) }
        }))
  }

  /// Reads `?board=home@6x8`: a board, and the rows and columns of its grid.
  private func watchedBoard(_ request: Request) throws(Diagnostic) -> WatchedBoard? {
    guard let name = request.uri.queryParameters["board"] else { return nil }
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let grid = WireFormat.gridSize(from: parts[1]) else {
      throw Diagnostic(rule: "wire-format", message: "'board' must be board@ROWSxCOLUMNS")
    }
    return WatchedBoard(host: boards, id: String(parts[0]), grid: grid)
  }

  /// The maximum number of presentations in a stream.
  private static var maximumWatched: Int { 256 }

  private func answer(_ request: Request, with stream: EventStream) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        try await request.body.consumeWithCancellationOnInboundClose { _ in try await stream.write(to: &writer) }
        try await writer.finish(nil)
      })
  }

  @Sendable private func receiveEvents(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let session = try await session(context) else { return Self.unknownPresentation }
    let body = try await request.body.collect(upTo: WireFormat.maximumBodySize)
    do {
      let batch = try WireFormat.batch(from: body.readableBytesView)
      if !batch.events.allSatisfy(\.isLooking),
        await !context.visitor.has(.use, onBoardOf: context.parameters.get("widget") ?? "", of: boards)
      {
        return RouteRegistrar.forbidden(.use)
      }
      let isTaken: Void? = try await withTimeout(configuration.answerTime) { _ = try await session.receive(batch) }
      return isTaken == nil ? Self.noAnswer : Response(status: .noContent)
    } catch let diagnostic as Diagnostic {
      return Response.problem(diagnostic)
    } catch is PresentationSession.Overload {
      return Self.tooManyRequests
    }
  }

  /// Receives a file that the user chose. The body contains its bytes, and the URL its name and type.
  @Sendable private func receiveFile(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let session = try await session(context) else { return Self.unknownPresentation }
    guard let view = context.parameters.get("view").flatMap({ Int($0) }), (1...Int(Int32.max)).contains(view) else {
      return Response.problem(
        .badRequest, rule: "wire-format", message: "The last part of the path must be the number of a view")
    }
    let body = try await request.body.collect(upTo: PickedFile.greatestMaximumSize)
    let file = PickedFile(
      name: request.uri.queryParameters["name"].map { String($0) } ?? "",
      type: request.uri.queryParameters["type"].map { String($0) } ?? "", bytes: Array(body.readableBytesView))
    do {
      try await session.receive(file, for: ViewID(view))
    } catch {
      return Self.tooManyRequests
    }
    return Response(status: .noContent)
  }

  private func session(_ context: ServerContext) async throws -> PresentationSession? {
    guard let widget = context.parameters.get("widget"), let token = context.parameters.get("presentation") else {
      return nil
    }
    return await registry.session(token, ofWidget: widget)
  }

  private static var tooManyRequests: Response {
    .problem(
      .tooManyRequests, rule: "too-many-requests", message: "The widget has too many unhandled events",
      retryAfter: 1)
  }

  private static var unknownPresentation: Response {
    .problem(.notFound, rule: "unknown-presentation", message: "The presentation does not exist")
  }
}

extension ViewEvent {
  /// Whether the event only tells what the window shows, which is part of looking.
  fileprivate var isLooking: Bool {
    switch self {
    case .resize, .grid, .scroll: true
    default: false
    }
  }
}
