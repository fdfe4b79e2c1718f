import Testing

@testable import TesseraBoard

@Suite("Names of boards, pages and icons")
struct DisplayNameTests {
  @Test(arguments: [
    ("Home", "Home"), ("  one\n two\t", "one two"), ("a\u{0}b\u{7}", "ab"), ("", nil), (" \n", nil),
    ("\u{202E}\u{200F}", nil), ("\u{202E}abc", "\u{202E}abc"),
    ("a" + String(repeating: "\u{301}", count: 9_999), nil),
    (String(repeating: "W", count: 100), String(repeating: "W", count: 100)),
    (String(repeating: "W", count: 101), nil), ("👩‍💻", "👩‍💻"), ("שלום", "שלום"),
  ])
  func `are one line with something to read`(text: String, expected: String?) {
    #expect(DisplayName.normalized(text) == expected)
  }
}
