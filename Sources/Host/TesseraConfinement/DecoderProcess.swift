import CSandbox
import Foundation
import TesseraValues

/// The program that a host starts to decode.
package struct DecoderCommand: Sendable, Hashable {
  /// The path of the executable.
  package var executable: String
  package var arguments: [String]

  /// Creates a command.
  package init(executable: String, arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// This program with other arguments, also if its file was replaced or removed since it started.
  package static func own(_ arguments: [String]) -> DecoderCommand {
    #if os(Linux)
      DecoderCommand(executable: "/proc/self/exe", arguments: arguments)
    #else
      DecoderCommand(executable: Bundle.main.executablePath ?? CommandLine.arguments[0], arguments: arguments)
    #endif
  }
}

/// A helper process that decodes one piece of content after the other.
///
/// It must be used by one thread at a time, and ended once.
struct DecoderProcess: Sendable {
  /// Why a process cannot be used further.
  enum Failure: Error {
    /// It cannot be started, with the reason as in `errno`.
    case notStarted(Int32)
    /// It ended before there was anything to decode.
    case gone
    /// Its decoder ended with a code from 1, or with 128 and a signal.
    case died(UInt8)
    /// There was no response in time.
    case late
    /// Its response is none, or too long.
    case malformed
  }

  private let helper: tessera_helper
  /// Whether the system refuses its decoders all calls that they do not need.
  let isFiltered: Bool

  /// Starts a process, and waits until it is ready.
  init(_ command: DecoderCommand, by deadline: ContinuousClock.Instant) throws(Failure) {
    var helper = tessera_helper()
    let code = Self.withStrings([command.executable] + command.arguments) { arguments in
      Self.withStrings(Self.environment) { environment in
        tessera_helper_start(command.executable, arguments, environment, &helper)
      }
    }
    guard code == 0 else { throw .notStarted(code) }
    do throws(Failure) {
      guard try Self.wait(for: [(helper.reports, POLLIN)], until: deadline)[0],
        let report = Self.report(of: helper)
      else { throw .gone }
      isFiltered = report == UInt8(clamping: TESSERA_CONFINED_CALLS.rawValue)
      guard isFiltered || report == UInt8(clamping: TESSERA_CONFINED_RESOURCES.rawValue) else { throw .died(report) }
    } catch {
      tessera_helper_end(helper)
      throw error
    }
    self.helper = helper
  }

  /// Kills the process.
  func end() { tessera_helper_end(helper) }

  /// The variables that the process gets: nothing that is secret, and what its libraries need.
  private static var environment: [String] {
    let own = ProcessInfo.processInfo.environment
    var variables = [
      // Without a name, the file with the local time zone would be looked for by each confined copy.
      "TZ": own["TZ"] ?? ":/etc/localtime",
      // A crash must not start a program that describes it.
      "SWIFT_BACKTRACE": "enable=no",
      // A copy of a process has one thread, so the allocator's own would be missing.
      "MALLOC_CONF": "background_thread:false",
    ]
    for name in ["LD_LIBRARY_PATH", "LANG", "LC_ALL"] { variables[name] = own[name] }
    return variables.map { "\($0.key)=\($0.value)" }
  }

  private static func withStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
  }

  // MARK: Answers

  /// Lets content be decoded.
  ///
  /// After a failure, the process must be ended.
  func response(
    to request: DecoderRequest, limit: Int, by deadline: ContinuousClock.Instant
  ) throws(Failure) -> DecoderResponse {
    for part in [request.head, Array(request.decoder.utf8), request.parameters, request.content] {
      try send(part, by: deadline)
    }
    var response = IncomingResponse(limit: limit)
    var report: UInt8?
    while true {
      try response.receive(from: helper)
      if let report {
        // The decoder has ended, so nothing can follow.
        guard report == DecoderReport.isDone else { throw .died(report) }
        guard response.isComplete, !response.isFollowed(from: helper) else { throw .malformed }
        return try response.response()
      }
      let awaitsBytes = !response.isComplete && !response.isEnded
      let isReady = try Self.wait(
        for: [(awaitsBytes ? helper.socket : -1, POLLIN), (helper.reports, POLLIN)], until: deadline)
      if isReady[1] {
        report = Self.report(of: helper)
        if report == nil { throw .gone }
      }
    }
  }

  private func send(_ bytes: [UInt8], by deadline: ContinuousClock.Instant) throws(Failure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        tessera_helper_send(helper, buffer.baseAddress.map { $0 + sent }, buffer.count - sent)
      }
      if count > 0 {
        sent += count
      } else if errno != EAGAIN {
        throw try ending(by: deadline)
      } else if try Self.wait(for: [(helper.socket, POLLOUT), (helper.reports, POLLIN)], until: deadline)[1] {
        throw try ending(by: deadline)
      }
    }
  }

  /// Returns how a decoder ended that does not read on.
  private func ending(by deadline: ContinuousClock.Instant) throws(Failure) -> Failure {
    _ = try Self.wait(for: [(helper.reports, POLLIN)], until: deadline)
    return Self.report(of: helper).map { .died($0) } ?? .gone
  }

  /// Reads a byte that the process reported; nil if it has ended.
  private static func report(of helper: tessera_helper) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(helper.reports, &byte, 1)
      if count < 0, errno == EINTR { continue }
      return count == 1 ? byte : nil
    }
  }

  /// Waits until something can be done with one of some descriptors.
  /// - Returns: For each descriptor, whether something can be done with it. Negative ones are ignored.
  private static func wait(
    for descriptors: [(descriptor: Int32, events: Int32)], until deadline: ContinuousClock.Instant
  ) throws(Failure) -> [Bool] {
    var polled = descriptors.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
    while true {
      let rest = (deadline - .now) / .milliseconds(1)
      guard rest > 0 else { throw .late }
      let count = poll(&polled, nfds_t(polled.count), Int32(clamping: Int(rest.rounded(.up))))
      if count > 0 { return polled.map { $0.revents != 0 } }
      if count < 0, errno != EINTR { throw .gone }
    }
  }
}

/// A response of which some bytes have come.
private struct IncomingResponse {
  private let limit: Int
  private var bytes: [UInt8] = []
  /// Whether no more bytes can come.
  private(set) var isEnded = false
  /// What the head says, once it has come.
  private var head: (isResult: Bool, length: Int)?

  init(limit: Int) { self.limit = limit }

  /// The length of head and bytes, as far as it is known.
  private var length: Int { DecoderResponse.headLength + (head?.length ?? 0) }

  var isComplete: Bool { head != nil && bytes.count == length }

  /// Receives what is there, at most the response.
  mutating func receive(from helper: tessera_helper) throws(DecoderProcess.Failure) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while !isComplete {
      let count = tessera_helper_receive(helper, &buffer, min(buffer.count, length - bytes.count))
      guard count > 0 else {
        isEnded = count == 0 || errno != EAGAIN
        return
      }
      bytes += buffer[..<count]
      guard head == nil, bytes.count == DecoderResponse.headLength else { continue }
      do throws(Diagnostic) {
        head = try DecoderResponse.head(bytes, limit: limit)
      } catch {
        throw .malformed
      }
    }
  }

  func response() throws(DecoderProcess.Failure) -> DecoderResponse {
    do throws(Diagnostic) {
      return try DecoderResponse(isResult: head?.isResult == true, Array(bytes.dropFirst(DecoderResponse.headLength)))
    } catch {
      throw .malformed
    }
  }

  /// Whether more bytes than the response have come.
  func isFollowed(from helper: tessera_helper) -> Bool {
    var byte: UInt8 = 0
    return tessera_helper_receive(helper, &byte, 1) > 0
  }
}
