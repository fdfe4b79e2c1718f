import Foundation
import Synchronization
import TesseraValues

/// The secrets with which requests were made. They are hidden in error messages, because servers quote requests in them.
package final class KnownSecrets: Sendable {
  /// What stands in the place of a secret.
  private static let mask = "•••"
  /// Shorter texts are found everywhere by chance, in bytes.
  private static let minimumLength = 4
  private static let maximumCount = 64

  private struct State {
    /// The secrets, the latest last.
    var secrets: [String] = []
    /// All ways in which they may stand in a text, the longest first.
    var spellings: [String] = []
  }

  private let state = Mutex(State())

  /// Knows no secret.
  package init() {}

  /// Keeps secrets, as they were entered or given out.
  func insert(_ secrets: String?...) {
    state.withLock { state in
      let new = secrets.compactMap(\.self).filter {
        $0.utf8.count >= Self.minimumLength && !state.secrets.contains($0)
      }
      guard !new.isEmpty else { return }
      state.secrets = (state.secrets + new).suffix(Self.maximumCount)
      state.spellings = Array(Set(state.secrets.flatMap(Self.spellings))).sorted {
        ($0.utf8.count, $0) > ($1.utf8.count, $1)
      }
    }
  }

  /// As it is; in JSON, and in JSON within JSON; percent-encoded in capitals and small letters, in addresses and forms; in base64 with
  /// both alphabets, padded and not.
  private static func spellings(of secret: String) -> [String] {
    func quoted(_ text: String) -> String { String(JSONText.text(of: .string(text)).dropFirst().dropLast()) }
    let base64 = Data(secret.utf8).base64EncodedString()
    let addressed = base64.replacing("+", with: "-").replacing("/", with: "_")
    let encoded = [PercentEncoding.data(secret), PercentEncoding.literal(secret)]
    let lowered = encoded.map { $0.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() } }
    let plain = [secret, quoted(secret), quoted(quoted(secret)), quoted(secret).replacing("/", with: "\\/")]
    let forms = (encoded + lowered).map { $0.replacing("%20", with: "+") }
    let coded = [base64, addressed].flatMap { [$0, $0.replacing("=", with: "")] }
    return (plain + encoded + lowered + forms + coded).filter { $0.utf8.count >= minimumLength }
  }

  /// A text without the secrets.
  func hiding(in text: String) -> String {
    guard let hidden = hiding(in: Data(text.utf8)) else { return text }
    return String(decoding: hidden, as: UTF8.self)
  }

  /// Bytes without the secrets; nil where there is none in them.
  ///
  /// - Complexity: linear in the bytes, for each spelling.
  private func hiding(in bytes: Data) -> Data? {
    let spellings = state.withLock { $0.spellings }
    var current = bytes
    var isFound = false
    for spelling in spellings {
      let part = Data(spelling.utf8)
      var hidden = Data()
      var start = current.startIndex
      while let range = current.range(of: part, in: start..<current.endIndex) {
        hidden += current[start..<range.lowerBound] + Data(Self.mask.utf8)
        start = range.upperBound
      }
      guard start > current.startIndex else { continue }
      current = hidden + current[start...]
      isFound = true
    }
    return isFound ? current : nil
  }

  /// A value without the secrets, in texts and in names of members.
  func hiding(in value: Value) -> Value {
    switch value {
    case .string(let text): .string(hiding(in: text))
    case .array(let values): .array(values.map { hiding(in: $0) })
    case .dictionary(let members):
      .dictionary(
        Dictionary(members.map { (hiding(in: $0.key), hiding(in: $0.value)) }, uniquingKeysWith: { first, _ in first }))
    default: value
    }
  }

  /// An answer without the secrets, before anything of it is read or cut.
  func hiding(in answer: IncomingAnswer) -> IncomingAnswer {
    guard let hidden = hiding(in: Data(answer.body)) else { return answer }
    var copy = answer
    copy.body = Array(hidden)
    return copy
  }
}

extension ServiceError {
  /// The error without secrets.
  func hiding(_ secrets: KnownSecrets) -> ServiceError {
    var copy = self
    copy.message = secrets.hiding(in: message)
    copy.underlying = underlying.map { secrets.hiding(in: $0) }
    copy.response = response.map { secrets.hiding(in: $0) }
    return copy
  }
}
