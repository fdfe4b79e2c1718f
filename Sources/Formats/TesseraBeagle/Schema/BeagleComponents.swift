import TesseraValues

/// The schema of a component or action type: its name without the namespace, and its members.
final class BeagleTypeSchema: Sendable {
  /// The name in lower case.
  let name: String
  let object: BeagleObjectSchema

  /// - Parameter groups: Groups of members that several types share.
  init(_ name: String, _ slots: [BeagleSlot], _ groups: [BeagleSlot]...) {
    self.name = name
    object = BeagleObjectSchema(name, groups.flatMap { $0 } + slots)
  }
}

extension BeagleSlot {
  /// The members common to all components. Beagle supports some of them only for certain components and ignores them
  /// elsewhere.
  static let common: [BeagleSlot] = [
    .optional("id", .string), .optional("style", .object(.style)), .optional("accessibility", .object(.accessibility)),
    .optional("context", .object(.context)), .optional("onInit", .list(.action)), patch,
  ]
  /// The patch, which Beagle ignores.
  static let patch = BeagleSlot.optional(BeagleDecoder.patchKey, .native)
  fileprivate static let children = BeagleSlot.optional("children", .list(.component))
  fileprivate static let child = BeagleSlot.required("child", .component)
  fileprivate static let styleId = BeagleSlot.optional("styleId", .string)

  fileprivate static func actions(_ name: String) -> BeagleSlot { .optional(name, .list(.action)) }

  fileprivate static let list: [BeagleSlot] = [
    .required("dataSource", .binding(.list(.any)), otherwise: []), .optional("key", .path),
    .optional("direction", .choice(["VERTICAL", "HORIZONTAL"])), .optional("iteratorName", .string),
    .optional("indexName", .string), actions("onScrollEnd"), .optional("scrollEndThreshold", .integer),
    .optional("isScrollIndicatorVisible", .bool), .optional("useParentScroll", .bool), children,
    .optional("template", .component),
  ]
}

extension BeagleTypeSchema {
  /// The components of the namespace `beagle`, including those of 1.x.
  static let components: [String: BeagleTypeSchema] = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { $1 })

  private static let all: [BeagleTypeSchema] = [
    // Layout
    BeagleTypeSchema(
      "screencomponent",
      [
        .optional("identifier", .string), .optional("safeArea", .object(.safeArea)),
        .optional("navigationBar", .object(.navigationBar)), .child, .optional("screenAnalyticsEvent", .any),
      ], BeagleSlot.common),
    BeagleTypeSchema("container", [.children, .styleId], BeagleSlot.common),
    BeagleTypeSchema(
      "scrollview",
      [
        .children, .optional("scrollDirection", .choice(["VERTICAL", "HORIZONTAL"])),
        .optional("scrollBarEnabled", .bool),
      ],
      BeagleSlot.common),
    BeagleTypeSchema(
      "listview", [.optional("templates", .list(.object(.template)))], BeagleSlot.common, BeagleSlot.list),
    BeagleTypeSchema(
      "gridview",
      [
        .required("spanCount", .integer, or: "numColumns", otherwise: 1), .optional("numColumns", .integer),
        .required("templates", .list(.object(.template)), otherwise: []),
      ], BeagleSlot.common, BeagleSlot.list),
    BeagleTypeSchema(
      "pageview",
      [
        .children, .actions("onPageChange"), .optional("currentPage", .binding(.integer)),
        .optional("pageIndicator", .component),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "pulltorefresh",
      [.actions("onPull"), .optional("isRefreshing", .binding(.bool)), .text("color"), .child], BeagleSlot.common),
    BeagleTypeSchema(
      "lazycomponent", [.required("path", .string), .required("initialState", .component)], BeagleSlot.common),
    // Display
    BeagleTypeSchema(
      "text",
      [
        .required("text", .binding(.string), otherwise: ""), .styleId,
        .optional("alignment", .binding(.choice(["LEFT", "RIGHT", "CENTER"]))), .text("textColor"),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "button",
      [
        .required("text", .binding(.string), otherwise: ""), .styleId, .actions("onPress"),
        .optional("enabled", .binding(.bool)), .optional("clickAnalyticsEvent", .any),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "image",
      [
        .required("path", .imagePath),
        .optional("mode", .choice(["FIT_XY", "FIT_CENTER", "CENTER_CROP", "CENTER"])),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "textinput",
      [
        .text("value"), .text("placeholder"), .optional("enabled", .binding(.bool)),
        .optional("readOnly", .binding(.bool)),
        .optional("type", .binding(.choice(["DATE", "EMAIL", "PASSWORD", "NUMBER", "TEXT"]))), .styleId,
        .actions("onChange"), .actions("onBlur"), .actions("onFocus"), .text("error"),
        .optional("showError", .binding(.bool)), .optional("disabled", .binding(.bool)),
        .optional("hidden", .binding(.bool)),
      ], BeagleSlot.common),
    BeagleTypeSchema("webview", [.required("url", .binding(.string), otherwise: "")], BeagleSlot.common),
    BeagleTypeSchema(
      "tabbar",
      [
        .required("items", .list(.object(.tabBarItem)), otherwise: []), .styleId,
        .optional("currentTab", .binding(.integer)), .actions("onTabSelection"),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "pageindicator",
      [
        .optional("selectedColor", .string), .optional("unselectedColor", .string),
        .optional("numberOfPages", .integer),
        .optional("currentPage", .binding(.integer)),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "touchable",
      [.required("onPress", .list(.action), otherwise: []), .child, .optional("clickAnalyticsEvent", .any)],
      BeagleSlot.common),
    BeagleTypeSchema(
      "simpleform", [.actions("onSubmit"), .actions("onValidationError"), .children], BeagleSlot.common),
    // 1.x
    BeagleTypeSchema(
      "form",
      [
        .actions("onSubmit"), .child, .optional("group", .string), .optional("additionalData", .texts),
        .optional("shouldStoreFields", .bool), .optional("action", .action),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "forminput",
      [
        .required("name", .string), .optional("required", .bool), .optional("validator", .string),
        .optional("errorMessage", .string), .child,
      ], BeagleSlot.common),
    BeagleTypeSchema("formsubmit", [.child, .optional("enabled", .bool)], BeagleSlot.common),
    BeagleTypeSchema(
      "tabview", [.required("children", .list(.object(.tabItem)), otherwise: []), .styleId], BeagleSlot.common),
  ]
}
