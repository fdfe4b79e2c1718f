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
    // Only a width and a height may be `auto`.
    ["width", "height", "maxWidth", "maxHeight", "minWidth", "minHeight"].map { name in
      .optional(name, .object(unit), as: .init(name, .length(mayBeAuto: ["width", "height"].contains(name))))
    } + [.optional("aspectRatio", .number, as: "aspectRatio")], isClosed: true)

  static let flex = BeagleObjectSchema(
    "flex",
    [
      .optional(
        "flexDirection", .choice(["ROW", "ROW_REVERSE", "COLUMN", "COLUMN_REVERSE"]), as: "flexDirection"),
      .optional("flexWrap", .choice(["NO_WRAP", "WRAP", "WRAP_REVERSE"]), as: "flexWrap"),
      .optional(
        "justifyContent",
        .choice(["FLEX_START", "CENTER", "FLEX_END", "SPACE_BETWEEN", "SPACE_AROUND", "SPACE_EVENLY"]),
        as: "justifyContent"),
      .optional(
        "alignItems", .choice(["FLEX_START", "CENTER", "FLEX_END", "BASELINE", "STRETCH"]), as: "alignItems"),
      .optional(
        "alignSelf", .choice(["FLEX_START", "CENTER", "FLEX_END", "BASELINE", "AUTO", "STRETCH"]), as: "alignSelf"),
      .optional(
        "alignContent", .choice(["FLEX_START", "CENTER", "FLEX_END", "SPACE_BETWEEN", "SPACE_AROUND", "STRETCH"]),
        as: "alignContent"),
      .optional("basis", .object(unit), as: .init("flexBasis", .length(mayBeAuto: true))), .optional("flex", .number),
      .optional("grow", .number, as: "flexGrow"), .optional("shrink", .number, as: "flexShrink"),
    ], isClosed: true)

  static let cornerRadius = BeagleObjectSchema(
    "corner radius",
    ["radius", "topLeft", "topRight", "bottomLeft", "bottomRight"].map { .optional($0, .binding(.number)) },
    isClosed: true)

  static let style = BeagleObjectSchema(
    "style",
    [
      .text("backgroundColor", as: .init("backgroundColor", .color)),
      .optional("cornerRadius", .object(cornerRadius)), .text("borderColor", as: .init("borderColor", .color)),
      .optional("borderWidth", .binding(.number), as: "borderWidth"),
      .optional("size", .object(size), as: .members),
      .optional("margin", .object(edges), as: .init("margin", .edges(mayBeAuto: true))),
      .optional("padding", .object(edges), as: .init("padding", .edges(mayBeAuto: false))),
      .optional("position", .object(edges), as: .init("position", .edges(mayBeAuto: false))),
      .optional("positionType", .choice(["RELATIVE", "ABSOLUTE"]), as: "positionType"),
      .optional("display", .binding(.choice(["FLEX", "NONE"])), as: "display"),
      .optional("flex", .object(flex), as: .members),
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
      .required("title", .string, otherwise: "", as: "title"), .optional("styleId", .string),
      .optional("showBackButton", .bool, as: .init("hidesBackButton", .flag(false, native: true))),
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
    [
      .optional("method", .choice(httpMethods), as: .init("method", .data)),
      .optional("headers", .texts, as: "headers"), .optional("body", .any, as: "body"),
    ])

  static let httpMethods = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"]

  static let remoteRoute = BeagleObjectSchema(
    "route",
    [
      .required("url", .binding(.string), as: "url"),
      .optional("shouldPrefetch", .bool, as: .init("prefetch", .flag(true, native: true))),
      .optional("fallback", .screen),
      .optional("httpAdditionalData", .object(httpAdditionalData), as: .members),
    ])

  static let screenRoute = BeagleObjectSchema("route", [.required("screen", .screen)])

  static let navigationContext = BeagleObjectSchema(
    "navigationContext",
    [.optional("path", .path, as: "path"), .required("value", .any, otherwise: .null, as: "value")])

  static let formError = BeagleObjectSchema(
    "form error", [.required("inputName", .string), .required("message", .string)])
}
