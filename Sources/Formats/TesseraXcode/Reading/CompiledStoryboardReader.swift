package import TesseraValues
package import TesseraXcodeFiles

/// Reads a compiled storyboard: a folder with a nib for each controller and for each controller's view.
package struct CompiledStoryboardReader {
  /// Returns the content of a nib by its name without extension; `nil` if there is none.
  package typealias NibLoader = (String) -> Result<ArchivedObjects, XcodeFileError>?

  /// The greatest number of views of all controllers, which is that of a widget here.
  private static let maximumViews = 20_000
  /// The greatest depth of controllers in controllers.
  private static let maximumDepth = 8

  private let load: NibLoader
  private let folder: String
  private let nibNames: [String: String]
  private var document = StoryboardDocument()
  private var diagnostics: [Diagnostic] = []
  private var remainingViews = maximumViews

  /// Reads a storyboard.
  /// - Parameters:
  ///   - folder: The path of the storyboard, for diagnostics.
  ///   - nibNames: The names of the controllers' nibs by the identifiers of the controllers.
  package static func read(
    folder: String, entryPoint: String?, nibNames: [String: String], load: @escaping NibLoader
  ) -> (document: StoryboardDocument, diagnostics: [Diagnostic]) {
    var reader = CompiledStoryboardReader(folder: folder, nibNames: nibNames, load: load)
    reader.readAll(entryPoint: entryPoint)
    return (reader.document, reader.diagnostics)
  }

  private init(folder: String, nibNames: [String: String], load: @escaping NibLoader) {
    (self.folder, self.nibNames, self.load) = (folder, nibNames, load)
  }

  private mutating func readAll(entryPoint: String?) {
    document.entryPoint = entryPoint
    // The entry point first, so that what it shows comes before the rest.
    let keys = (entryPoint.map { [$0] } ?? []) + nibNames.keys.filter { $0 != entryPoint }.sorted()
    for key in keys { readController(key) }
  }

  private mutating func objects(_ name: String) -> NibObjects? {
    switch load(name) {
    case .success(let graph): return NibObjects(graph, name: name)
    case .failure(let error):
      report(.error, "interface-file", "\(name).nib", "The nib cannot be read: \(error.reason)")
    case nil: report(.error, "interface-file", "\(name).nib", "The storyboard names this nib, but lacks it")
    }
    return nil
  }

  private mutating func report(_ severity: Diagnostic.Severity, _ rule: String, _ file: String, _ message: String) {
    diagnostics.append(Diagnostic(severity, rule: rule, file: "\(folder)/\(file)", message: message))
  }

  /// The nibs that were read, or could not be.
  private var attempted: Set<String> = []

  private mutating func readController(_ key: String) {
    guard let name = nibNames[key], document.controller(key) == nil,
      attempted.count < StoryboardDocument.maximumControllers, attempted.insert(key).inserted,
      let nib = objects(name)
    else { return }
    let reader = NibViewReader(nib, external: [:])
    let scene = reader.ownersOutlets.first { $0.name == "sceneViewController" }?.destination
    let tops = nib.references("UINibTopLevelObjectsKey", of: nib.graph.root).filter {
      nib.archivedClass(of: $0) != "UIProxyObject"
    }
    guard let index = tops.first(where: { nib.id($0) == scene }) ?? tops.first else {
      return report(.error, "interface-file", "\(name).nib", "The nib contains no view controller")
    }
    read(index, key: key, of: reader, depth: 0)
  }

  /// Reads a controller of a nib, and those inside it.
  private mutating func read(_ index: Int, key: String, of reader: NibViewReader, depth: Int) {
    let nib = reader.nib
    guard document.controller(key) == nil, document.controllers.count < StoryboardDocument.maximumControllers,
      depth < Self.maximumDepth
    else { return }
    var controller = StoryboardController(
      key: key, id: nib.id(index), className: nib.className(of: index), file: "\(folder)/\(nib.name).nib")
    controller.storyboardIdentifier = nib.text("UIStoryboardIdentifier", of: index)
    controller.restorationIdentifier = nib.text("UIRestorationIdentifier", of: index)
    controller.title = title(of: index, nib)
    controller.outlets = reader.outlets(of: index)
    controller.modalPresentation = presentation(of: index, nib)
    controller.segues = segues(of: index, nib)
    // Its place among the others is before those inside it.
    document.controllers.append(controller)
    let controllerIndex = document.controllers.count - 1
    let children = nib.references("UIViewControllers", of: index)
    let inner = (children.isEmpty ? nib.references("UIChildViewControllers", of: index) : children).map { child in
      let childKey = self.key(of: child, nib)
      if nibNames[childKey] != nil, nibNames[childKey] != nib.name {
        readController(childKey)
      } else {
        read(child, key: childKey, of: reader, depth: depth + 1)
      }
      return childKey
    }
    controller.kind = StoryboardController.Kind(controller.className, showing: inner)
    if case .navigation = controller.kind { controller.bar = bar(of: index, nib) }
    if let item = nib.reference("UITabBarItem", of: index) {
      controller.tabItem = barItem(item, reader, names: SystemItemTable.tabNames)
    }
    if let item = nib.reference("UINavigationItem", of: index) {
      controller.navigationItem = navigationItem(item, reader)
    }
    if controller.kind == .content { controller.objects = objects(of: reader) }
    readView(of: index, reader, into: &controller)
    document.controllers[controllerIndex] = controller
  }

  /// Returns the key of a controller inside another one: its identifier, else the part of its nib's name before the
  /// view's.
  private func key(of index: Int, _ nib: NibObjects) -> String {
    if let identifier = nib.text("UIStoryboardIdentifier", of: index) { return identifier }
    let name = nib.text("UINibName", of: index) ?? ""
    guard let range = name.firstRange(of: "-view-") else { return "\(nib.name)-\(index)" }
    let className = nib.className(of: index).base
    return "\(className)-\(name[..<range.lowerBound])"
  }

  private mutating func readView(of index: Int, _ reader: NibViewReader, into controller: inout StoryboardController) {
    let nib = reader.nib
    if let name = nib.text("UINibName", of: index) {
      guard let objects = objects(name) else { return }
      var placeholders: NibViewReader.ExternalObjects = [:]
      for entry in nib.entries("UIExternalObjectsTableForViewLoading", of: index) {
        placeholders[entry.key] = nib.reference(entry.value).map { reader.resolve($0) }
      }
      placeholders["IBFilesOwner"] = nib.id(index)
      let limit = min(remainingViews, NibViewReader.maximumViews)
      var viewReader = NibViewReader(objects, external: placeholders, maximumViews: limit)
      controller.view = viewReader.rootView()
      remainingViews -= limit - viewReader.remainingViews
      let external = viewReader.externalOutlets
      for index in controller.objects.indices {
        controller.objects[index].outlets += external[controller.objects[index].id] ?? []
      }
      controller.outlets += (external[nib.id(index)] ?? []).filter { $0.name != "view" }
      // An embedded controller is connected to its place.
      for index in controller.segues.indices where controller.segues[index].kind == .embed {
        let outlet = external[controller.segues[index].id]?.first { $0.name == "containerView" }
        controller.segues[index].presentation = outlet?.destination
      }
      diagnostics += viewReader.diagnostics.map { $0.inFile("\(folder)/\(name).nib") }
    } else if let view = nib.reference("UIView", of: index) {
      diagnostics += reader.diagnostics.map { $0.inFile(controller.file) }
      controller.view = innerView(view, reader)
    }
  }

  /// Returns the objects of a scene that code of the app or of WidgetKit defines, and that are neither controllers nor
  /// views.
  private func objects(of reader: NibViewReader) -> [StoryboardObject] {
    let nib = reader.nib
    return nib.references("UINibObjectsKey", of: nib.graph.root).compactMap { index in
      let className = nib.className(of: index)
      guard className.base == "NSObject", className.custom != nil else { return nil }
      var object = StoryboardObject(id: nib.id(index), className: className)
      object.outlets = reader.outlets(of: index)
      object.attributes = reader.attributes(of: index)
      return object
    }
  }

  private func title(of index: Int, _ nib: NibObjects) -> StoryboardValue? {
    nib.value("UITitle", of: index).flatMap { NibValueReader(nib: nib).text($0) }
  }

  // MARK: Segues

  private static let segueKinds: [(String, StoryboardSegue.Kind)] = [
    ("Previewing", .preview), ("ShowDetail", .showDetail), ("Show", .show), ("Push", .show), ("Replace", .showDetail),
    ("Popover", .popover), ("Modal", .present), ("Present", .present), ("Embed", .embed), ("Unwind", .unwind),
  ]

  /// `UIModalPresentationStyle` in the words of Interface Builder.
  private static let presentations: [Int64: String] = [
    0: "fullScreen", 1: "pageSheet", 2: "formSheet", 7: "popover",
  ]

  private func presentation(of index: Int, _ nib: NibObjects) -> String? {
    nib.integer("UIModalPresentationStyle", of: index).flatMap { Self.presentations[$0] }
  }

  private func segues(of index: Int, _ nib: NibObjects) -> [StoryboardSegue] {
    let keys = [
      "UIStoryboardSegueTemplates", "UIStoryboardPreviewSegueTemplates", "UIStoryboardCommitSegueTemplates",
    ]
    return keys.flatMap { nib.references($0, of: index) }.map { template in
      let className = nib.archivedClass(of: template)
      var segue = StoryboardSegue(
        id: nib.id(template), kind: Self.segueKinds.first { className.contains($0.0) }?.1 ?? .custom)
      segue.identifier = nib.text("UIIdentifier", of: template)
      segue.destination = nib.text("UIDestinationViewControllerIdentifier", of: template)
      segue.presentation = presentation(of: template, nib)
      return segue
    }
  }

  // MARK: Bars

  private func bar(of index: Int, _ nib: NibObjects) -> StoryboardBarAppearance {
    var appearance = StoryboardBarAppearance()
    appearance.isHidden = nib.boolean("UINavigationBarHidden", of: index) ?? false
    guard let bar = nib.reference("UINavigationBar", of: index) else { return appearance }
    let values = NibValueReader(nib: nib)
    appearance.isBlack = (nib.integer("UIBarStyle", of: bar) ?? 0) > 0
    appearance.tint = nib.value("UITintColor", of: bar).flatMap { values.color($0) }
    appearance.barTint = nib.value("UIBarTintColor", of: bar).flatMap { values.color($0) }
    for entry in nib.entries("UINavigationBarTitleTextAttributes", of: bar)
      + nib.entries("UITitleTextAttributes", of: bar)
    where entry.key == "NSColor" || entry.key == "UITextAttributeTextColor" {
      appearance.titleColor = values.color(entry.value)
    }
    return appearance
  }

  /// The maximum number of items at one end of a bar. Further ones are left out.
  private static let maximumBarItems = 20

  /// Reads a view of a controller's own nib. All views of the storyboard share one limit.
  private mutating func innerView(_ index: Int, _ reader: NibViewReader) -> StoryboardView? {
    var viewReader = reader
    let limit = min(remainingViews, viewReader.remainingViews)
    viewReader.remainingViews = limit
    let view = viewReader.view(index)
    remainingViews -= limit - viewReader.remainingViews
    diagnostics += viewReader.diagnostics.dropFirst(reader.diagnostics.count).map {
      $0.inFile("\(folder)/\(reader.nib.name).nib")
    }
    return view
  }

  private mutating func navigationItem(_ index: Int, _ reader: NibViewReader) -> StoryboardNavigationItem {
    let nib = reader.nib
    var item = StoryboardNavigationItem()
    item.title = title(of: index, nib)
    item.prompt = nib.text("UIPrompt", of: index)
    item.hidesBackButton = nib.boolean("UIHidesBackButton", of: index) ?? false
    item.backTitle = nib.reference("UIBackBarButtonItem", of: index).flatMap { title(of: $0, nib) }
    if let view = nib.reference("UITitleView", of: index) {
      item.titleView = innerView(view, reader)
    }
    for (key, path) in [
      ("UILeftBarButtonItem", \StoryboardNavigationItem.leftItems), ("UIRightBarButtonItem", \.rightItems),
    ] {
      let several = nib.references(key + "s", of: index)
      let items = several.isEmpty ? [nib.reference(key, of: index)].compactMap(\.self) : several
      item[keyPath: path] = items.prefix(Self.maximumBarItems).map { barItem($0, reader) }
    }
    // The first of several stands outermost.
    item.rightItems.reverse()
    return item
  }

  /// The standard items of `UIBarButtonItem.SystemItem`, by number.
  private static let systemItems = [
    "done", "cancel", "edit", "save", "add", "flexibleSpace", "fixedSpace", "compose", "reply", "action", "organize",
    "bookmarks", "search", "refresh", "stop", "camera", "trash", "play", "pause", "rewind", "fastForward", "undo",
    "redo",
  ]

  /// - Parameter names: The names of standard items by their numbers.
  private mutating func barItem(
    _ index: Int, _ reader: NibViewReader, names: [String] = systemItems
  ) -> StoryboardBarItem {
    let nib = reader.nib
    let values = NibValueReader(nib: nib)
    var item = StoryboardBarItem(id: nib.id(index))
    item.title = title(of: index, nib)
    item.image = nib.value("UIImage", of: index).flatMap { values.image($0) }.map { .image($0) }
    if nib.boolean("UIIsSystemItem", of: index) == true || nib.value("UISystemItem", of: index) != nil {
      item.systemItem = nib.integer("UISystemItem", of: index).flatMap { number in
        Int(exactly: number).flatMap { names.indices.contains($0) ? names[$0] : nil }
      }
    }
    item.isEnabled = nib.boolean("UIEnabled", of: index) ?? true
    item.isProminent = nib.integer("UIStyle", of: index) == 2
    item.tint = nib.value("UITintColor", of: index).flatMap { values.color($0) }
    item.attributes = reader.attributes(of: index)
    item.actions = reader.actions(of: index)
    if let view = nib.reference("UICustomView", of: index) ?? nib.reference("UIBarButtonCustomView", of: index) {
      item.customView = innerView(view, reader)
    }
    return item
  }
}
