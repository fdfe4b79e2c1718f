import TesseraServices

/// Runs an operation for each element of a list, several at a time, and hands out the results in the order of the list.
struct OrderedOperations {
  let activities: IdlenessTracker

  /// Runs the operations.
  /// - Parameters:
  ///   - operation: Called for each element, for at most ``ForEach/maximumConcurrency`` at a time. It is called no
  ///     further ahead of `onResult` than for twice as many elements, because results that wait take memory.
  ///   - onResult: Called with the place of an element and its result, in the order of the elements.
  func run<Element: Sendable, Output: Sendable>(
    _ elements: [Element], _ operation: @escaping @Sendable (Element) async throws(ServiceError) -> Output,
    onResult: (Int, Result<Output, ServiceError>) async -> Void
  ) async {
    await withTaskGroup(of: (Int, Result<Output, ServiceError>).self) { group in
      var waiting: [Int: Result<Output, ServiceError>] = [:]
      var (started, finished, handedOut) = (0, 0, 0)
      while handedOut < elements.count {
        while started < elements.count, started - finished < ForEach.maximumConcurrency,
          started - handedOut < 2 * ForEach.maximumConcurrency
        {
          let (index, element) = (started, elements[started])
          activities.begin()
          group.addTask {
            do throws(ServiceError) { return (index, .success(try await operation(element))) } catch {
              return (index, .failure(error))
            }
          }
          started += 1
        }
        // The operations are activities of their own; this one only waits for them.
        activities.fallAsleep()
        let next = await group.next()
        activities.wakeUp()
        guard let (index, result) = next else { return }
        finished += 1
        waiting[index] = result
        while let result = waiting.removeValue(forKey: handedOut) {
          await onResult(handedOut, result)
          handedOut += 1
        }
        activities.end()
      }
    }
  }
}
