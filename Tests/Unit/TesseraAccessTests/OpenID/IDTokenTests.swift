import Foundation
import TesseraValues
import Testing

@testable import TesseraAccess

/// The URL-safe alphabet without padding, written here once more, so that the decoder is compared with something else.
private func encoded(_ text: String) -> String {
  Data(text.utf8).base64EncodedString().map { character -> String in
    switch character {
    case "+": "-"
    case "/": "_"
    case "=": ""
    default: String(character)
    }
  }.joined()
}

private func token(payload: String, algorithm: String = "RS256") -> String {
  let header = #"{"alg":"\#(algorithm)"}"#
  return [header, payload, "signature"].map { encoded($0) }.joined(separator: ".")
}

/// A list in lists.
private func nested(_ depth: Int) -> String {
  String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

@Suite("ID tokens")
struct IDTokenTests {
  private static let issuer = "https://id.example.org"
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)
  private static let valid: [String: Value] = [
    "iss": "https://id.example.org", "sub": "42", "aud": "tessera", "exp": 1_700_000_060, "iat": 1_700_000_000,
    "nonce": "the nonce", "preferred_username": "Ada",
  ]

  /// Returns a token with other claims than the valid ones; null stands for a claim that is missing.
  private static func changed(_ changes: [String: Value]) -> String {
    let claims = valid.merging(changes) { $1 }.filter { !$0.value.isNull }
    return token(payload: JSONText.text(of: .dictionary(claims)))
  }

  private func read(_ text: String) throws(IDToken.Problem) -> IDToken {
    try IDToken(text, issuer: Self.issuer, client: "tessera", nonce: "the nonce", now: Self.now)
  }

  private func problem(_ text: String) -> String? {
    do throws(IDToken.Problem) {
      _ = try read(text)
      return nil
    } catch {
      return error.words
    }
  }

  @Test(
    arguments: [
      [:], ["aud": ["tessera"]], ["aud": ["other", "tessera"], "azp": "tessera"], ["azp": "tessera"],
      // Clocks may differ by five minutes.
      ["exp": 1_699_999_701], ["iat": 1_700_000_300], ["exp": 1_700_000_060.5], ["iat": 1_600_000_000],
      ["groups": ["a", "b"], "address": ["country": ["code": "PT"]]],
    ] as [[String: Value]])
  func `what a provider may write is accepted`(changes: [String: Value]) throws {
    let claims = try read(Self.changed(changes)).claims
    #expect(claims.subject == "42")
    #expect(claims.name(by: OpenIDClaims.usualName) == "Ada")
  }

  @Test(arguments: ["RS256", "ES384", "HS256", "none"])
  func `the algorithm of the signature does not matter`(name: String) {
    let payload = JSONText.text(of: .dictionary(Self.valid))
    #expect(problem(token(payload: payload, algorithm: name)) == nil)
  }

  @Test(
    arguments: [
      (["iss": "https://evil.example"], "of another issuer"),
      (["iss": "https://id.example.org/"], "of another issuer"),
      (["iss": nil], "of another issuer"),
      (["aud": "other"], "for another client"),
      (["aud": ["other", "more"]], "for another client"),
      (["aud": []], "which client"),
      (["aud": nil], "which client"),
      (["aud": ["tessera", 1]], "which client"),
      (["aud": ["other", "tessera"]], "several clients"),
      (["aud": ["other", "tessera"], "azp": "other"], "given to another client"),
      (["azp": "other"], "given to another client"),
      (["azp": 1], "given to another client"),
      (["exp": 1_699_999_700], "expired"),
      (["exp": nil], "when it ends"),
      (["exp": "1700000060"], "when it ends"),
      (["exp": true], "when it ends"),
      (["iat": 1_700_000_301], "future"),
      (["iat": nil], "when it ends"),
      (["iat": "now"], "when it ends"),
      (["nonce": "another nonce"], "another sign-in"),
      (["nonce": ""], "another sign-in"),
      (["nonce": nil], "another sign-in"),
      (["nonce": ["the nonce"]], "another sign-in"),
      (["sub": nil], "whom it is about"),
      (["sub": ""], "whom it is about"),
      (["sub": 42], "whom it is about"),
    ] as [([String: Value], String)])
  func `claims that are wrong, or missing, are refused`(changes: [String: Value], words: String) {
    let problem = problem(Self.changed(changes)) ?? "accepted"
    #expect(problem.contains(words), "\(problem)")
  }

  @Test(
    arguments: [
      ("", "three parts"), ("a.b", "three parts"), ("a.b.c.d.e", "three parts"), ("..", "not JSON"),
      ("a.!!!.c", "not JSON"), ("a.e30=.c", "not JSON"), (token(payload: "claims"), "not JSON"),
      (token(payload: "[1]"), "not JSON"), (token(payload: "\u{FEFF}"), "not JSON"),
      (token(payload: #"{"iss":"#), "not JSON"),
      (token(payload: nested(100)), "not JSON"), (token(payload: #"{"a":\#(nested(20))}"#), "not JSON"),
      (token(payload: String(repeating: " ", count: 1 << 20)), "too large"),
    ] as [(String, String)])
  func `texts that are no tokens are refused`(text: String, words: String) {
    #expect(problem(text)?.contains(words) == true)
  }
}

@Suite("What a provider claims about a person")
struct OpenIDClaimsTests {
  @Test(
    arguments: [
      (["preferred_username": "ada"], "preferred_username", "ada"),
      (["preferred_username": "ada", "email": "a@example.org", "email_verified": true], "preferred_username", "ada"),
      (["email": "a@example.org", "email_verified": true], "preferred_username", "a@example.org"),
      (
        ["preferred_username": "", "email": "b@b.example", "email_verified": true], "preferred_username", "b@b.example"
      ),
      (["email": "a@example.org"], "preferred_username", nil),
      (["email": "a@example.org", "email_verified": false], "preferred_username", nil),
      (["email": "a@example.org", "email_verified": "true"], "preferred_username", nil),
      (["email": "a@example.org", "email_verified": false], "email", nil),
      (["email": "a@example.org", "email_verified": true], "email", "a@example.org"),
      (["email": "a@example.org", "email_verified": true], "nickname", nil),
      (["nickname": "lovelace"], "nickname", "lovelace"),
      (["https://example.org/name": "ada"], "https://example.org/name", "ada"),
      (["preferred_username": 5], "preferred_username", nil),
      ([:], "preferred_username", nil),
    ] as [([String: Value], String, String?)])
  func `the name is that of the claim, or a verified e-mail address`(
    members: [String: Value], claim: String, name: String?
  ) {
    #expect(OpenIDClaims(members: members).name(by: claim) == name)
  }

  @Test func `more claims do not replace known ones, and do not verify another e-mail address`() {
    var claims = OpenIDClaims(members: ["sub": "42", "email": "mallory@example.org"])
    claims.add(OpenIDClaims(members: ["email": "ada@example.org", "email_verified": true, "nickname": "lovelace"]))
    #expect(claims.name(by: "email") == nil)
    #expect(claims.name(by: "nickname") == "lovelace")
    claims.add(OpenIDClaims(members: ["nickname": "other"]))
    #expect(claims.name(by: "nickname") == "lovelace")
    #expect(OpenIDClaims(["a"]) == nil)
  }
}
