import Testing

@testable import TesseraCommands

@Suite("Names of commands")
struct CommandNameTests {
  @Test(
    arguments: [
      (["chek", "A.widget"], "The command 'chek' does not exist; did you mean 'check'?"),
      (["A.widget"], "The command 'A.widget' does not exist. See 'tessera --help'"),
      (["check", "A.widget"], nil), (["help"], nil), (["--version"], nil), ([], nil),
    ] as [([String], String?)])
  func `are suggested for an unknown one`(arguments: [String], message: String?) {
    #expect(TesseraCommand.unknownCommand(in: arguments) == message)
  }
}
