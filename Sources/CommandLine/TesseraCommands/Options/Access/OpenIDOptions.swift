import ArgumentParser
import Foundation
import TesseraAccess
import TesseraHTTPClient
import TesseraServer

/// How people sign in at an OpenID provider.
struct OpenIDOptions: ParsableArguments {
  @Option(
    name: .customLong("openid-issuer"),
    help: ArgumentHelp(
      "The OpenID provider at which people sign in, such as https://auth.example.org.",
      discussion: "It is trusted for names: people whom the provider names so get the account of that name. "
        + "Register the address of this server, followed by /openid, as the redirect address there. "
        + "If browsers use another address than the server sees, --sign-in-address states it.",
      valueName: "url"))
  var issuer: String?

  @Option(
    name: .customLong("openid-client"),
    help: ArgumentHelp("The name under which the provider knows this server.", valueName: "id"))
  var client: String?

  @Option(
    name: .customLong("openid-client-secret-file"),
    help: ArgumentHelp("The file with the client's secret; public clients have none.", valueName: "file"))
  var secretFile: String?

  @Option(
    name: .customLong("openid-name-claim"),
    help: ArgumentHelp(
      "The claim that names the account.",
      discussion: "Without preferred_username, a verified e-mail address is the name.", valueName: "claim"))
  var nameClaim = OpenIDClaims.usualName

  @Option(
    name: .customLong("openid-role"),
    help: ArgumentHelp(
      "The role of people who have no account here, and get one; without it, they are not admitted.",
      valueName: "role"))
  var role: Role?

  @Option(
    name: .customLong("openid-scope"),
    help: ArgumentHelp("What the provider is asked for.", valueName: "scopes"))
  var scope = "openid profile email"

  @Option(
    name: .customLong("openid-label"),
    help: ArgumentHelp("The words of the button on the sign-in page.", valueName: "text"))
  var label = "Sign in with OpenID"

  /// The maximum number of characters in `--openid-label`. A longer label is refused.
  private static var maximumLabel: Int { 60 }

  func validate() throws {
    guard let issuer else {
      if client != nil || secretFile != nil || role != nil {
        throw ValidationError("'--openid-client' and its like need '--openid-issuer'")
      }
      return
    }
    guard OpenIDSettings.isIssuer(issuer) else {
      throw ValidationError("'--openid-issuer' takes an address such as https://auth.example.org, not '\(issuer)'")
    }
    guard let client, !client.isEmpty else { throw ValidationError("'--openid-issuer' needs '--openid-client'") }
    guard scope.split(separator: " ").contains("openid") else {
      throw ValidationError("'--openid-scope' contains 'openid'")
    }
    guard !nameClaim.isEmpty, (1...Self.maximumLabel).contains(label.count) else {
      throw ValidationError("'--openid-name-claim' and '--openid-label' are not empty, and the label is short")
    }
  }

  /// Returns what signs people in at the provider; nil if there is none.
  /// - Throws: A validation error if the file with the secret cannot be read.
  func makeClient() throws -> OpenIDClient? {
    guard let issuer, let client else { return nil }
    var settings = OpenIDSettings(issuer: issuer, client: client, secret: try secret())
    settings.nameClaim = nameClaim
    settings.role = role
    settings.scope = scope
    settings.label = label
    return OpenIDClient(settings, transport: .shared)
  }

  private func secret() throws -> String? {
    guard let secretFile else { return nil }
    let content = FileManager.default.contents(atPath: secretFile) ?? Data()
    let secret = String(decoding: content, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !secret.isEmpty else {
      throw ValidationError("The file '\(secretFile)' of '--openid-client-secret-file' cannot be read, or is empty")
    }
    return secret
  }
}
