import TesseraLayout
package import TesseraValues

/// A view that embeds another widget. Its header and its margins can select and move it.
package final class WidgetView: ContainerView {
  /// The source of an embedded widget.
  package enum Source: Sendable, Hashable {
    /// A widget of the host, or of the folder `widgets` in the bundle, by name.
    case resource(String)
    /// A widget archive on a server that the manifest names, by URL.
    case download(String)
  }

  /// A command for the embedded widget.
  package enum Command: Sendable, Hashable {
    case load(Source)
    case unload
    /// The view has a new size.
    case resize
  }

  /// The name under which the widget stores its data, unique among the widgets embedded in this one.
  package private(set) var widgetIdentifier = ""
  /// The initial screen; nil for the widget's default.
  package private(set) var entryPoint: String?
  /// Whether the widget is laid out at the window's width and scaled down to fit.
  package private(set) var isScaled = true { didSet { notifySize() } }
  /// An activity indicator that spins while the widget is loading.
  package var activityIndicatorView: ActivityIndicatorView?
  /// The content of the widget.
  package let mirror: TreeMirror

  private var loadsAtOnce = false
  private var resourceName: String? { didSet { if resourceName != oldValue { sourceDidChange() } } }
  private var downloadURL: String? { didSet { if downloadURL != oldValue { sourceDidChange() } } }
  private var margins = 2.0 { didSet { updateInsets() } }
  private var headerHeight = 22.0 { didSet { updateInsets() } }
  private let base: WidgetContainer
  private var toldSize: Size?
  /// Whether a widget is loaded or loading.
  package private(set) var isLoaded = false {
    didSet {
      // Hosts do not receive this state, so no attribute reports the change.
      if isLoaded != oldValue, isObserved { context.host?.observedViewDidChange(self) }
    }
  }

  /// Creates a view without a widget.
  package init(in context: ViewContext) {
    base = WidgetContainer(.container, in: context)
    mirror = TreeMirror(in: base)
    super.init(.widgetView, in: context)
    (isDraggable, isSelectable) = (false, false)
    base[.clips] = true
    addChild(base)
    updateInsets()
  }

  // MARK: Loading

  private var source: Source? {
    resourceName.flatMap { $0.isEmpty ? nil : .resource($0) }
      ?? downloadURL.flatMap { $0.isEmpty ? nil : .download($0) }
  }

  private func sourceDidChange() {
    guard loadsAtOnce else { return }
    unload()
    // Attributes are set one after the other, so loading waits for all of them.
    context.host?.afterLayout { [weak self] in self?.load() }
    context.markChanged(self)
  }

  private func load(_ wanted: Source? = nil) {
    guard !isLoaded, let source = wanted ?? source else { return }
    isLoaded = true
    activityIndicatorView?.value = true
    context.host?.perform(.load(source), for: self)
  }

  private func unload() {
    guard isLoaded else { return }
    isLoaded = false
    activityIndicatorView?.value = false
    mirror.clear()
    context.host?.perform(.unload, for: self)
  }

  /// Called when the widget was loaded, or when loading failed.
  package func didLoad(_ isThere: Bool) {
    activityIndicatorView?.value = false
    isLoaded = isThere
  }

  package override func perform(selector: String) {
    switch selector {
    case "load": load(resourceName.map(Source.resource))
    case "download": load(downloadURL.map(Source.download))
    case "unload": unload()
    default: super.perform(selector: selector)
    }
  }

  package override var fieldValue: Value { .null }

  /// The identifier of the embedded widget; null for none.
  package override var value: Value {
    get { isLoaded ? .string(widgetIdentifier) : .null }
    set { _ = newValue }
  }

  package override var hasLifeCycle: Bool { true }

  package override func end() { unload() }

  // MARK: Layout

  private func updateInsets() {
    let (header, margin) = (headerHeight, margins)
    base.style = LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(
        left: .points(margin), top: .points(header), right: .points(margin), bottom: .points(margin))
    }
  }

  package override var arrangesContent: Bool { true }

  package override func layoutContent() {
    guard base.frame.size != toldSize else { return }
    toldSize = base.frame.size
    notifySize()
  }

  private func notifySize() {
    guard let room = toldSize, room.width > 0, room.height > 0 else { return }
    let width = isScaled ? max(context.windowSize.width, room.width) : room.width
    let scale = room.width / width
    mirror.placement = TreeMirror.Placement(
      size: Size(width: width, height: room.height / scale), scale: scale, room: room)
    if isLoaded { context.host?.perform(.resize, for: self) }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.widgetView.properties }

  fileprivate static let own: [Property<View>] =
    selection(isDefault: false) + [
      .of(
        WidgetView.self, "widgetIdentifier", .string,
        "The name under which the widget stores its data, unique among the widgets embedded in this one; the name of the loaded widget by default.",
        get: { .string($0.widgetIdentifier) }, set: { $0.widgetIdentifier = $1.string ?? "" }),
      .of(
        WidgetView.self, "autoload", .bool, "Whether the widget is loaded as soon as it is named; false by default.",
        get: { .bool($0.loadsAtOnce) },
        set: { view, value in
          view.loadsAtOnce = value.isTrue
          if value.isTrue { view.sourceDidChange() }
        }),
      .text(
        WidgetView.self, "resourceName",
        "The widget: the id of a widget of the host, or the name of one in the folder 'widgets' of the bundle.",
        \.resourceName),
      .text(
        WidgetView.self, "downloadUrl", "The address of the widget's archive, on a host that the manifest names.",
        \.downloadURL),
      .of(
        WidgetView.self, "entryPoint", .string, "The initial screen; that of the widget by default.",
        get: { $0.entryPoint.map(Value.string) ?? .null },
        set: { $0.entryPoint = $1.string.flatMap { $0.isEmpty ? nil : $0 } }),
      .flag(
        WidgetView.self, "scaled",
        "Whether the widget is laid out at the window's width and scaled down to fit; true by default.", \.isScaled),
      .of(
        WidgetView.self, "margins", .number, "The margin beside and below the widget, in points; 2 by default.",
        get: { .double($0.margins) }, set: { $0.margins = max(0, $1.number ?? 2) }),
      .of(
        WidgetView.self, "headerHeight", .number, "The room above the widget, in points; 22 by default.",
        get: { .double($0.headerHeight) }, set: { $0.headerHeight = max(0, $1.number ?? 22) }),
      .of(WidgetView.self, "isLoaded", .bool, "Whether a widget is loaded or loading.", get: { .bool($0.isLoaded) }),
    ]
}

/// The part of a ``WidgetView`` that contains the embedded widget.
private final class WidgetContainer: View {
  override var laysOutChildren: Bool { false }
}

extension ViewKind {
  /// A view that embeds another widget.
  package static let widgetView = ViewKind("widgetView", defaults: ViewDefaults(clips: true))
}

extension ComponentDefinition {
  /// The component for embedding another widget.
  package static let widgetView = ComponentDefinition(
    type: "widgetView", documentation: "Embeds another widget in this one.",
    synonyms: ["WidgetView", "widget"], kind: .widgetView, properties: WidgetView.own,
    events: [
      .change(.bool, "whether it is selected"),
      EventDefinition("onSuccess", "The widget was loaded."),
      EventDefinition(
        "onError", "Loading failed. Without actions, an alert shows the reason.",
        carries: [EventDefinition.Member("message", .string, "the reason")]),
    ],
    slots: [.children, .menu], makeView: { WidgetView(in: $0) }
  ).answering("load", "download", "unload")
}
