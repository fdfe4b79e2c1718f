import HTTPTypes
import Hummingbird
import NIOCore
import TesseraAccess
import TesseraBoardService
import TesseraProtocol
import TesseraRuntime
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
      for (id, name) in await boards.names where await context.visitor.has(.view, onBoardOf: id, of: boards) {
        names.append(["id": .string(id), "name": .string(name)])
      }
      return .json(.array(names))
    }
    routes.on(.stream, use: watch)
    routes.on(.makePresentation, use: makePresentation)
    routes.on(.makePresentations, use: makePresentations)
    routes.on(.presentation) { request, context in
      guard await session(context) != nil else { return Self.unknownPresentation }
      return Response(status: .noContent)
    }
    routes.on(.sendEvents, use: receiveEvents)
    routes.on(.sendFile, use: receiveFile)
  }

  @Sendable private func makePresentation(_ request: Request, _ context: ServerContext) async throws -> Response {
    let body = try await request.body.collect(upTo: WireFormat.maximumBodySize)
    let languages = request.languages
    do {
      let window = try WireFormat.window(from: body.readableBytesView, languages)
      let widget = context.parameters.get("widget") ?? ""
      let id = try await makePresentation(of: widget, in: window)
      return .json(["id": .string(id), "protocol": .integer(Int64(WireFormat.version))], status: .created)
    } catch let refusal as Refusal {
      return refusal.response
    } catch let diagnostic as Diagnostic {
      return Response.problem(diagnostic)
    }
  }

  /// Creates the presentations of all widgets of a page. Each line of the response answers for one of them, as soon as
  /// the widget has answered, so that no widget waits for another.
  @Sendable private func makePresentations(_ request: Request, _ context: ServerContext) async throws -> Response {
    let body = try await request.body.collect(upTo: WireFormat.maximumBodySize)
    let languages = request.languages
    let windows: [(widget: String, window: DrawingWindow)]
    do throws(Diagnostic) {
      windows = try WireFormat.windows(from: body.readableBytesView, languages, maximum: Self.maximumWatched)
    } catch {
      return Response.problem(error)
    }
    let visitor = context.visitor
    let lines = ResponseBody { writer in
      try await withThrowingTaskGroup(of: String.self) { group in
        for (index, (widget, window)) in windows.enumerated() {
          group.addTask { await line(index, widget, window, visitor) }
        }
        for try await line in group { try await writer.write(ByteBuffer(string: line)) }
      }
      try await writer.finish(nil)
    }
    var shown: Set<String> = []
    for (widget, _) in windows {
      if let board = await boards.board(ofTile: widget) { shown.insert(board) }
    }
    return Response(
      status: .ok, headers: [.contentType: "application/x-ndjson"], body: sent(lines, of: shown, to: context))
  }

  /// Returns a body that is sent only while the visitor has the same rights on boards, and while this host has them. Then
  /// the client finds out what is left, or finds the host that has the boards, which can be this one in another epoch.
  private func sent(_ body: ResponseBody, of shown: Set<String>, to context: ServerContext) -> ResponseBody {
    let isPermitted = context.permission(on: shown)
    let epochs = shown.map { (board: $0, epoch: boards.epoch(of: $0)) }
    return body.sent(on: context.channel) { [boards] in
      isPermitted() && epochs.allSatisfy { $0.epoch != nil && boards.epoch(of: $0.board) == $0.epoch }
    }
  }

  /// Creates one of several presentations, and returns the response as a line.
  private func line(_ index: Int, _ widget: String, _ window: DrawingWindow, _ visitor: Visitor) async -> String {
    var status = HTTPResponse.Status.created
    let body: String
    do {
      guard await visitor.has(.view, onBoardOf: widget, of: boards) else { throw Refusal.unknownWidget }
      let id = try await makePresentation(of: widget, in: window)
      body = #"{"id":"\#(id)","protocol":\#(WireFormat.version)\#(await firstUpdate(of: widget, id))}"#
    } catch {
      let refusal = error as? Refusal ?? .failure
      status = refusal.status
      body = JSONText.text(of: ["error": ["rule": .string(refusal.rule), "message": .string(refusal.message)]])
    }
    return #"{"index":\#(index),"status":\#(status.code),"body":\#(body)}"# + "\n"
  }

  /// Returns the members `revision` and `update` with the first tree of a presentation, so that a page needs no stream to
  /// show it. Returns an empty text if the widget takes long; the stream brings the tree then.
  private func firstUpdate(of widget: String, _ id: String) async -> String {
    guard let session = await registry.session(id, ofWidget: widget) else { return "" }
    let first = try? await withTimeout(Self.firstUpdateTime) {
      var updates = await session.updates(after: nil).makeAsyncIterator()
      return await updates.next()
    }
    guard let update = first ?? nil else { return "" }
    boards.widgets.addresses(of: widget)?.record(update)
    return #","revision":\#(update.revision),"update":\#(WireFormat.text(of: update))"#
  }

  /// How long the response about a presentation waits for its first tree. The stream brings a later one.
  private static var firstUpdateTime: Duration { .seconds(1) }

  /// Creates a presentation, and returns its token.
  /// - Throws: A ``Refusal``, or a diagnostic.
  private func makePresentation(of name: String, in window: DrawingWindow) async throws -> String {
    // The widget is looked up after the body has arrived, because it may be removed meanwhile.
    let changes = await boards.changeCount(of: name)
    guard let widget = await widget(name) else {
      // Its data cannot be read now, perhaps because the board moves to another host.
      let isKnown = await boards.hasTile(name)
      throw boards.isShared && isKnown ? Refusal.noResponse : Refusal.unknownWidget
    }
    do {
      guard let token = try await registry.makePresentation(of: widget, in: window) else { throw Refusal.tooMany }
      guard await boards.hasTile(name) else {
        await registry.removeAll(ofWidget: name)
        throw Refusal.unknownWidget
      }
      // An administrator stopped or started the widget meanwhile.
      guard await boards.changeCount(of: name) == changes else {
        await registry.removeAll(ofWidget: name)
        throw Refusal.noResponse
      }
      return token
    } catch is WidgetUnavailable {
      throw Refusal.noResponse
    }
  }

  /// Returns the widget of a tile, as a prepared widget if possible.
  private func widget(_ name: String) async -> (any ServedWidget)? {
    if let prepared = await updates?.preparedWidget(name) { return prepared }
    return await boards.widget(name)
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
    var shown = Set([board?.id].compactMap(\.self))
    for (index, name) in names.enumerated() {
      let halves = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
        return Response.problem(
          .badRequest, rule: "wire-format",
          message: "'watch' must be widget/presentation or widget/presentation@revision"
        )
      }
      guard await visitor.has(.view, onBoardOf: parts[0], of: boards) else {
        presentations.append(WatchedPresentation(widget: parts[0], token: parts[1], session: nil, revision: nil))
        continue
      }
      if let id = await boards.board(ofTile: parts[0]) { shown.insert(id) }
      // `Last-Event-ID` is newer than the revision in the URL.
      let revision = seen.count == names.count ? Int(seen[index]) : halves.count == 2 ? Int(halves[1]) : nil
      presentations.append(
        WatchedPresentation(
          widget: parts[0], token: parts[1], session: await registry.session(parts[1], ofWidget: parts[0]),
          revision: revision,
          addresses: boards.widgets.addresses(of: parts[0])))
    }
    var response = Self.streamResponse(
      to: request,
      with: EventStream(
        presentations: presentations, board: board, updates: updates, configuration: configuration,
        isPermitted: context.permission(on: shown)))
    response.body = sent(response.body, of: shown, to: context)
    return response
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

  /// The maximum number of presentations in a stream. A request for more is answered with 400.
  private static var maximumWatched: Int { 256 }

  private static func streamResponse(to request: Request, with stream: EventStream) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        try await request.body.consumeWithCancellationOnInboundClose { _ in try await stream.write(to: &writer) }
        try await writer.finish(nil)
      })
  }

  @Sendable private func receiveEvents(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let session = await session(context) else { return Self.unknownPresentation }
    let body = try await request.body.collect(upTo: WireFormat.maximumBodySize)
    let batch: EventBatch
    do throws(Diagnostic) {
      batch = try WireFormat.batch(from: body.readableBytesView)
    } catch {
      return Response.problem(error)
    }
    if !batch.events.allSatisfy(\.isLooking),
      await !context.visitor.has(.use, onBoardOf: context.parameters.get("widget") ?? "", of: boards)
    {
      return RouteGate.forbidden(.use)
    }
    do {
      let isTaken: Void? = try await withTimeout(configuration.responseTimeout) { _ = try await session.receive(batch) }
      guard isTaken != nil else { return Refusal.noResponse.response }
      return await response(from: session, context)
    } catch let error as PresentationSession.ReceiveError {
      return await response(from: session, context, error)
    }
  }

  /// Receives a file that the user chose. The body contains its bytes, and the URL its name and type.
  @Sendable private func receiveFile(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let session = await session(context) else { return Self.unknownPresentation }
    guard let view = context.parameters.get("view").flatMap({ Int($0) }), (1...Int(Int32.max)).contains(view) else {
      return Response.problem(
        .badRequest, rule: "wire-format", message: "The last part of the path must be the number of a view")
    }
    let body = try await request.body.collect(upTo: PickedFile.greatestMaximumSize)
    let file = PickedFile(
      name: request.uri.queryParameters["name"].map { String($0) } ?? "",
      type: request.uri.queryParameters["type"].map { String($0) } ?? "", bytes: Array(body.readableBytesView))
    do throws(PresentationSession.ReceiveError) {
      try await session.receive(file, for: ViewID(view))
      return await response(from: session, context)
    } catch {
      return await response(from: session, context, error)
    }
  }

  /// Returns the response to what a session received.
  private func response(
    from session: PresentationSession, _ context: ServerContext, _ error: PresentationSession.ReceiveError? = nil
  ) async -> Response {
    if error == .overload { return Self.tooManyRequests }
    // A presentation that was closed in the middle may have done nothing. The page sends its events to the next one.
    guard await self.session(context) === session else { return Self.unknownPresentation }
    return error == nil ? Response(status: .noContent) : Refusal.stopped.response
  }

  private func session(_ context: ServerContext) async -> PresentationSession? {
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

/// Why a widget does not do what a page asks for.
private struct Refusal: Error {
  var status: HTTPResponse.Status
  var rule: String
  var message: String
  var retryAfter: Int?

  var response: Response { .problem(status, rule: rule, message: message, retryAfter: retryAfter) }

  static let unknownWidget = Refusal(status: .notFound, rule: "unknown-widget", message: "The widget does not exist")
  static let tooMany = Refusal(
    status: .serviceUnavailable, rule: "too-many-presentations", message: "The widget is open in too many places",
    retryAfter: 10)
  /// The widget does not respond in time. It may still handle the request; repeated batches are handled once.
  static let noResponse = Refusal(
    status: .serviceUnavailable, rule: "no-answer",
    message: "The widget is not responding; other widgets are not affected", retryAfter: 10)
  /// The widget was stopped before it had handled what the page sent. Sending it again would stop it again, if that was the
  /// reason.
  static let stopped = Refusal(
    status: .conflict, rule: "widget-stopped",
    message: "The widget was stopped before it had done this; it may not be done")
  static let failure = Refusal(status: .internalServerError, rule: "failed", message: "The widget cannot be shown")
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
