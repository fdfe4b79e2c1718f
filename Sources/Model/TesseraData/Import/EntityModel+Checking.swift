package import TesseraExpressions
package import TesseraValues

extension EntityModel {
  /// Finds out whether an object that stands in JSON could be imported, without a store.
  ///
  /// - Parameters:
  ///   - json: the object.
  ///   - entity: what it becomes.
  ///   - transformers: where the model's transformer names are looked up.
  /// - Returns: what keeps it from being imported; nil if nothing does. The problem has no place in a file.
  package func problem(
    importing json: Value, entity: String, transformers: ValueTransformers = .standard
  ) -> Diagnostic? {
    var planner = ImportPlanner(
      schema: StoreSchema(self), transformers: transformers, context: .system, source: "")
    do {
      try planner.readTopLevel(json, entity: entity, isList: false)
      return nil
    } catch {
      return (error as? StoreError)?.diagnostic ?? Diagnostic(rule: "data-type", message: "\(error)")
    }
  }
}
