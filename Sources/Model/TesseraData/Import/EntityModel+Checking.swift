package import TesseraExpressions
package import TesseraValues

extension EntityModel {
  /// Checks, without a store, whether a JSON object can be imported.
  ///
  /// - Parameters:
  ///   - json: The object.
  ///   - entity: The entity to import it as.
  ///   - environment: The operations and transformers available to the model.
  /// - Returns: The problem that prevents the import, or nil if there is none. It has no location in a file.
  package func problem(
    importing json: Value, entity: String, environment: TemplateEnvironment = .standard
  ) -> Diagnostic? {
    var planner = ImportPlanner(schema: StoreSchema(self), environment: environment, source: "")
    do {
      try planner.readTopLevel(json, entity: entity, isList: false)
      return nil
    } catch {
      return (error as? StoreError)?.diagnostic ?? Diagnostic(rule: "data-type", message: "\(error)")
    }
  }
}
