import TesseraComponents
import TesseraValues

extension ActionDefinition {
  static let performActions = ActionDefinition(
    type: "performActions",
    documentation: "Performs actions given as data, such as a server's response, in the format of documents.",
    synonyms: ["execute", "runActions", "eval"],
    attributes: [Attribute("from", .any, "An action or a list of actions.", isRequired: true)]
  ) { run in
    guard let screen = run.screen else { return }
    let data = run["from"]
    let documents = data.isNull ? [] : data.array ?? [data]
    if documents.count > ComponentDecoder.maximumActionCount {
      run.report("At most \(ComponentDecoder.maximumActionCount) actions can be performed at once")
    }
    let calls = documents.prefix(ComponentDecoder.maximumActionCount).flatMap { screen.actions(from: $0) }
    guard !calls.isEmpty else { return }
    screen.runner.run(calls, event: "performActions", details: [:], scope: run.scope, sender: run.sender)
  }
}

extension ScreenController {
  /// Decodes an action from data. Errors are logged, and the result is empty if the data cannot be decoded.
  fileprivate func actions(from document: Value) -> [ActionCall] {
    guard let members = document.dictionary else {
      core.instance.log(.error, .decoding, "An action must be an object, found \(document.typeName)")
      return []
    }
    // Readers decode whole screens, so the action becomes the first event of one, in the action's own format.
    let surroundings = core.instance.definition.surroundings
    let screen =
      surroundings.extensions.screenFormats.lazy.compactMap { $0.reader.screen(performing: members) }.first
      ?? document
    let reading = surroundings.read(JSONNode(screen), named: nextPieceName, inFile: name)
    for problem in reading.diagnostics.prefix(20) {
      core.instance.log(problem.severity == .error ? .error : .info, .decoding, problem.message)
    }
    adopt(screensOf: reading.screen)
    return reading.screen.piece.events["onInit"] ?? []
  }
}
