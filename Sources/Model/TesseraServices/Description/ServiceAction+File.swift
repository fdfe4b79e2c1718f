import TesseraValues

// Actions that read and write a file of the group that a widget shares with its app.
extension ServiceAction {
  /// Reads or writes a file of the group.
  /// - Parameter group: The group's files; nil if the widget has no group, or if the host stores nothing.
  func perform(on file: String, of group: GroupStore?, with object: Value) throws(ServiceError) -> ServiceResponse {
    guard let group else {
      throw ServiceError(
        .invalidRequest, message: "There is no group to share files with",
        underlying: "the manifest has no 'group', or the host stores nothing")
    }
    do throws(GroupStore.Failure) {
      if method == .delete {
        try group.remove(file)
        return ServiceResponse(action: self, result: .null, status: 204)
      }
      if method != .get, method != .head {
        var substitution = ParameterSubstitution(object: object)
        var bytes: [UInt8] = []
        let content = try parameters.isEmpty ? object : filled(&substitution)
        JSONText.write(content, into: &bytes)
        try group.write(file, bytes)
        return ServiceResponse(action: self, result: .null, status: 204)
      }
      guard let (bytes, _) = try group.read(file) else {
        // The file has not been written yet.
        return ServiceResponse(action: self, result: resultType?.isList == true ? [] : .null, status: 204)
      }
      return ServiceResponse(action: self, result: try content(of: bytes, file))
    } catch {
      throw ServiceError(.invalidRequest, message: error.message)
    }
  }

  private func filled(_ substitution: inout ParameterSubstitution) throws(GroupStore.Failure) -> Value {
    do {
      return try substitution.filled(parameterTree)
    } catch {
      throw GroupStore.Failure(message: error.message)
    }
  }

  private func content(of bytes: [UInt8], _ file: String) throws(GroupStore.Failure) -> Value {
    do {
      return try result(in: try Value.parseJSON(bytes, limits: .response), status: 200)
    } catch let error as ServiceError {
      throw GroupStore.Failure(message: error.message)
    } catch {
      throw GroupStore.Failure(
        message: "The file '\(file)' cannot be read: \((error as? Diagnostic)?.message ?? "\(error)")")
    }
  }
}
