import TesseraData
import TesseraServices

extension RuntimeEnvironment {
  /// Returns the environment with a transport that sends requests only while this host may act for the widget of a store,
  /// and that records an event before a request of it that must not reach a server twice.
  func sending(for store: Store) -> RuntimeEnvironment {
    var environment = self
    environment.transport = transport.admitting { isIdempotent in
      let end = ContinuousClock.now + Self.patience
      while await !store.mayAct {
        guard ContinuousClock.now < end else {
          throw ServiceError(.connection, message: "Another host shows the widget now")
        }
        try await Task.sleep(for: Self.pause)
      }
      if !isIdempotent { try store.recordEvent() }
    }
    return environment
  }

  /// How long a request waits while this host is not certain that it may act.
  private static let patience: Duration = .seconds(1)
  private static let pause: Duration = .milliseconds(50)
}
