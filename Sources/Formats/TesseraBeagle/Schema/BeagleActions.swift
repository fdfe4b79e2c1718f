import TesseraValues

extension BeagleSlot {
  /// The members common to all actions.
  static let commonToActions: [BeagleSlot] = [.optional("analytics", .analytics), patch]
}

extension BeagleTypeSchema {
  /// The actions of the namespace `beagle`, including those of 1.x.
  static let actions: [String: BeagleTypeSchema] = Dictionary(
    allActions.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  /// The actions by their native types.
  static let nativeActions = byNativeType(allActions)

  private static let common = BeagleSlot.commonToActions
  private static let route = BeagleSlot.required("route", .route)
  private static let navigationContext = BeagleSlot.optional(
    "navigationContext", .object(.navigationContext), as: .init("hands", .handover))
  private static let controllerId = BeagleSlot.optional("controllerId", .string, as: "stack")

  private static func list(_ name: String, as native: NativeMember) -> BeagleSlot {
    .optional(name, .list(.action), as: native)
  }

  private static let allActions: [BeagleTypeSchema] = [
    BeagleTypeSchema(
      "setcontext", as: "setContext",
      [
        .required("contextId", .string, as: .init("context", .context)), .optional("path", .path, as: "path"),
        .required("value", .any, otherwise: .null, as: "value"),
      ], common),
    BeagleTypeSchema(
      // The added components can read the names available at the place where they are added.
      "addchildren", as: .init("addChildren", constants: [("reads", "container")]),
      [
        .required("componentId", .string, as: "to"), .required("value", .componentData, otherwise: []),
        .optional("mode", .choice(["APPEND", "PREPEND", "REPLACE"]), as: "mode"),
      ], common),
    BeagleTypeSchema(
      "sendrequest", as: "request",
      [
        .required("url", .binding(.string), as: "url"),
        .optional("method", .binding(.choice(BeagleObjectSchema.httpMethods)), as: .init("method", .data)),
        .optional("data", .any, as: "body"), .optional("headers", .binding(.texts), as: "headers"),
        list("onSuccess", as: .init("onSuccess", .event)), list("onError", as: .init("onError", .event)),
        list("onFinish", as: .init("onFinish", .event)),
      ], common),
    BeagleTypeSchema(
      "alert", as: "alert",
      [
        .text("title", as: "title"), .required("message", .binding(.string), otherwise: "", as: "message"),
        .text("labelOk", as: "button"), list("onPressOk", as: "onOk"),
      ], common),
    BeagleTypeSchema(
      "confirm", as: "confirm",
      [
        .text("title", as: "title"), .required("message", .binding(.string), otherwise: "", as: "message"),
        .text("labelOk", as: "okText"), .text("labelCancel", as: "cancelText"), list("onPressOk", as: "onOk"),
        list("onPressCancel", as: "onCancel"),
      ], common),
    BeagleTypeSchema(
      "condition", as: "condition",
      [
        .required("condition", .binding(.bool), otherwise: false, as: .init("condition", .condition)),
        list("onTrue", as: "onTrue"), list("onFalse", as: "onFalse"),
      ], common),
    BeagleTypeSchema("submitform", as: "submit", [], common),
    BeagleTypeSchema("openexternalurl", as: "openURL", [.required("url", .binding(.string), as: "url")], common),
    BeagleTypeSchema(
      "opennativeroute", as: "openRoute",
      [
        .required("route", .binding(.string), as: "route"), .optional("data", .texts, as: "data"),
        .required("shouldResetApplication", .bool, otherwise: false, as: "replacesAll"),
      ], common),
    BeagleTypeSchema("pushview", as: "push", [route, navigationContext], common),
    BeagleTypeSchema("popview", as: "pop", [navigationContext], common),
    BeagleTypeSchema(
      "poptoview", as: "pop", [.required("route", .binding(.string), as: "to"), navigationContext], common),
    BeagleTypeSchema("pushstack", as: "present", [route, controllerId, navigationContext], common),
    BeagleTypeSchema("popstack", as: "dismiss", [navigationContext], common),
    BeagleTypeSchema("resetstack", as: "replace", [route, controllerId, navigationContext], common),
    BeagleTypeSchema(
      "resetapplication", as: .init("replace", constants: [("all", true)]), [route, controllerId, navigationContext],
      common),
    // 1.x
    BeagleTypeSchema(
      "formremoteaction",
      [.required("path", .string), .required("method", .choice(["GET", "POST", "PUT", "DELETE"]), otherwise: "POST")],
      common),
    BeagleTypeSchema("formlocalaction", [.required("name", .string), .optional("data", .texts)], common),
    BeagleTypeSchema("formvalidation", [.required("errors", .list(.object(.formError)), otherwise: [])], common),
  ]
}
