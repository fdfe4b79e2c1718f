import TesseraValues

extension ServiceAction {
  /// Throws an error if the description of the action has a problem.
  func checkUsable() throws(ServiceError) {
    guard let problem else { return }
    throw ServiceError(
      .invalidRequest, action: name, message: "The description of the action '\(name)' is invalid",
      underlying: problem.description)
  }

  /// Returns the part of a response that the action selects, in the shape that its result type requires.
  func result(in response: Value, status: Int) throws(ServiceError) -> Value {
    var result = response.value(at: resultKeyPath)
    guard let resultType else { return result }
    // XML has no lists: a single element may be a list of one, and an absent element may be an empty list.
    if format == .xml, resultType.isList, result.array == nil {
      result = result.isNull || result == "" ? .array([]) : .array([result])
    }
    let subject = resultKeyPath.isEmpty ? "the answer" : "'\(resultKeyPath)' in the answer"
    func problem(_ found: String) -> ServiceError {
      let expected = resultType.isList ? "a list of objects" : "an object"
      // Some servers report errors with the status 200.
      return ServiceError(
        .unexpectedShape, action: name, status: status,
        message: ServerMessage.message(at: errorKeyPath, in: response)
          ?? "The server's answer is not what was expected",
        underlying: "'\(resultType)' needs \(expected), but \(subject) is \(found)", response: response)
    }
    if resultType.isList {
      guard let elements = result.array else { throw problem(result.typeName) }
      if !skipsInvalidElements, let index = elements.firstIndex(where: { $0.dictionary == nil }) {
        throw problem("a list with \(elements[index].typeName) at position \(index)")
      }
    } else if result.dictionary == nil {
      throw problem(result.typeName)
    }
    return result
  }

  /// Returns the result of a server's response.
  func result(in response: IncomingResponse, _ context: ResponseContext) throws(ServiceError) -> Value {
    // A response without content (204, `HEAD`) has no result, which is an error only if the action declares one.
    let isEmpty = response.body.allSatisfy(\.isXMLSpace)
    guard response.isSuccess else {
      throw failure(status: response.status, body: isEmpty ? nil : try? Value.parseJSON(response.body))
    }
    if isEmpty, format != .text { return try result(in: Value.null, status: response.status) }
    return try result(in: try value(in: response, context), status: response.status)
  }

  /// Returns the decoded body of a response, from which the next page is told.
  func body(of response: IncomingResponse, _ context: ResponseContext) throws(ServiceError) -> Value {
    response.body.isEmpty ? .null : try value(in: response, context)
  }

  private func value(in response: IncomingResponse, _ context: ResponseContext) throws(ServiceError) -> Value {
    let value = try format.value(in: response, context, action: name)
    guard let linePattern, var members = value.dictionary else { return value }
    do throws(Diagnostic) {
      members["rows"] = .array(try linePattern.rows(of: members["lines"]?.array ?? []))
    } catch {
      throw ServiceError(
        .tooLarge, action: name, status: response.status, message: "The server's answer is too large",
        underlying: error.message)
    }
    return .dictionary(members)
  }

  /// Returns the error for an unsuccessful status, with the server's own message if it sent one.
  func failure(status: Int, body: Value?) -> ServiceError {
    let reason = ReasonPhrase.phrase(of: status).map { " (\($0))" } ?? ""
    let own = body.flatMap { ServerMessage.message(at: errorKeyPath, in: $0) }
    return ServiceError(
      .status, action: name, status: status,
      message: own ?? "The server responded with status \(status)\(reason)",
      underlying: own == nil ? nil : "status \(status)", response: body)
  }
}
