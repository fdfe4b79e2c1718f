import TesseraData
import TesseraExpressions
import TesseraServices
import TesseraValues

/// Looks for stub answers that cannot become what their actions promise: a person would see an alert in place of data.
struct StubResponseCheck {
  let model: EntityModel
  let transformers: ValueTransformers
  private(set) var diagnostics = Diagnostics()

  /// The most problems that are told of one answer; the rest is likely to be the same slip.
  private static let maximumProblems = 5

  init(model: EntityModel, transformers: ValueTransformers) {
    self.model = model
    self.transformers = transformers
  }

  /// Checks the answers of a service's document.
  mutating func check(_ service: ServiceDescription, document: JSONNode) {
    for member in document["actions"]?.members ?? [] {
      guard let action = service.actions[member.name], action.problem == nil, let type = action.resultType,
        model[type.entity] != nil
      else { continue }
      if let response = member.value["response"] { check(response, of: action, type) }
      for entry in member.value["responses"]?.elements ?? [] {
        // Failures are no results.
        let isSuccess = entry["status"]?.value.number.map { $0 < 300 } ?? true
        if isSuccess, let response = entry["response"] { check(response, of: action, type) }
      }
    }
  }

  private mutating func check(_ response: JSONNode, of action: ServiceAction, _ type: ResultType) {
    var result = response
    for key in action.resultKeyPath.keys {
      guard let next = result[key] else {
        return add("The answer of '\(action.name)' has nothing at '\(key)', where its result is", at: result)
      }
      result = next
    }
    guard type.isList else { return _ = checkObject(result, of: action, type) }
    guard let elements = result.elements else {
      return add("'\(type)' of '\(action.name)' needs a list of objects, found \(result.typeName)", at: result)
    }
    var count = 0
    for element in elements where count < Self.maximumProblems {
      if !checkObject(element, of: action, type) { count += 1 }
    }
  }

  private mutating func checkObject(_ node: JSONNode, of action: ServiceAction, _ type: ResultType) -> Bool {
    guard node.members != nil else {
      add("'\(type)' of '\(action.name)' needs an object, found \(node.typeName)", at: node)
      return false
    }
    // What has a placeholder in it is known only when somebody asks.
    guard
      let problem = model.problem(importing: Self.known(node.value), entity: type.entity, transformers: transformers)
    else { return true }
    add("The answer of '\(action.name)' is no '\(type.entity)': \(problem.message)", at: node)
    return false
  }

  /// The data without texts that placeholders fill. The depth is bounded by that of the document.
  private static func known(_ value: Value) -> Value {
    switch value {
    case .string(let text) where text.contains("$"): .null
    case .array(let elements): .array(elements.map(known))
    case .dictionary(let members): .dictionary(members.mapValues(known))
    default: value
    }
  }

  private mutating func add(_ message: String, at node: JSONNode) {
    diagnostics.add(Diagnostic(rule: "service-response", range: node.range, message: message))
  }
}
