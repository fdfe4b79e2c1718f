import TesseraData
import TesseraServices
import TesseraValues

extension RuntimeEnvironment {
  /// Returns the environment with a transport that sends requests only while this host may act for the widget of a store,
  /// and that records an event before a request of it that must not reach a server twice.
  func sending(for store: Store) -> RuntimeEnvironment {
    var environment = self
    environment.transport = transport.admitting { [clock] isIdempotent in
      var attempts = 0
      while await !store.isLeaseValid {
        attempts += 1
        guard attempts < Self.maximumAttempts else {
          throw ServiceError(.connection, message: "Another host shows the widget now")
        }
        await ClockSleep.sleep(for: Self.pause, on: clock)
        try Task.checkCancellation()
      }
      guard !isIdempotent else { return }
      do {
        try await store.recordEvent()
      } catch {
        throw ServiceError(
          .connection, message: "Nothing was sent, because the data of the widget cannot be stored",
          underlying: StoreError.of(error).diagnostic.message)
      }
    }
    return environment
  }

  /// How often a request asks whether this host may act, and the pause between two times: while the connection to the
  /// database is made anew, that is not certain.
  private static let maximumAttempts = 20
  private static let pause: Duration = .milliseconds(50)
}
