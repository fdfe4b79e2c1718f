import Foundation
import Synchronization
import TesseraValues

/// The secrets that authenticated requests. Error messages hide them, because servers quote requests in responses.
package final class KnownSecrets: Sendable {
  /// The text that replaces a secret.
  private static let mask = "•••"
  /// The minimum length of a secret that is hidden in messages, in bytes. Shorter ones are not hidden. They would match
  /// unrelated text by chance.
  private static let minimumLength = 4
  /// The maximum number of secrets that are hidden in messages. A further one takes the place of the oldest.
  private static let maximumCount = 64

  private struct State {
    /// The secrets, most recent last.
    var secrets: [String] = []
    /// All encodings in which a secret may occur in a text, longest first.
    var spellings: [String] = []
  }

  private let state = Mutex(State())

  /// Creates a set without secrets.
  package init() {}

  /// Adds secrets, in the form in which they were entered or issued.
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

  /// Returns the encodings of a secret: verbatim; in JSON, and in JSON within JSON; percent-encoded with upper-case and
  /// lower-case digits, in URLs and forms; and in base64 with both alphabets, with and without padding.
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

  /// Returns a text with its secrets masked.
  func hiding(in text: String) -> String {
    guard let hidden = hiding(in: Data(text.utf8)) else { return text }
    return String(decoding: hidden, as: UTF8.self)
  }

  /// Returns bytes with their secrets masked, or nil if they contain none.
  ///
  /// - Complexity: O(*n*) in the number of bytes, for each encoding.
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

  /// Returns a value with the secrets in its texts and member names masked.
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

  /// Returns a response with its secrets masked, before any part of it is read or truncated.
  func hiding(in response: IncomingResponse) -> IncomingResponse {
    guard let hidden = hiding(in: Data(response.body)) else { return response }
    var copy = response
    copy.body = Array(hidden)
    return copy
  }
}

extension ServiceError {
  /// Returns the error with its secrets masked.
  func hiding(_ secrets: KnownSecrets) -> ServiceError {
    var copy = self
    copy.message = secrets.hiding(in: message)
    copy.underlying = underlying.map { secrets.hiding(in: $0) }
    copy.response = response.map { secrets.hiding(in: $0) }
    return copy
  }
}
