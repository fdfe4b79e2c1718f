import Foundation
import TesseraValues

/// Addresses as people and programs write them in answers: relative, with white space around them, in other letters than
/// URLs have.
enum WebAddress {
  /// Returns the address by HTTP that a reference names; nil if it names none.
  /// - Parameter base: The address that a relative reference starts from (RFC 3986, section 5).
  static func url(_ reference: String, from base: HTTPURL?) -> HTTPURL? {
    guard reference.utf8.count <= HTTPURL.maximumLength else { return nil }
    // As in the URL standard: white space around it does not count, nor do line breaks and tabs in it.
    let reference = String(
      reference.trimmingXMLSpace.unicodeScalars.filter { !["\t", "\n", "\r"].contains($0) })
    guard !reference.isEmpty else { return nil }
    if scheme(of: reference) != nil || base == nil { return try? HTTPURL(PercentEncoding.literal(reference)) }
    return try? base?.resolving(reference)
  }

  /// Returns the text of the address that a reference names; nil if it names none by HTTP.
  static func text(_ reference: String?, from base: HTTPURL?) -> String? {
    reference.flatMap { url($0, from: base)?.text }
  }

  private static func scheme(of reference: String) -> Substring? {
    guard let colon = reference.firstIndex(of: ":") else { return nil }
    let scheme = reference[..<colon]
    guard scheme.first?.isASCII == true, scheme.first?.isLetter == true else { return nil }
    return scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) } ? scheme : nil
  }
}
