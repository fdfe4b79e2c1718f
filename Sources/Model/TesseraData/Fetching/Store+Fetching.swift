import GRDB
import TesseraExpressions
import TesseraValues

extension Store {
  /// Fetches the objects of a request.
  ///
  /// Conditions, order and groups are computed in SQL where it gives the same result, otherwise in memory. Only
  /// in-memory processing reads objects here.
  ///
  /// - Throws: ``StoreError/unknownEntity(name:known:)``, and ``StoreError/unknownProperty(name:entity:known:)`` for a
  ///   sort or group field. In predicates, an unknown key is null.
  package func fetch(_ request: FetchRequest) throws -> FetchResult {
    let layout = try layout(request.entity)
    let plan = try FetchPlan(request, layout: layout, schema: schema)
    return try plan.isComplete ? fetchRows(plan) : fetchInMemory(plan, context: request.context)
  }

  /// Returns the number of objects that match a request. Reads no objects if the request can be executed in SQL.
  package func count(_ request: FetchRequest) throws -> Int { try fetch(request).count }

  // MARK: - In SQL

  private func fetchRows(_ plan: FetchPlan) throws -> FetchResult {
    let group = plan.group
    let (sql, bindings) = plan.select("t0.\"$id\", t0.\"$version\"" + (group.map { ", \($0.sql)" } ?? ""))
    var ids: [Int64] = []
    var versions: [Int64] = []
    var sections: [FetchResult.Section] = []
    try read { connection in
      let statement = try RawStatement(connection, sql, isCached: false)
      for (index, value) in bindings.enumerated() { statement.bind(value, at: index + 1) }
      try statement.forEachRow {
        if let type = group?.type {
          Self.extend(&sections, with: statement.value(2, as: type), at: ids.count)
        }
        ids.append(statement.integer(0))
        versions.append(statement.integer(1))
      }
    }
    return FetchResult(
      store: self, layout: plan.layout, ids: ids, versions: versions, sections: group == nil ? nil : sections)
  }

  private static func extend(_ sections: inout [FetchResult.Section], with value: Value, at position: Int) {
    if let last = sections.last, last.value == value {
      sections[sections.count - 1].range = last.range.lowerBound..<position + 1
    } else {
      sections.append(FetchResult.Section(value: value, range: position..<position + 1))
    }
  }

  // MARK: - In memory

  private func fetchInMemory(_ plan: FetchPlan, context: EvaluationContext) throws -> FetchResult {
    let table = plan.layout.table
    let (sql, bindings) = plan.select(table.selection(alias: "t0"))
    var objects: [ManagedObject] = []
    try read { connection in
      let statement = try RawStatement(connection, sql, isCached: false)
      for (index, value) in bindings.enumerated() { statement.bind(value, at: index + 1) }
      try statement.forEachRow {
        if let row = self.readers[table.index].row(statement) { objects.append(ManagedObject(store: self, row: row)) }
      }
    }
    // Outside of the read access, because predicates can follow relationships, which perform their own reads.
    for predicate in plan.residual {
      objects = objects.filter { predicate.evaluate(with: Value.object($0), context: context) }
    }
    if plan.order == nil {
      objects = plan.sortFields.sorted(objects.map { .object($0) }).compactMap { $0.object as? ManagedObject }
    }
    if let limit = plan.limit { objects = Array(objects.prefix(max(0, limit))) }
    var sections: [FetchResult.Section]?
    if let path = plan.groupPath {
      var found: [FetchResult.Section] = []
      for (index, object) in objects.enumerated() { Self.extend(&found, with: object.value(at: path), at: index) }
      sections = found
    }
    return FetchResult(
      store: self, layout: plan.layout, ids: objects.map(\.row.id), versions: objects.map(\.row.version),
      sections: sections)
  }
}
