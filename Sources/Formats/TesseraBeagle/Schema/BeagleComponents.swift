import TesseraValues

/// The schema of a component or action type: its name without the namespace, and its members.
final class BeagleTypeSchema: Sendable {
  /// The name in lower case.
  let name: String
  let object: BeagleObjectSchema
  /// The counterpart in native documents; nil if the type becomes one of several, and is translated by code.
  let native: NativeType?

  /// - Parameter groups: Groups of members that several types share.
  init(_ name: String, as native: NativeType? = nil, _ slots: [BeagleSlot], _ groups: [BeagleSlot]...) {
    self.name = name
    self.native = native
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

  fileprivate static func actions(_ name: String, as native: NativeMember? = nil) -> BeagleSlot {
    .optional(name, .list(.action), as: native)
  }

  fileprivate static let list: [BeagleSlot] = [
    .required("dataSource", .binding(.list(.any)), otherwise: [], as: .init("items", .items)),
    .optional("key", .path, as: "key"), .optional("direction", .choice(["VERTICAL", "HORIZONTAL"]), as: "direction"),
    .optional("iteratorName", .string), .optional("indexName", .string),
    actions("onScrollEnd", as: "onScrollEnd"), .optional("scrollEndThreshold", .integer),
    .optional("isScrollIndicatorVisible", .bool), .optional("useParentScroll", .bool), children,
    .optional("template", .component),
  ]
}

extension BeagleTypeSchema {
  /// The components of the namespace `beagle`, including those of 1.x.
  static let components: [String: BeagleTypeSchema] = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  /// The components by their native types.
  static let nativeComponents = byNativeType(all)

  static func byNativeType(_ schemas: [BeagleTypeSchema]) -> [String: BeagleTypeSchema] {
    Dictionary(
      schemas.compactMap { schema in schema.native.map { ($0.name, schema) } }, uniquingKeysWith: { first, _ in first })
  }

  private static let all: [BeagleTypeSchema] = [
    // Layout
    BeagleTypeSchema(
      "screencomponent",
      [
        .optional("identifier", .string), .optional("safeArea", .object(.safeArea)),
        .optional("navigationBar", .object(.navigationBar)), .child, .optional("screenAnalyticsEvent", .any),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "container", as: "container", [.optional("children", .list(.component), as: "children"), .styleId],
      BeagleSlot.common),
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
        .children, .actions("onPageChange", as: .init("onChange", .change)),
        .optional("currentPage", .binding(.integer), as: "value"), .optional("pageIndicator", .component),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "pulltorefresh",
      [.actions("onPull"), .optional("isRefreshing", .binding(.bool)), .text("color"), .child], BeagleSlot.common),
    BeagleTypeSchema(
      "lazycomponent", as: .init("lazy", base: []),
      [.required("path", .string, as: "url"), .required("initialState", .component, as: "placeholder")],
      BeagleSlot.common),
    // Display
    BeagleTypeSchema(
      "text", as: .init("text", base: NativeTranslator.shrinking + [("fontSize", 16)]),
      [
        .required("text", .binding(.string), otherwise: "", as: .init("text", or: "value")), .styleId,
        .optional("alignment", .binding(.choice(["LEFT", "RIGHT", "CENTER"])), as: .style("textAlign")),
        .text("textColor", as: .style("color", .color)),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "button", as: "button",
      [
        .required("text", .binding(.string), otherwise: "", as: .init("text", or: "value")), .styleId,
        .actions("onPress", as: .init("onPress", .press)),
        .optional("enabled", .binding(.bool), as: .init("disabled", .negated)), .optional("clickAnalyticsEvent", .any),
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
        .text("value", as: "value"), .text("placeholder", as: "placeholder"),
        .optional("enabled", .binding(.bool), as: .init("disabled", .negated)),
        .optional("readOnly", .binding(.bool), as: "readOnly"),
        .optional(
          "type", .binding(.choice(["DATE", "EMAIL", "PASSWORD", "NUMBER", "TEXT"])),
          as: .init("inputType", .words(.inputType))), .styleId,
        .actions("onChange", as: .init("onChange", .event)), .actions("onBlur", as: .init("onBlur", .event)),
        .actions("onFocus", as: .init("onFocus", .event)), .text("error", as: .init("error", .read)),
        .optional("showError", .binding(.bool), as: "showsError"),
        .optional("disabled", .binding(.bool), as: .init("disabled", .read)),
        .optional("hidden", .binding(.bool), as: .init("hidden", .read)),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "webview", as: .init("webView", base: NativeTranslator.filling + [("minHeight", 0)]),
      [.required("url", .binding(.string), otherwise: "", as: .init("url", .filled, or: "value"))],
      BeagleSlot.common),
    BeagleTypeSchema(
      "tabbar", as: .init("tabBar", base: [("height", 65)]),
      [
        .required("items", .list(.object(.tabBarItem)), otherwise: [], as: .init("items", .tabs)), .styleId,
        .optional("currentTab", .binding(.integer), as: "value"),
        .actions("onTabSelection", as: .init("onChange", .change)),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "pageindicator", as: .init("pageIndicator", base: [("height", 40), ("alignSelf", "stretch")]),
      [
        .optional("selectedColor", .string, as: .init("color", .plainColor(usual: "#808080"))),
        .optional("unselectedColor", .string, as: .init("unselectedColor", .plainColor(usual: "#D3D3D3"))),
        .optional("numberOfPages", .integer, as: "count"),
        .optional("currentPage", .binding(.integer), as: "value"),
      ], BeagleSlot.common),
    BeagleTypeSchema(
      "touchable",
      [.required("onPress", .list(.action), otherwise: []), .child, .optional("clickAnalyticsEvent", .any)],
      BeagleSlot.common),
    BeagleTypeSchema(
      "simpleform", as: .init("form", constants: [("submitsOnReturn", false)]),
      [
        .actions("onSubmit", as: "onSubmit"), .actions("onValidationError", as: "onInvalid"),
        .optional("children", .list(.component), as: "children"),
      ], BeagleSlot.common),
    // 1.x
    BeagleTypeSchema(
      "form",
      [
        .actions("onSubmit"), .child, .optional("group", .string, as: "group"),
        .optional("additionalData", .texts, as: "additionalData"),
        .optional("shouldStoreFields", .bool, as: "storesValues"), .optional("action", .action),
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
