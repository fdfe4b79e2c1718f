import TesseraComponents
import TesseraValues
import TesseraViews

// The screen itself as documents see it: `@self`.
extension ScreenController {
  static let properties = PropertyTable<ScreenController>(
    "the screen",
    [
      .of(
        ScreenController.self, "dismissed", .any, "Closes the screen when it becomes true.", get: { _ in false },
        set: { if $1.isTrue { $0.core.navigation.dismiss($0) } }),
      .of(
        ScreenController.self, "title", .scalar, "The title in the navigation bar.",
        get: { .string($0.bar?.title ?? "") }, set: { $0.bar?.title = $1.description }),
      .of(
        ScreenController.self, "serviceProviderClassName", .reference(.serviceProvider),
        "The provider of the service's responses.",
        get: { $0.serviceProviderClassName.map(Value.string) ?? .null },
        set: { $0.serviceProviderClassName = $1.string }),
      .of(
        ScreenController.self, "deriveSegueContent", .bool,
        "Whether the screen inherits the content of the screen that opens it; true by default. Read when it is opened.",
        get: { .bool($0.definition.derivesContent) }, set: { _, _ in }),
      .of(
        ScreenController.self, "useDynamicBindings", .bool, "Has no effect: bindings always follow what they read.",
        get: { _ in true }, set: { _, _ in }),
      .of(
        ScreenController.self, "clearsSelectionOnViewWillAppear", .bool, "Has no effect.", get: { _ in true },
        set: { _, _ in }),
    ])

  /// The selectors of the screen for a button's `action`, without colons: those of WidgetKit's view controllers.
  static let selectors = ["dismissAction", "backAction", "nextAction"]

  /// Opens the screen `Next`, like the segue of that name in WidgetKit's storyboards.
  func openNext() {
    guard core.instance.definition.screens["Next"] != nil else {
      return report("The bundle has no screen 'Next'")
    }
    let next = core.instance.definition.screen(named: "Next")
    core.navigation.push(next, content: next.scheme.derivesContent ? content : .null, navigationResult: nil)
  }
}
