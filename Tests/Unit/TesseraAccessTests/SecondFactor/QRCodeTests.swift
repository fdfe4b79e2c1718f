import Testing

@testable import TesseraAccess

@Suite("QR codes")
struct QRCodeTests {
  private static let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]

  /// The dark and light modules of a square.
  private func square(_ code: QRCode, _ row: Int, _ column: Int) -> [String] {
    (row..<row + 7).map { row in
      String((column..<column + 7).map { code.modules[row * code.size + $0] ? "#" : "." })
    }
  }

  @Test(arguments: [1, 14, 80, 300, 512])
  func `three corners have the pattern by which readers find a code`(count: Int) throws {
    let code = try #require(QRCode(String(repeating: "a", count: count)))
    #expect((code.size - 17) % 4 == 0 && code.modules.count == code.size * code.size)
    for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
      #expect(square(code, row, column) == Self.finder)
    }
  }

  @Test func `a text of up to 14 bytes has the smallest code, and another text another one`() throws {
    #expect(QRCode("12345678901234")?.size == 21)
    #expect(QRCode("é2345678901234")?.size == 25)
    #expect(QRCode("a") != QRCode("b") && QRCode("a") == QRCode("a"))
  }

  @Test(arguments: ["", String(repeating: "a", count: 513)])
  func `empty and long texts have none`(text: String) { #expect(QRCode(text) == nil) }

  @Test func `the picture has the dark modules, with a light border of four`() throws {
    let code = try #require(QRCode("a"))
    let svg = code.svg
    #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29" "#))
    #expect(svg.contains(##"<path fill="#fff" d="M0 0h29v29H0z"/><path fill="#000" d="M4 4h7v1H4z"##))
    let runs = svg.split(separator: "M").dropFirst(2).compactMap { run -> Int? in
      run.split(separator: "h").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }
    #expect(runs.reduce(0, +) == code.modules.count { $0 })
    #expect(!svg.contains("style"))
  }

  @Test func `each account's enrolment has one, also with the longest name`() {
    let name = String(repeating: "@", count: 64)
    #expect(QRCode(OneTimeCode().address(account: name)) != nil)
  }
}
