import TesseraComponents
import TesseraServices
import TesseraValues
import TesseraViews

// Documents that are fetched, and those in data: of the screen itself, and of pieces of it.
extension ScreenController {
  /// Requests the document, and shows that it is loading.
  func fetch() {
    guard let source = definition.source else { return }
    let address = core.instance.absolute(source.value(in: scope, environment: core.templateEnvironment).description)
    let request = definition.request ?? ScreenRequest(url: address, headers: requestHeaders())
    self.address = request.url
    show(.loading)
    fetching = document(by: request, named: name) { [weak self] result in
      guard let self else { return }
      self.fetching = nil
      switch result {
      case .success(let definition):
        self.core.navigation.navigate { [weak self] in self?.arrive(definition) }
      case .failure(let error):
        self.core.alerts.recordProblem("\(address): \(error.message)")
        if let fallback = self.definition.fallback {
          let screen = self.screen(named: fallback)
          return self.core.navigation.navigate { [weak self] in self?.arrive(screen) }
        }
        self.show(.failed(error.message) { [weak self] in self?.fetch() })
      }
    }
  }

  /// Returns the header fields of a request: its own, and those of the format of the screen's document.
  func requestHeaders(with own: [String: Value] = [:]) -> [String: Value] {
    let names = Set(own.keys.map { $0.lowercased() })
    return definition.requestHeaders.filter { !names.contains($0.key.lowercased()) }.mapValues(Value.string)
      .merging(own) { $1 }
  }

  /// Requests a document.
  func document(
    by request: ScreenRequest, named name: String,
    then body: @escaping (Result<ScreenDefinition, ServiceError>) -> Void
  ) -> PendingOperations.ID {
    let instance = core.instance
    return operations.run(
      { () -> Result<ScreenDefinition, ServiceError> in
        do throws(ServiceError) {
          return .success(try await instance.screenLoader.screen(by: request, named: name))
        } catch {
          return .failure(error)
        }
      }, then: body)
  }

  /// Loads the screen from its document.
  private func arrive(_ definition: ScreenDefinition) {
    self.definition = definition
    removeViews()
    if definition.source == nil { return load() }
    // A fallback may be fetched, too. It has no fallback itself.
    self.definition.fallback = nil
    fetch()
  }

  /// Adds the screens of a piece to those that the document's actions can open.
  func adopt(screensOf piece: ScreenDefinition) {
    guard definition.ownScreens.count + piece.ownScreens.count <= Self.maximumOwnScreens else {
      return core.instance.log(.error, .navigation, "The components added to '\(name)' contain too many screens")
    }
    // The actions of the piece refer to its own screens.
    definition.ownScreens.merge(piece.ownScreens) { _, new in new }
  }

  /// The maximum number of screens that components from data bring with them. Further ones are ignored, and reported.
  private static let maximumOwnScreens = 1000

  /// A name for the next piece. Screens without names derive theirs from it.
  var nextPieceName: String {
    pieceCount += 1
    return "\(name) \(pieceCount)"
  }

  /// Fetches the content of a lazy view. If the screen is closed meanwhile, the content is discarded.
  func load(_ view: LazyView) {
    guard let address = view.address else { return }
    let request = ScreenRequest(url: core.instance.absolute(address), headers: requestHeaders())
    _ = document(by: request, named: request.url) { [weak self, weak view] result in
      guard let self, self.isLoaded, let view, view.address == address else { return }
      switch result {
      case .success(let definition):
        self.adopt(screensOf: definition)
        if self.add([definition.piece], to: view, .replace, in: self.scope(of: view) ?? self.scope) {
          view.emit(EventName(rawValue: "onSuccess"))
        } else {
          self.report("The screen has too many components")
        }
      case .failure(let error):
        self.core.alerts.recordProblem("\(request.url): \(error.message)")
        let event = EventName(rawValue: "onError")
        if view.handles(event) {
          view.emit(event, ["message": .string(error.message)])
        } else {
          self.report(error.message)
        }
      }
    }
  }

  /// Prefetches the screens that the document's actions declare.
  func prefetch() {
    for call in definition.prefetches {
      guard let url = call.attributes["url"]?.literal?.string,
        let request = ScreenRequest(call, of: self),
        core.instance.allows(address: url)
      else { continue }
      core.instance.screenLoader.prefetch(request)
    }
  }

  /// Returns the components in data: documents of components or screens. A document with errors becomes a placeholder.
  /// - Returns: nil if the data is not a list.
  func components(from data: Value) -> [Component]? {
    guard let documents = data.array else { return nil }
    return documents.prefix(Self.maximumPieces).map { document in
      let definition = core.instance.definition.surroundings.piece(JSONNode(document), of: nextPieceName)
      adopt(screensOf: definition)
      return definition.piece
    }
  }

  /// The maximum number of components in data. Further ones are ignored.
  private static let maximumPieces = 1000
}

extension ScreenDefinition {
  /// The component that is shown for a screen inside another one, with the contexts of its screen.
  var piece: Component {
    var piece = isWrapped ? view.children.first ?? view : view
    piece.contexts = contexts + piece.contexts
    return piece
  }
}

extension ScreenSurroundings {
  /// Reads the document of a component or a screen.
  fileprivate func piece(_ document: JSONNode, of screen: String) -> ScreenDefinition {
    var document = document
    if document["type"] != nil, document["view"] == nil {
      let range = document.range
      document = JSONNode(.object([JSONMember(name: "view", nameRange: range, value: document)]), range: range)
    }
    return read(document, named: screen, inFile: screen).screen
  }
}

extension ScreenRequest {
  /// The request of an action, if all of it is known before the action runs.
  fileprivate init?(_ call: ActionCall, of screen: ScreenController) {
    func literal(_ name: String) -> Value? { call.attributes[name].map { $0.literal } ?? .null }
    // A request without side effects is the only one that may be sent in advance.
    guard let url = literal("url")?.string, let method = literal("method"),
      method.isNull || method.string?.uppercased() == "GET", let headers = literal("headers"),
      let body = literal("body")
    else { return nil }
    self.init(
      url: screen.core.instance.absolute(url), method: method.string,
      headers: screen.requestHeaders(with: headers.dictionary ?? [:]), body: body)
  }
}
