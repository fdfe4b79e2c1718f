import TesseraComponents
import TesseraValues

extension ActionDefinition {
  static let performActions = ActionDefinition(
    type: "performActions",
    documentation: "Performs actions that are data, such as the answer of a server, in the spelling of documents.",
    synonyms: ["execute", "runActions", "eval"],
    attributes: [Attribute("from", .any, "An action or a list of actions.", isRequired: true)]
  ) { run in
    guard let screen = run.screen else { return }
    guard let calls = screen.actions(from: run["from"]) else { return run.report("'from' is no action") }
    screen.runner.run(calls, event: "performActions", details: [:], scope: run.scope, sender: run.sender)
  }
}

extension ScreenController {
  /// Actions that data brings. What cannot be read is left out, and told in the log.
  /// - Returns: nil for what is neither an action nor a list of such.
  fileprivate func actions(from data: Value) -> [ActionCall]? {
    let documents = data.array ?? [data]
    guard documents.allSatisfy({ $0.dictionary != nil }) else { return nil }
    // They stand on the beginning of a box, in the spelling that they are written in.
    let isPayload = documents.contains { $0.dictionary?["_beagleAction_"] != nil }
    let box: Value =
      isPayload
      ? ["_beagleComponent_": "beagle:container", "onInit": .array(documents)]
      : ["view": ["type": "container", "onInit": .array(documents)]]
    let reading = core.instance.definition.surroundings.read(JSONNode(box), named: name, inFile: name)
    for problem in reading.diagnostics.prefix(20) { core.instance.log(.error, .decoding, problem.message) }
    adopt(screensOf: reading.screen)
    return reading.screen.piece.events["onInit"] ?? []
  }
}
