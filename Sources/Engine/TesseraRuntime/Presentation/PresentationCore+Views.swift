import Foundation
import TesseraBundles
import TesseraComponents
import TesseraCustomWidgets
import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews

// What views ask of their presentation.
extension PresentationCore {
  /// Connects the views to the presentation, and gives them what is the same for all.
  func connectViews() {
    let window = hierarchy.window
    window[.language] = .string(localization.language.description)
    if localization.isRightToLeft {
      window[.direction] = .string(Direction.rtl.rawValue)
      window.style.direction = .rtl
    }
    let context = hierarchy.context
    context.host = self
    context.strings = LocalizedStrings(localization.strings)
    window[.words] = context.strings.forHost
    context.locale = localization.locale
    context.drawing = instance.environment.viewDrawing
    for name in instance.definition.bundle.imageNames + instance.definition.extensions.images.names {
      guard let size = instance.image(named: name)?.size else { continue }
      context.imageSizes[name] = Size(width: size.width, height: size.height)
    }
    guard instance.definition.writesOptions else { return }
    options.forward = { [weak self] path, value in
      guard let self, case .key(let name)? = path.nodes.first, path.nodes.count == 1 else { return }
      self.instance.options.write(name, to: value)
      self.readSharedData()
    }
  }

  /// Returns the screen that a view is on.
  private func screen(of view: View) -> ScreenController? {
    let ancestors = sequence(first: view, next: \.parent)
    return screens.last { screen in ancestors.contains { $0 === screen.view } }
  }
}

extension PresentationCore: ViewHost {
  var now: Date { instance.environment.now() }

  var stateStore: (any ViewStateStore)? { instance.state }

  func allows(address: String) -> Bool { instance.allows(address: address) }

  func isTyped(address: String) -> Bool { instance.isTyped(address: address) }

  func observedViewDidChange(_ view: View) {
    graph.recordChange(of: view)
    if let form = view.followingForm { graph.recordChange(of: form) }
  }

  func report(_ problem: String, of view: View) {
    guard let screen = screen(of: view) else { return }
    let message = Self.message(problem, of: view)
    afterLayout { [weak screen] in screen?.report(message) }
  }

  func log(_ problem: String, of view: View) {
    guard let screen = screen(of: view) else { return }
    let message = Self.message(problem, of: view)
    afterLayout { [weak screen] in screen?.log(message) }
  }

  private static func message(_ problem: String, of view: View) -> String {
    (view.identifier.map { "'\($0)'" } ?? "A box") + ": " + problem
  }

  func afterLayout(_ body: @escaping () -> Void) { commits.afterLayout(body) }

  func load(_ view: LazyView) { screen(of: view)?.load(view) }

  func fetchImageSize(for view: ImageView) { imageSizeLoader.load(for: view) }

  func perform(_ command: WidgetView.Command, for view: WidgetView) { embeddings.perform(command, for: view) }

  func run(_ work: @escaping @Sendable () async -> any Sendable, then: @escaping (any Sendable) -> Void) {
    operations.run(work, then: then)
  }

  func wait(for duration: Duration, then: @escaping () -> Void) {
    operations.sleep(for: duration, on: instance.environment.clock, then: then)
  }

  // MARK: Forms

  func formValues(of group: String) -> [String: Value] { instance.forms.values(of: group) }

  func storeFormValues(_ values: [String: Value], of group: String) { instance.forms.setValues(values, of: group) }

  // MARK: Boards

  var isBoardWidget: Bool { instance.definition.customWidget != nil }

  func requestGridCells(_ cells: GridSize) {
    if isBoardWidget { hierarchy.window.perform(.requestGridCells(cells)) }
  }

  func showAccessories(_ accessories: Value) { hierarchy.window[.accessories] = accessories }
}
