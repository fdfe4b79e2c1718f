import TesseraPostgreSQL

extension PostgresError {
  /// What clients learn when there is no connection to the database.
  static let noResponse = "The database of the cluster does not answer"

  /// The reason in words for clients, who do not learn addresses. The log has the message.
  var reason: String {
    switch kind {
    case .connection, .deadline: Self.noResponse
    case .statement(Self.diskFull): "The disk of the cluster's database is full"
    case .statement(let state): "The database of the cluster refused it (SQLSTATE \(state))"
    case .address, .unexpected: "The database of the cluster answered something unexpected"
    }
  }
}
