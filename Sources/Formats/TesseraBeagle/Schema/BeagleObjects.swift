import TesseraValues

/// The objects nested in components and actions.
extension BeagleObjectSchema {
  static let unit = BeagleObjectSchema(
    "unit value",
    [
      .required("value", .binding(.number)),
      .required("type", .choice(["REAL", "PERCENT", "AUTO"]), otherwise: "REAL"),
    ], isClosed: true)

  static let edges = BeagleObjectSchema(
    "edges", ["left", "top", "right", "bottom", "horizontal", "vertical", "all"].map { .optional($0, .object(unit)) },
    isClosed: true)

  static let size = BeagleObjectSchema(
    "size",
    ["width", "height", "maxWidth", "maxHeight", "minWidth", "minHeight"].map { .optional($0, .object(unit)) }
      + [.optional("aspectRatio", .number)], isClosed: true)

  static let flex = BeagleObjectSchema(
    "flex",
    [
      .optional("flexDirection", .choice(["ROW", "ROW_REVERSE", "COLUMN", "COLUMN_REVERSE"])),
      .optional("flexWrap", .choice(["NO_WRAP", "WRAP", "WRAP_REVERSE"])),
      .optional(
        "justifyContent",
        .choice(["FLEX_START", "CENTER", "FLEX_END", "SPACE_BETWEEN", "SPACE_AROUND", "SPACE_EVENLY"])),
      .optional("alignItems", .choice(["FLEX_START", "CENTER", "FLEX_END", "BASELINE", "STRETCH"])),
      .optional("alignSelf", .choice(["FLEX_START", "CENTER", "FLEX_END", "BASELINE", "AUTO", "STRETCH"])),
      .optional(
        "alignContent", .choice(["FLEX_START", "CENTER", "FLEX_END", "SPACE_BETWEEN", "SPACE_AROUND", "STRETCH"])),
      .optional("basis", .object(unit)), .optional("flex", .number), .optional("grow", .number),
      .optional("shrink", .number),
    ], isClosed: true)

  static let cornerRadius = BeagleObjectSchema(
    "corner radius",
    ["radius", "topLeft", "topRight", "bottomLeft", "bottomRight"].map { .optional($0, .binding(.number)) },
    isClosed: true)

  static let style = BeagleObjectSchema(
    "style",
    [
      .text("backgroundColor"), .optional("cornerRadius", .object(cornerRadius)), .text("borderColor"),
      .optional("borderWidth", .binding(.number)), .optional("size", .object(size)),
      .optional("margin", .object(edges)), .optional("padding", .object(edges)), .optional("position", .object(edges)),
      .optional("positionType", .choice(["RELATIVE", "ABSOLUTE"])),
      .optional("display", .binding(.choice(["FLEX", "NONE"]))), .optional("flex", .object(flex)),
    ], isClosed: true)

  static let accessibility = BeagleObjectSchema(
    "accessibility",
    [
      .optional("accessibilityLabel", .string), .required("accessible", .bool, otherwise: true),
      .optional("isHeader", .bool),
    ])

  static let context = BeagleObjectSchema(
    "context", [.required("id", .string), .required("value", .any, otherwise: .null)])

  static let safeArea = BeagleObjectSchema(
    "safe area", ["top", "leading", "bottom", "trailing"].map { .optional($0, .bool) })

  static let navigationBarItem = BeagleObjectSchema(
    "navigation bar item",
    [
      .optional("id", .string), .required("text", .string, otherwise: ""),
      // 1.x uses an object, 2.x a text.
      .optional("image", .any),
      // 1.x has a single action where 2.x has a list.
      .required("onPress", .list(.action), or: "action", otherwise: []), .optional("action", .action),
      .optional("accessibility", .object(accessibility)), .patch,
    ])

  static let navigationBar = BeagleObjectSchema(
    "navigation bar",
    [
      .required("title", .string, otherwise: ""), .optional("styleId", .string), .optional("showBackButton", .bool),
      .optional("backButtonAccessibility", .object(accessibility)),
      .optional("navigationBarItems", .list(.object(navigationBarItem))),
    ])

  static let template = BeagleObjectSchema(
    "template", [.optional("case", .binding(.bool)), .required("view", .component)])

  static let icon = BeagleObjectSchema("icon", [.text("mobileId")])

  static let tabBarItem = BeagleObjectSchema(
    "tab bar item", [.optional("title", .string), .optional("icon", .object(icon))])

  static let tabItem = BeagleObjectSchema(
    "tab item", [.optional("title", .string), .optional("icon", .any), .required("child", .component)])

  static let localImage = BeagleObjectSchema("local image", [.required("mobileId", .binding(.string), otherwise: "")])

  static let remoteImage = BeagleObjectSchema(
    "remote image", [.required("url", .binding(.string)), .optional("placeholder", .object(placeholderImage))])

  /// The placeholder of a remote image. Beagle writes an empty one if there is none.
  static let placeholderImage = BeagleObjectSchema("placeholder", [.optional("mobileId", .binding(.string))])

  static let httpAdditionalData = BeagleObjectSchema(
    "httpAdditionalData",
    [.optional("method", .choice(httpMethods)), .optional("headers", .texts), .optional("body", .any)])

  static let httpMethods = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"]

  static let remoteRoute = BeagleObjectSchema(
    "route",
    [
      .required("url", .binding(.string)), .optional("shouldPrefetch", .bool), .optional("fallback", .screen),
      .optional("httpAdditionalData", .object(httpAdditionalData)),
    ])

  static let screenRoute = BeagleObjectSchema("route", [.required("screen", .screen)])

  static let navigationContext = BeagleObjectSchema(
    "navigationContext", [.optional("path", .path), .required("value", .any, otherwise: .null)])

  static let formError = BeagleObjectSchema(
    "form error", [.required("inputName", .string), .required("message", .string)])
}
