import Dispatch
import Foundation
import Synchronization
import TesseraBoardService
import TesseraServer
import TesseraValues

/// Reads the configuration again when one of its files changes, and on SIGHUP.
struct ConfigurationReload: Sendable {
  let source: ServeConfiguration
  let current: ServeConfiguration.Result
  var settling = SettlingTime()
  /// Called when nothing but boards has changed.
  let onBoards: @Sendable (ServeConfiguration.Result) async -> Void

  /// Runs a server until the process is told to stop, or until the configuration needs another server.
  /// - Returns: The new configuration; nil if the process was told to stop.
  func next(
    whileRunning server: WidgetServer, onListening: @escaping @Sendable (_ address: String) async -> Void
  ) async throws -> ServeConfiguration.Result? {
    guard source.file != nil else {
      try await server.run(onListening: onListening)
      return nil
    }
    return try await withThrowingTaskGroup(of: ServeConfiguration.Result?.self) { group in
      group.addTask {
        try await server.run(onListening: onListening)
        return nil
      }
      group.addTask { await changed() }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  /// Why the configuration may have changed.
  private enum Cause: Sendable { case files, signal }

  /// Waits until the configuration needs another server.
  private func changed() async -> ServeConfiguration.Result? {
    let (causes, continuation) = AsyncStream.makeStream(of: Cause.self, bufferingPolicy: .bufferingNewest(8))
    HangupSignal.shared.onSignal = { continuation.yield(.signal) }
    var current = current
    var stamps = current.stamps
    var watching = Self.watch(Set(stamps.keys), continuation)
    defer { watching.cancel() }
    // A file may have changed while the server began.
    continuation.yield(.files)
    for await cause in causes {
      guard cause == .signal || Self.stamps(of: stamps.keys) != stamps else { continue }
      let former = Set(stamps.keys)
      guard let loaded = await loadSettled(former) else { return nil }
      do throws(ServeConfiguration.Failure) {
        let next = try loaded.get()
        let refusals = ConfigurationChange(former: current.command, next: next).refusals
        guard refusals.isEmpty else { throw next.refused(because: refusals) }
        RefusedConfiguration.remove(in: current.command.folder)
        if cause == .signal || next.arguments != current.arguments {
          StandardOutput.writeStatus("The configuration has changed")
          return next
        }
        if next.configuration.boards != current.configuration.boards {
          await onBoards(next)
          StandardOutput.writeStatus("The boards of the configuration have changed")
        }
        current = next
        stamps = next.stamps
      } catch {
        stamps.merge(error.stamps) { $1 }
        RefusedConfiguration.keep(error.diagnostics, in: current.command.folder)
        StandardError.write(error.diagnostics)
        StandardError.write("The former configuration stays in use")
      }
      if Set(stamps.keys) != former {
        watching.cancel()
        watching = Self.watch(Set(stamps.keys), continuation)
      }
    }
    return nil
  }

  /// Reads the configuration when its files are whole: none has changed for a moment, also not while they were read.
  /// - Returns: Nil if the task was cancelled.
  private func loadSettled(_ files: Set<String>) async -> Result<ServeConfiguration.Result, ServeConfiguration.Failure>?
  {
    var files = files
    while await settling.wait(for: { [files] in Self.stamps(of: files) }) {
      let loaded = Result { () throws(ServeConfiguration.Failure) in try source.load() }
      let stamps =
        switch loaded {
        case .success(let result): result.stamps
        case .failure(let failure): failure.stamps
        }
      if files.isSuperset(of: stamps.keys), Self.stamps(of: stamps.keys) == stamps { return loaded }
      files.formUnion(stamps.keys)
    }
    return nil
  }

  private static func watch(
    _ files: Set<String>, _ continuation: AsyncStream<Cause>.Continuation
  ) -> Task<Void, Never> {
    Task {
      for await _ in FileWatcher.changes(in: files.map { .file($0) }) { continuation.yield(.files) }
    }
  }

  private static func stamps(of files: some Sequence<String>) -> [String: FileStamp?] {
    Dictionary(uniqueKeysWithValues: files.map { ($0, FileStamp(path: $0, followsLinks: true)) })
  }
}

/// Waits until files are settled: programs write a file in several steps, and each can look like a whole one.
struct SettlingTime: Sendable {
  /// What measures the time.
  var clock: any Clock<Duration> = ContinuousClock()
  /// The time for which the files of a configuration must not change before a running server reads them again.
  private static let duration = Duration.seconds(1)

  /// Waits until a state stays the same for a moment.
  /// - Returns: False if the task was cancelled.
  func wait<State: Equatable>(for state: () -> State) async -> Bool {
    var before = state()
    while (try? await clock.sleep(for: Self.duration)) != nil {
      let now = state()
      if now == before { return true }
      before = now
    }
    return false
  }
}

/// SIGHUP, which is observed from the first use until the process ends: a signal source of Dispatch that follows another one
/// receives nothing.
private final class HangupSignal: Sendable {
  static let shared = HangupSignal()

  private let handler = Mutex<(@Sendable () -> Void)?>(nil)
  private let source = Mutex<(any DispatchSourceSignal)?>(nil)

  private init() {
    signal(SIGHUP, SIG_IGN)
    source.withLock { source in
      let new = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
      new.setEventHandler { HangupSignal.shared.onSignal?() }
      new.resume()
      source = new
    }
  }

  /// What is called at each signal.
  var onSignal: (@Sendable () -> Void)? {
    get { handler.withLock { $0 } }
    set { handler.withLock { $0 = newValue } }
  }
}
