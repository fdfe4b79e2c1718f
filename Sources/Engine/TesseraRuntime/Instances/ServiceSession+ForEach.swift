import TesseraData
import TesseraServices
import TesseraValues

// Actions that send a request for each element of a list.
extension ServiceSession {
  /// Sends a request for each element, and stores the results in the order of the elements.
  ///
  /// An element whose request fails keeps what it stored before. The run fails only if all requests do.
  /// - Parameter objects: The objects of the requests.
  func performEach(of objects: [Value], for action: ServiceAction, provider: any ServiceProvider) async -> ActionResult
  {
    var run = ForEachRun()
    await OrderedOperations(activities: context.environment.activities).run(objects) {
      object throws(ServiceError) in
      try await provider.perform(ServiceRequest(action: action.name, object: object))
    } onResult: { index, result in
      do throws(ServiceError) {
        // A later run superseded this one, or no one waits for it any more.
        if Task.isCancelled { throw ServiceError(.cancelled, message: "The request was cancelled") }
        run.results.append(try await stored(try result.get(), for: action, of: objects[index], in: &run))
      } catch {
        run.fail(error, at: index)
      }
    }
    if let cancelled = run.failures.first(where: { $0.error.kind == .cancelled }) {
      return .failure(ActionFailure(cancelled.error))
    }
    for failure in run.failures {
      context.log(.error, .network, "'\(action.name)' for element \(failure.index + 1): \(failure.error.message)")
    }
    let failures = run.failures.map { failure in
      ElementFailure(
        element: objects[failure.index].value(forKey: ForEach.elementKey) ?? .null, message: failure.error.message)
    }
    do throws(ServiceError) {
      try clearOthers(of: action, objects, after: run)
    } catch {
      return .failure(ActionFailure(error))
    }
    if let failure = run.failures.first, run.failures.count == objects.count {
      var whole = ActionFailure(failure.error)
      whole.failures = failures
      return .failure(whole)
    }
    var outcome = ActionOutcome(response: .array(run.results), nextAction: action.nextAction)
    outcome.failures = failures
    return .success(outcome)
  }

  /// Stores the response to the request of an element.
  /// - Returns: The result; null if it was stored, because the results of many elements would take much memory.
  private func stored(
    _ response: ServiceResponse, for action: ServiceAction, of object: Value, in run: inout ForEachRun
  ) async throws(ServiceError) -> Value {
    guard let type = action.resultType else { return response.result }
    let objects = try await store(
      response.result, of: type, for: action,
      set: try action.valuesToSet(for: object, options: options.value.dictionary ?? [:]),
      clearingWhere: action.elementAttributes)
    run.identities.formUnion(objects.map(\.identity))
    return .null
  }

  /// Removes the objects of elements that are not in the list any more; without attributes that tell the elements apart,
  /// all that no response contained.
  private func clearOthers(
    of action: ServiceAction, _ objects: [Value], after run: ForEachRun
  ) throws(ServiceError) {
    guard action.clearPolicy != .none, let type = action.resultType else { return }
    let attributes = action.elementAttributes
    // Without such attributes, what belongs to a request that failed is not known.
    guard !attributes.isEmpty || run.failures.isEmpty else { return }
    do {
      if attributes.isEmpty {
        let others = try store.fetch(FetchRequest(type.entity)).filter { !run.identities.contains($0.identity) }
        if !others.isEmpty { try store.delete(others) }
      } else {
        let values = options.value.dictionary ?? [:]
        let kept = try Set(
          objects.map { object in
            let set = try action.valuesToSet(for: object, options: values)
            return attributes.map { set[$0] ?? .null }
          })
        try store.clear(type.entity, exceptWhere: attributes, areAmong: kept)
      }
    } catch {
      throw error as? ServiceError
        ?? ServiceError(.unexpectedShape, action: action.name, message: "\(error)")
    }
  }
}

/// What the requests for the elements of a list have led to so far.
private struct ForEachRun {
  /// The results in the order of the elements; null for those that failed.
  var results: [Value] = []
  /// The stored objects.
  var identities: Set<ValueObjectIdentity> = []
  var failures: [(index: Int, error: ServiceError)] = []

  mutating func fail(_ error: ServiceError, at index: Int) {
    results.append(.null)
    failures.append((index, error))
  }
}
