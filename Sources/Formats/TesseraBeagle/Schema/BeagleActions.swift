import TesseraValues

extension BeagleSlot {
  /// The members common to all actions.
  static let commonToActions: [BeagleSlot] = [.optional("analytics", .analytics), patch]
}

extension BeagleTypeSchema {
  /// The actions of the namespace `beagle`, including those of 1.x.
  static let actions: [String: BeagleTypeSchema] = Dictionary(
    allActions.map { ($0.name, $0) }, uniquingKeysWith: { $1 })

  private static let common = BeagleSlot.commonToActions
  private static let route = BeagleSlot.required("route", .route)
  private static let navigationContext = BeagleSlot.optional("navigationContext", .object(.navigationContext))
  private static let controllerId = BeagleSlot.optional("controllerId", .string)

  private static func list(_ name: String) -> BeagleSlot { .optional(name, .list(.action)) }

  private static let allActions: [BeagleTypeSchema] = [
    BeagleTypeSchema(
      "setcontext",
      [.required("contextId", .string), .optional("path", .path), .required("value", .any, otherwise: .null)], common
    ),
    BeagleTypeSchema(
      "addchildren",
      [
        .required("componentId", .string), .required("value", .componentData, otherwise: []),
        .optional("mode", .choice(["APPEND", "PREPEND", "REPLACE"])),
      ], common),
    BeagleTypeSchema(
      "sendrequest",
      [
        .required("url", .binding(.string)), .optional("method", .binding(.choice(BeagleObjectSchema.httpMethods))),
        .optional("data", .any), .optional("headers", .binding(.texts)), list("onSuccess"), list("onError"),
        list("onFinish"),
      ], common),
    BeagleTypeSchema(
      "alert",
      [
        .text("title"), .required("message", .binding(.string), otherwise: ""), .text("labelOk"), list("onPressOk"),
      ], common),
    BeagleTypeSchema(
      "confirm",
      [
        .text("title"), .required("message", .binding(.string), otherwise: ""), .text("labelOk"),
        .text("labelCancel"), list("onPressOk"), list("onPressCancel"),
      ], common),
    BeagleTypeSchema(
      "condition", [.required("condition", .binding(.bool), otherwise: false), list("onTrue"), list("onFalse")],
      common),
    BeagleTypeSchema("submitform", [], common),
    BeagleTypeSchema("openexternalurl", [.required("url", .binding(.string))], common),
    BeagleTypeSchema(
      "opennativeroute",
      [
        .required("route", .binding(.string)), .optional("data", .texts),
        .required("shouldResetApplication", .bool, otherwise: false),
      ], common),
    BeagleTypeSchema("pushview", [route, navigationContext], common),
    BeagleTypeSchema("popview", [navigationContext], common),
    BeagleTypeSchema("poptoview", [.required("route", .binding(.string)), navigationContext], common),
    BeagleTypeSchema("pushstack", [route, controllerId, navigationContext], common),
    BeagleTypeSchema("popstack", [navigationContext], common),
    BeagleTypeSchema("resetstack", [route, controllerId, navigationContext], common),
    BeagleTypeSchema("resetapplication", [route, controllerId, navigationContext], common),
    // 1.x
    BeagleTypeSchema(
      "formremoteaction",
      [.required("path", .string), .required("method", .choice(["GET", "POST", "PUT", "DELETE"]), otherwise: "POST")],
      common),
    BeagleTypeSchema("formlocalaction", [.required("name", .string), .optional("data", .texts)], common),
    BeagleTypeSchema("formvalidation", [.required("errors", .list(.object(.formError)), otherwise: [])], common),
  ]
}
