import TesseraXcodeFiles

/// Reads storyboards that Xcode has not compiled.
package struct SourceStoryboardReader {
  private let source: SourceDocument
  private let file: String
  private var values: SourceValueReader { source.values }
  private var document = StoryboardDocument()

  /// Reads a storyboard.
  /// - Parameter file: Its path, for diagnostics.
  package static func read(_ source: SourceDocument, file: String) -> StoryboardDocument {
    var reader = SourceStoryboardReader(source: source, file: file)
    reader.readAll()
    return reader.document
  }

  /// Returns the view of a xib: that of the outlet `view` of its owner, else the first one; `nil` if it has none.
  package static func rootView(of source: SourceDocument) -> StoryboardView? {
    let objects = source.scenes.first ?? []
    let owner = objects.first { $0.isPlaceholder && $0["placeholderIdentifier"] == "IBFilesOwner" }
    let named = owner?.outlets.first { $0.name == "view" }?.destination
    let candidates = objects.filter { !$0.isPlaceholder && $0.frame != nil }
    var views = SourceViewReader(source)
    return (candidates.first { $0.id == named } ?? candidates.first).flatMap { views.view($0) }
  }

  private init(source: SourceDocument, file: String) { (self.source, self.file) = (source, file) }

  private mutating func readAll() {
    let initial = source.initialID
    document.entryPoint = initial.flatMap { source.objects[$0] }.map(key)
    let controllers = source.scenes.compactMap { scene in
      scene.first { $0["sceneMemberID"] == "viewController" }.map { (object: $0, scene: scene) }
    }
    // The entry point first, so that what it shows comes before the rest.
    let ordered = controllers.filter { $0.object.id == initial } + controllers.filter { $0.object.id != initial }
    for (object, scene) in ordered.prefix(StoryboardDocument.maximumControllers) {
      read(object, beside: scene.filter { !$0.isPlaceholder })
    }
  }

  /// Returns the name of a controller in a compiled storyboard.
  private func key(_ object: XMLTreeElement) -> String {
    object["storyboardIdentifier"] ?? "\(ViewTable.className(ofElement: object.name))-\(object.id ?? "")"
  }

  private func key(ofID id: String) -> String { source.objects[id].map(key) ?? id }

  /// - Parameter instances: The objects of the controller's scene.
  private mutating func read(_ object: XMLTreeElement, beside instances: [XMLTreeElement]) {
    let className = StoryboardClassName(
      ViewTable.className(ofElement: object.name), custom: object["customClass"])
    var controller = StoryboardController(key: key(object), id: object.id ?? "", className: className, file: file)
    var views = SourceViewReader(source)
    controller.storyboardIdentifier = object["storyboardIdentifier"]
    let sharesIdentifier = object.boolean("useStoryboardIdentifierAsRestorationIdentifier") == true
    controller.restorationIdentifier =
      object["restorationIdentifier"] ?? (sharesIdentifier ? controller.storyboardIdentifier : nil)
    controller.title = title(of: object)
    controller.modalPresentation = object["modalPresentationStyle"]
    controller.outlets = object.outlets
    let view = object.object("view") ?? object.object("tableView") ?? object.object("collectionView")
    controller.view = view.flatMap { views.view($0) }
    controller.objects = objects(instances, views)
    var recognizers = Dictionary(
      instances.compactMap { item in item.id.map { ($0, item) } }, uniquingKeysWith: { first, _ in first })
    if let view = controller.view { controller.view = attaching(&recognizers, to: view, &views) }
    if let item = object.object("navigationItem") { controller.navigationItem = navigationItem(item, &views) }
    controller.tabItem = object.object("tabBarItem").map { barItem($0, &views) }
    _ = views.actions(of: object)
    controller.kind = StoryboardController.Kind(className, showing: relationships(of: object))
    if case .navigation = controller.kind { controller.bar = bar(of: object) }
    controller.segues = views.segues.flatMap { segues($0.source, $0.segue) }
    document.controllers.append(controller)
  }

  /// Returns a view in which gestures do what their recognizers send.
  private func attaching(
    _ recognizers: inout [String: XMLTreeElement], to view: StoryboardView, _ views: inout SourceViewReader
  ) -> StoryboardView {
    var result = view
    for outlet in view.outlets where outlet.name == "gestureRecognizers" {
      if let recognizer = recognizers.removeValue(forKey: outlet.destination) {
        result.actions += views.actions(of: recognizer)
      }
    }
    result.subviews = view.subviews.map { attaching(&recognizers, to: $0, &views) }
    return result
  }

  /// Returns the objects of a scene that are neither views nor gestures.
  private func objects(_ instances: [XMLTreeElement], _ views: SourceViewReader) -> [StoryboardObject] {
    instances.compactMap { instance in
      guard instance.name == "customObject", let id = instance.id else { return nil }
      var object = StoryboardObject(id: id, className: StoryboardClassName("NSObject", custom: instance["customClass"]))
      object.attributes = views.attributes(of: instance)
      object.outlets = instance.outlets
      return object
    }
  }

  private func title(of object: XMLTreeElement) -> StoryboardValue? {
    object["title"].map { object.localized($0, as: "title") }
  }

  private func relationships(of object: XMLTreeElement) -> [String] {
    let found = object.connections.filter { $0["kind"] == "relationship" }.map { segue in
      (key: key(ofID: segue["destination"] ?? ""), isDetail: segue["relationship"] == "detailViewController")
    }
    // The order of the file says nothing of the sides of a split controller.
    return (found.filter { !$0.isDetail } + found.filter(\.isDetail)).map(\.key)
  }

  private func segues(_ source: XMLTreeElement, _ segue: XMLTreeElement) -> [StoryboardSegue] {
    let kind = segue["kind"] ?? ""
    guard kind != "relationship" else { return [] }
    var result = StoryboardSegue(id: segue.id ?? "", kind: WordTable.segueKinds[kind] ?? .custom)
    result.identifier = segue["identifier"]
    if result.kind != .unwind { result.destination = key(ofID: segue["destination"] ?? "") }
    result.presentation = result.kind == .embed ? source.id : segue["modalPresentationStyle"]
    // Pressing the source hard shows the destination in advance.
    guard segue.children(named: "segue").contains(where: { $0["key"] == "preview" }) else { return [result] }
    var preview = result
    (preview.id, preview.kind) = ("\(result.id)-preview", .preview)
    return [result, preview]
  }

  // MARK: Bars

  private func bar(of object: XMLTreeElement) -> StoryboardBarAppearance {
    var appearance = StoryboardBarAppearance()
    appearance.isHidden = object.boolean("navigationBarHidden") ?? false
    guard let bar = object.object("navigationBar") else { return appearance }
    appearance.isBlack = ["black", "blackTranslucent", "blackOpaque"].contains(bar["barStyle"])
    appearance.tint = bar.color("tintColor").flatMap { values.color($0) }
    appearance.barTint = bar.color("barTintColor").flatMap { values.color($0) }
    appearance.titleColor = bar.record("titleTextAttributes")?.color("textColor").flatMap { values.color($0) }
    return appearance
  }

  private func navigationItem(_ object: XMLTreeElement, _ views: inout SourceViewReader) -> StoryboardNavigationItem {
    var item = StoryboardNavigationItem()
    item.title = title(of: object)
    item.prompt = object["prompt"]
    item.hidesBackButton = object.boolean("hidesBackButton") ?? false
    item.backTitle =
      object.object("backBarButtonItem").flatMap { title(of: $0) } ?? object["backButtonTitle"].map { .text($0) }
    item.titleView = object.object("titleView").flatMap { views.view($0) }
    item.leftItems = (object.objects("leftBarButtonItem") + object.objects("leftBarButtonItems")).map {
      barItem($0, &views)
    }
    // The first of several stands outermost.
    item.rightItems = (object.objects("rightBarButtonItem") + object.objects("rightBarButtonItems")).reversed().map {
      barItem($0, &views)
    }
    return item
  }

  private func barItem(_ object: XMLTreeElement, _ views: inout SourceViewReader) -> StoryboardBarItem {
    var item = StoryboardBarItem(id: object.id ?? "")
    item.title = title(of: object)
    item.image = values.image("image", of: object)
    item.systemItem = object["systemItem"]
    item.isEnabled = object.boolean("enabled") ?? true
    item.isProminent = object["style"] == "done"
    item.tint = object.color("tintColor").flatMap { values.color($0) }
    item.attributes = views.attributes(of: object)
    item.actions = views.actions(of: object)
    item.customView = (object.object("customView") ?? object.object("view")).flatMap { views.view($0) }
    return item
  }
}
