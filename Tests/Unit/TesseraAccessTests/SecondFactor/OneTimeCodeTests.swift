import Foundation
import Testing

@testable import TesseraAccess

@Suite("One-time codes")
struct OneTimeCodeTests {
  private let code = OneTimeCode(secret: Array("12345678901234567890".utf8))

  @Test(arguments: [
    (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
    (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
  ])
  func `codes are those of RFC 6238, appendix B`(seconds: TimeInterval, text: String) {
    let step = OneTimeCode.step(at: Date(timeIntervalSince1970: seconds))
    #expect(code.code(ofStep: step, digits: 8) == text)
    #expect(code.code(ofStep: step) == text.suffix(6))
  }

  @Test func `codes of six digits are those of RFC 4226, appendix D`() {
    let texts = [
      "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
    ]
    #expect((0..<10).map { code.code(ofStep: $0) } == texts)
  }

  @Test(arguments: -3...3)
  func `the codes before and after the present one count, and no others`(steps: Int64) {
    let text = code.code(ofStep: 1000 + steps)
    let found = code.step(of: text, at: Date(timeIntervalSince1970: 30_015))
    #expect(found == (abs(steps) <= 1 ? 1000 + steps : nil))
  }

  @Test func `an app gets the secret by an address`() {
    #expect(
      code.address(account: "ada@example.org")
        == "otpauth://totp/Tessera:ada%40example%2Eorg?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tessera")
    #expect(OneTimeCode() != OneTimeCode())
  }

  @Test func `recovery codes are read as people type them`() throws {
    let code = RecoveryCode()
    #expect(code.text.utf8.count == 19 && code != RecoveryCode())
    for text in [
      code.text, code.text.lowercased(), code.text.replacing("-", with: " "), code.text.replacing("-", with: ""),
    ] {
      #expect(RecoveryCode(text) == code)
    }
    for text in [
      "", "123456", String(code.text.dropLast()), code.text + "A", "ABCD-EFGH-IJKL-MNO1", "ÄBCD-EFGH-IJKL-MNO",
    ] {
      #expect(RecoveryCode(text) == nil, "\(text)")
    }
  }
}
