import CCrypto
import Foundation
import TesseraCrypto

/// An authenticator with one passkey, which tests make lie.
struct TestAuthenticator {
  var id: [UInt8] = Array("passkey".utf8)
  var user = [UInt8](repeating: 7, count: 32)
  var host = "board.example.org"
  var origin = "https://board.example.org"
  /// Present and verified.
  var flags: UInt8 = 5
  var counter: UInt32 = 1
  var isCrossOrigin: Bool?
  var format = "none"

  private static let x = "zW6qH4lShhdfu21oN4OJ5tNSix4o7dHH1QtNIM9ZX3c"
  private static let y = "xTcDh3Nob1NvFzDYTq2EH6CU_mWqXNMAVOh7rwQkPaI"
  private static let privateKey =
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOlksHHBrkAmbBONh6zKHc-V9R2UMKbMJqFG1KupUTVKhRANC"
    + "AATNbqofiVKGF1-7bWg3g4nm01KLHijt0cfVC00gz1lfd8U3A4dzaG9Tbxcw2E6thB-glP5lqlzTAFToe68EJD2i"

  /// Returns what the browser says.
  func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    let crossOrigin = isCrossOrigin.map { ", \"crossOrigin\": \($0)" } ?? ""
    return Array(
      #"{"type": "\#(type)", "challenge": "\#(challenge.base64URLText)", "origin": "\#(origin)"\#(crossOrigin)}"#.utf8)
  }

  /// Returns what the authenticator says of a use.
  func data() -> [UInt8] {
    HashFunction.sha256.digest(of: host.utf8) + [flags] + withUnsafeBytes(of: counter.bigEndian) { Array($0) }
  }

  /// Returns what it says of its new passkey.
  /// - Parameter key: The key as COSE has it; nil for its own.
  func attestation(key: [UInt8]? = nil) -> [UInt8] {
    var new = self
    new.flags |= 0x40
    let length = [UInt8(id.count >> 8), UInt8(id.count & 0xFF)]
    let data = new.data() + [UInt8](repeating: 0, count: 16) + length + id + (key ?? Self.key)
    return [0xA3] + Self.text("fmt") + Self.text(format) + Self.text("attStmt") + [0xA0] + Self.text("authData")
      + [0x59, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
  }

  /// Returns the signature of what the browser and the authenticator say.
  func signature(of data: [UInt8], _ clientData: [UInt8]) -> [UInt8] {
    let encoded = [UInt8](base64URL: Self.privateKey) ?? []
    let message = data + HashFunction.sha256.digest(of: clientData)
    let key = encoded.withUnsafeBufferPointer { bytes in
      var place = bytes.baseAddress
      return d2i_AutoPrivateKey(nil, &place, CLong(bytes.count))
    }
    let state = EVP_MD_CTX_new()
    defer {
      EVP_MD_CTX_free(state)
      EVP_PKEY_free(key)
    }
    var count = 128
    var signature = [UInt8](repeating: 0, count: count)
    EVP_DigestSignInit(state, nil, EVP_sha256(), nil, key)
    EVP_DigestSign(state, &signature, &count, message, message.count)
    return Array(signature.prefix(count))
  }

  /// The public key as COSE has it.
  private static var key: [UInt8] {
    [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + ([UInt8](base64URL: x) ?? []) + [0x22, 0x58, 0x20]
      + ([UInt8](base64URL: y) ?? [])
  }

  private static func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + Array(text.utf8) }
}
