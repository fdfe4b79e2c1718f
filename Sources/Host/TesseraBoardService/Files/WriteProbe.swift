package import Foundation
import TesseraData
package import TesseraValues

/// Tells whether a folder takes what edits write. Anyone may ask, so the disk is asked at intervals only.
package actor WriteProbe {
  /// Why a folder takes no writes.
  package struct Failure: Error, Sendable, Hashable {
    /// The system's number of the error.
    package let number: Int32

    package init(number: Int32) { self.number = number }

    /// Whether there is no room on the disk, or not for this account.
    package var isFull: Bool { DiskSpace.isExhaustion(number) }

    /// One sentence without a period.
    package var message: String {
      isFull ? "The disk is full" : "The disk takes no writes: \(String(cString: strerror(number)))"
    }
  }

  private let write: @Sendable () -> Failure?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let report: @Sendable (Diagnostic) -> Void
  private var latest: (time: ContinuousClock.Instant, result: Task<Failure?, Never>)?
  private var reported: Failure?

  /// - Parameters:
  ///   - write: Writes as edits do; returns why that failed.
  ///   - report: Called when the disk begins to refuse writes, and when it takes them again.
  init(
    write: @escaping @Sendable () -> Failure?, now: @escaping @Sendable () -> ContinuousClock.Instant,
    report: @escaping @Sendable (Diagnostic) -> Void
  ) {
    self.write = write
    self.now = now
    self.report = report
  }

  /// - Parameters:
  ///   - folder: The data folder.
  ///   - report: Called when the disk begins to refuse writes, and when it takes them again.
  package init(_ folder: URL, report: @escaping @Sendable (Diagnostic) -> Void) {
    self.init(write: { DiskSpace.failure(in: folder).map(Failure.init(number:)) }, now: { .now }, report: report)
  }

  /// Why the folder takes no writes; nil if it takes them.
  package func failure() async -> Failure? {
    let time = now()
    if let latest, latest.time.duration(to: time) < DiskSpace.probeInterval { return await latest.result.value }
    let result = Task { [write] in await onOwnThread { write() } }
    latest = (time, result)
    let failure = await result.value
    if failure != reported {
      reported = failure
      report(Self.diagnostic(of: failure))
    }
    return failure
  }

  private static func diagnostic(of failure: Failure?) -> Diagnostic {
    guard let failure else {
      return Diagnostic(.warning, rule: "store-unavailable", message: "The disk takes writes again")
    }
    return Diagnostic(
      rule: "store-unavailable", message: failure.message,
      fix: failure.isFull ? "Remove files, or enlarge the disk" : "Make the folder of '--data' writable")
  }
}
