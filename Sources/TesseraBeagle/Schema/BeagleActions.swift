import TesseraValues

extension BeagleTypeSchema {
  /// The actions of the namespace `beagle`, those of 1.x included.
  static let actions: [String: BeagleTypeSchema] = Dictionary(
    allActions.map { ($0.name, $0) }, uniquingKeysWith: { $1 })

  private static let analytics: [BeagleSlot] = [.optional("analytics", .analytics)]
  private static let route = BeagleSlot.required("route", .route)
  private static let navigationContext = BeagleSlot.optional("navigationContext", .object(.navigationContext))
  private static let controllerId = BeagleSlot.optional("controllerId", .string)

  private static func list(_ name: String) -> BeagleSlot { .optional(name, .list(.action)) }

  private static let allActions: [BeagleTypeSchema] = [
    BeagleTypeSchema(
      "setcontext",
      [.required("contextId", .string), .optional("path", .path), .required("value", .any, otherwise: .null)], analytics
    ),
    BeagleTypeSchema(
      "addchildren",
      [
        .required("componentId", .string), .required("value", .componentData, otherwise: []),
        .optional("mode", .choice(["APPEND", "PREPEND", "REPLACE"])),
      ], analytics),
    BeagleTypeSchema(
      "sendrequest",
      [
        .required("url", .binding(.string)), .optional("method", .binding(.choice(BeagleObjectSchema.httpMethods))),
        .optional("data", .any), .optional("headers", .binding(.texts)), list("onSuccess"), list("onError"),
        list("onFinish"),
      ], analytics),
    BeagleTypeSchema(
      "alert",
      [
        .text("title"), .required("message", .binding(.string), otherwise: ""), .text("labelOk"), list("onPressOk"),
      ], analytics),
    BeagleTypeSchema(
      "confirm",
      [
        .text("title"), .required("message", .binding(.string), otherwise: ""), .text("labelOk"),
        .text("labelCancel"), list("onPressOk"), list("onPressCancel"),
      ], analytics),
    BeagleTypeSchema(
      "condition", [.required("condition", .binding(.bool), otherwise: false), list("onTrue"), list("onFalse")],
      analytics),
    BeagleTypeSchema("submitform", [], analytics),
    BeagleTypeSchema("openexternalurl", [.required("url", .binding(.string))], analytics),
    BeagleTypeSchema(
      "opennativeroute",
      [
        .required("route", .binding(.string)), .optional("data", .texts),
        .required("shouldResetApplication", .bool, otherwise: false),
      ], analytics),
    BeagleTypeSchema("pushview", [route, navigationContext], analytics),
    BeagleTypeSchema("popview", [navigationContext], analytics),
    BeagleTypeSchema("poptoview", [.required("route", .binding(.string)), navigationContext], analytics),
    BeagleTypeSchema("pushstack", [route, controllerId, navigationContext], analytics),
    BeagleTypeSchema("popstack", [navigationContext], analytics),
    BeagleTypeSchema("resetstack", [route, controllerId, navigationContext], analytics),
    BeagleTypeSchema("resetapplication", [route, controllerId, navigationContext], analytics),
    // 1.x
    BeagleTypeSchema(
      "formremoteaction",
      [.required("path", .string), .required("method", .choice(["GET", "POST", "PUT", "DELETE"]), otherwise: "POST")],
      analytics),
    BeagleTypeSchema("formlocalaction", [.required("name", .string), .optional("data", .texts)], analytics),
    BeagleTypeSchema("formvalidation", [.required("errors", .list(.object(.formError)), otherwise: [])], analytics),
  ]
}
