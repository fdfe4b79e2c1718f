import TesseraValues
import Testing

@Suite("Instructions in XML")
struct XMLInstructionsTests {
  @Test(arguments: [
    ("<?a?><b/>", "<?a ?><b/>"), ("<b><?a?></b>", "<b><?a ?></b>"), ("<?a b?><?c?>", "<?a b?><?c ?>"),
    ("<?é:1.x-y?>", "<?é:1.x-y ?>"), ("<?<?a?>", "<?<?a ?>"), ("<?a<?b?><?c?>", "<?a<?b ?><?c ?>"),
    ("<?a?", "<?a?"), ("<?>", "<?>"), ("<??>", "<??>"), ("", ""), ("?>", "?>"), ("<", "<"),
    ("<?xml version=\"1.0\"?><a b=\"?>\"/>", "<?xml version=\"1.0\"?><a b=\"?>\"/>"), ("<?a\n?>", "<?a\n?>"),
  ])
  func `get a space where they have no content`(_ source: String, expected: String) {
    #expect(String(decoding: XMLInstructions.withContent(Array(source.utf8)), as: UTF8.self) == expected)
  }
}
