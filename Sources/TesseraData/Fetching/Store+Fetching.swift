import TesseraValues

extension Store {
  /// Finds the objects that a request asks for.
  public func fetch(_ request: FetchRequest) throws -> FetchResult {
    let layout = try layout(request.entity)
    let ids = try read { try self.allIDs(of: layout, connection: $0) }
    return FetchResult(store: self, layout: layout, ids: ids, versions: ids, sections: nil)
  }
}
