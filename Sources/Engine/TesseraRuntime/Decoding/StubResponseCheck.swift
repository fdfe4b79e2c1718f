import TesseraData
import TesseraExpressions
import TesseraServices
import TesseraValues

/// Checks that stub responses can be imported as the result types of their actions. Otherwise the user would see an
/// alert in place of data.
struct StubResponseCheck {
  let model: EntityModel
  let environment: TemplateEnvironment
  private(set) var diagnostics = Diagnostics()

  /// The maximum number of problems reported for the response of a stub. Further ones are not. They probably have the
  /// same cause.
  private static let maximumProblems = 5

  /// Checks the responses in a service document.
  mutating func check(_ service: ServiceDescription, document: JSONNode) {
    for member in document["actions"]?.members ?? [] {
      guard let action = service.actions[member.name], action.problem == nil, let type = action.resultType,
        model[type.entity] != nil
      else { continue }
      if let response = member.value["response"] { check(response, of: action, type) }
      for entry in member.value["responses"]?.elements ?? [] {
        // Error responses have no result.
        let isSuccess = entry["status"]?.value.number.map { $0 < 300 } ?? true
        if isSuccess, let response = entry["response"] { check(response, of: action, type) }
      }
    }
  }

  private mutating func check(_ response: JSONNode, of action: ServiceAction, _ type: ResultType) {
    var result = response
    for key in action.resultKeyPath.keys {
      guard let next = result[key] else {
        return add(
          "The response of '\(action.name)' has no value at '\(key)', where its result is expected", at: result)
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
    // Texts with placeholders are only known at run time.
    guard
      let problem = model.problem(importing: Self.known(node.value), entity: type.entity, environment: environment)
    else { return true }
    add("The response of '\(action.name)' is not a valid '\(type.entity)': \(problem.message)", at: node)
    return false
  }

  /// Returns the data without texts that contain placeholders. The document bounds the depth of the recursion.
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
