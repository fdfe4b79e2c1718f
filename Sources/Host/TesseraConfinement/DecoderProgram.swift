import CSandbox
import Foundation
package import TesseraValues

/// The helper process: the other end of ``DecoderProcesses``.
///
/// For each piece of content it makes a copy of itself, which confines itself, reads the content, answers, and ends. So
/// content that takes over its decoder gets no other content, and changes what is made of no other. The process itself
/// reads nothing.
package struct DecoderProgram {
  private let decoders: [String: ContentDecoder]
  private let limits: DecoderLimits

  /// Creates the program.
  package init(_ decoders: [ContentDecoder], limits: DecoderLimits = DecoderLimits()) {
    self.decoders = Dictionary(decoders.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    self.limits = limits
  }

  /// Decodes until the host needs nothing more.
  /// - Returns: Whether the process was started by a host.
  package func run() -> Bool {
    guard tessera_is_helper() != 0 else { return false }
    for decoder in decoders.values { decoder.prepare() }
    let kind = confinedCopy { confine().rawValue }
    tessera_helper_report(UInt8(clamping: kind))
    while tessera_helper_await(Int32(limits.idleTime)) != 0 {
      let status = confinedCopy(respond)
      tessera_helper_report(UInt8(clamping: status))
      // What is left of the request cannot be told from the next one.
      if status != DecoderReport.isDone { break }
    }
    return true
  }

  /// Runs a function in a copy of the process.
  /// - Returns: Its result, or 128 and the signal that ended the copy.
  private func confinedCopy(_ body: () -> some BinaryInteger) -> Int32 {
    let child = tessera_helper_fork()
    guard child >= 0 else { return DecoderReport.isUnconfined }
    guard child == 0 else { return tessera_helper_wait(child) }
    _exit(Int32(clamping: body()))
  }

  private func confine() -> tessera_confinement_kind {
    tessera_confine(tessera_confinement(memory: UInt64(limits.memory), seconds: UInt32(limits.secondsUntilEnd)))
  }

  /// Answers one request, in a copy of the process.
  private func respond() -> Int32 {
    guard confine() != TESSERA_CONFINED_NOT else { return DecoderReport.isUnconfined }
    guard let request = readRequest() else { return DecoderReport.isUnasked }
    let (head, body) = response(to: request).parts
    return write(head) && write(body) ? Int32(DecoderReport.isDone) : DecoderReport.isUnasked
  }

  private func response(to request: DecoderRequest) -> DecoderResponse {
    guard let decoder = decoders[request.decoder] else {
      return .problem(.decoderFailure("there is no decoder '\(request.decoder.prefix(60))'"))
    }
    do throws(Diagnostic) {
      return .result(try decoder.decode(request.parameters, request.content))
    } catch {
      return .problem(error)
    }
  }

  private func readRequest() -> DecoderRequest? {
    guard let head = read(DecoderRequest.headLength) else { return nil }
    var reader = BinaryReader(head)
    guard let name = try? reader.number(Int.self), let parameters = try? reader.number(Int.self),
      let content = try? reader.number(Int.self), let name = read(name), let parameters = read(parameters),
      let content = read(content)
    else { return nil }
    return DecoderRequest(
      decoder: String(decoding: name, as: UTF8.self), parameters: parameters, content: content)
  }

  /// Reads as many bytes; nil if the host closed the connection before.
  private func read(_ count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = Foundation.read(STDIN_FILENO, buffer.baseAddress.map { $0 + filled }, count - filled)
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return }
        filled += read
      }
    }
    return bytes.count == count ? bytes : nil
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Foundation.write(STDIN_FILENO, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }
}
