import TesseraComponents
import TesseraServices
import TesseraValues
import TesseraViews

/// Pieces of a screen that are documents of their own: fetched ones, and those that data brings.
extension ScreenController {
  /// Fetches what a view stands for, and puts it into its place. Nothing comes of it once the screen is closed.
  func load(_ view: LazyView) {
    guard let address = view.address else { return }
    let request = ScreenRequest(url: core.instance.absolute(address))
    _ = document(by: request, named: request.url) { [weak self, weak view] result in
      guard let self, self.isLoaded, let view, view.address == address else { return }
      switch result {
      case .success(let definition):
        self.adopt(screensOf: definition)
        if self.add([definition.piece], to: view, .replace, in: self.place(of: view) ?? self.scope) {
          view.emit(EventName(rawValue: "onSuccess"))
        } else {
          self.report("The screen has too many components already")
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

  /// Asks for the screens that the document's actions may open, where it says so.
  func prefetch() {
    for call in definition.prefetches {
      guard let url = call.attributes["url"]?.literal?.string,
        let request = ScreenRequest(call, instance: core.instance),
        core.instance.allows(address: url)
      else { continue }
      core.instance.screenLoader.prefetch(request)
    }
  }

  /// Components that data brings: documents of components or screens. What cannot be read says so in its place.
  /// - Returns: nil for what is no list.
  func components(from data: Value) -> [Component]? {
    guard let documents = data.array else { return nil }
    return documents.prefix(Self.maximumPieces).map { document in
      let definition = core.instance.definition.surroundings.piece(JSONNode(document), of: nextPieceName)
      adopt(screensOf: definition)
      return definition.piece
    }
  }

  /// The most components that data brings at once.
  private static let maximumPieces = 1000
}

extension ScreenDefinition {
  /// What of a screen takes a place in another: a component stands for itself, and brings the data of its screen along.
  var piece: Component {
    var piece = isWrapped ? view.children.first ?? view : view
    piece.contexts = contexts + piece.contexts
    return piece
  }
}

extension ScreenSurroundings {
  /// Reads the document of a component, or of a screen.
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
  fileprivate init?(_ call: ActionCall, instance: Instance) {
    func literal(_ name: String) -> Value? { call.attributes[name].map { $0.literal } ?? .null }
    // A request without side effects is the only one that may be sent in advance.
    guard let url = literal("url")?.string, let method = literal("method"),
      method.isNull || method.string?.uppercased() == "GET", let headers = literal("headers"),
      let body = literal("body")
    else { return nil }
    self.init(
      url: instance.absolute(url), method: method.string, headers: headers.dictionary ?? [:], body: body)
  }
}
