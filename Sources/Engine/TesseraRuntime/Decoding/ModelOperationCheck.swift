import TesseraData
import TesseraExpressions
import TesseraValues

/// Checks for transformers and operations of a model that do not exist. Without them, data would be imported unconverted.
struct ModelOperationCheck {
  let model: EntityModel
  let environment: TemplateEnvironment

  func problems(in document: JSONNode) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for entity in document["entities"]?.members ?? [] {
      guard let known = model[entity.name] else { continue }
      found += unknownTransformers(["JSONDictionaryTransformerName", "entityMapperName"], of: entity.value)
      for attribute in entity.value["attributes"]?.members ?? [] {
        found += unknownTransformers(["JSONTransformerName", "migrationTransformerName"], of: attribute.value)
        guard let expression = known.attribute(attribute.name)?.jsonExpression,
          let node = attribute.value["JSONExpression"]
        else { continue }
        found += problems(of: expression, at: node.range)
      }
    }
    return found
  }

  private func unknownTransformers(_ keys: [String], of members: JSONNode) -> [Diagnostic] {
    keys.compactMap { key in
      guard let node = members[key], let name = node.string, !environment.transformers.contains(name) else {
        return nil
      }
      return unknownTransformer(name, at: node.range)
    }
  }

  private func unknownTransformer(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      rule: "unknown-transformer", range: range, message: "Unknown value transformer '\(name)'",
      fix: SpellingSuggestion.fix(for: name, in: environment.transformers.names))
  }

  private func problems(of expression: Template, at range: SourceRange) -> [Diagnostic] {
    let operations = environment.operations.names
    let unknownOperations = expression.operationNames.subtracting(operations).sorted().map { name in
      Diagnostic(
        rule: "unknown-operation", range: range, message: "Unknown operation '\(name)'",
        fix: SpellingSuggestion.fix(for: name, in: operations))
    }
    let unknownTransformers = expression.transformerNames.sorted().filter { !environment.transformers.contains($0) }
    return unknownOperations + unknownTransformers.map { unknownTransformer($0, at: range) }
      + expression.argumentProblems.map { $0.withRange(range) }
  }
}
