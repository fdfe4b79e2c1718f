public import TesseraRuntime
import TesseraValues

/// When a flight goes, as its airline knows it.
public struct Flight: Sendable, Hashable {
  /// When boarding begins, take-off and landing, in the airports' own time: `12:05`.
  public var boarding, takeoff, landing: String
  /// Whether the traveller has checked in.
  public var isCheckedIn: Bool

  /// Creates a flight.
  public init(boarding: String, takeoff: String, landing: String, isCheckedIn: Bool) {
    (self.boarding, self.takeoff, self.landing) = (boarding, takeoff, landing)
    self.isCheckedIn = isCheckedIn
  }

  var content: [String: Value] {
    [
      "boarding": .string(boarding), "takeoff": .string(takeoff), "landing": .string(landing),
      "isCheckedIn": .bool(isCheckedIn),
    ]
  }
}

/// Answers for the flight widget: `"update": { "provider": "flight", "interval": 900 }`.
///
/// Who asks while the airline is being asked waits for the same answer. The answer is `newData` whenever what is drawn changes by it,
/// and only then.
public actor FlightProvider: UpdateProvider {
  /// Asks the airline.
  public typealias Airline = @Sendable (ProviderContext) async throws -> Flight

  private let airline: Airline
  private var request: Task<Flight, any Error>?
  private var known: Flight?
  /// The number of callers that wait for the airline; the activity indicator turns while there are any.
  public private(set) var waiting = 0

  /// Creates a provider; without an airline it asks one that takes five seconds and always says the same.
  public init(
    airline: @escaping Airline = { context in
      try await context.clock.sleep(for: .seconds(5))
      return Flight(boarding: "12:05", takeoff: "12:35", landing: "18:10", isCheckedIn: true)
    }
  ) {
    self.airline = airline
  }

  /// Asks the airline once for all who wait.
  public func update(in context: ProviderContext) async -> UpdateResult {
    waiting += 1
    defer { waiting -= 1 }
    do {
      let flight = try await flight(context)
      guard flight != known || !context.hasContent else { return .noData }
      known = flight
      return .newData(flight.content)
    } catch {
      return .failed("The airline does not answer")
    }
  }

  /// Asks the airline ahead of time: callers that ask meanwhile wait for the same answer.
  public func prefetch(in context: ProviderContext) async {
    waiting += 1
    defer { waiting -= 1 }
    _ = try? await flight(context)
  }

  private func flight(_ context: ProviderContext) async throws -> Flight {
    if let request { return try await request.value }
    let task = Task { [airline] in try await airline(context) }
    request = task
    defer { request = nil }
    return try await task.value
  }
}
