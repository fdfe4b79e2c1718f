import Foundation
import TesseraBundles
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraCommands
@testable import TesseraRuntime

@Suite("Options on the command line")
struct OptionArgumentTests {
  /// Returns the example with an option, twice.
  private func widgets() throws -> [(path: String, definition: WidgetDefinition)] {
    try ["one", "two"].map { name in
      let path = Repository.url("docs/examples/Counter.widget").path
      return ("/somewhere/\(name).widget/", try HeadlessHost(WidgetSource(path), clock: Date()).definition)
    }
  }

  @Test(
    arguments: [("step=5", [5, 5]), ("two.step=7", [nil, 7]), ("one.step=2.5", [2.5, nil])] as [(String, [Value?])])
  func `a value is set for the matching widgets`(argument: String, expected: [Value?]) throws {
    let values = try OptionArgument.values([try #require(OptionArgument(argument: argument))], for: try widgets())
    #expect(values.map { $0["step"] } == expected)
  }

  @Test(arguments: [
    ("stpe=5", "No widget here has an option 'stpe'; did you mean 'step'?"), ("three.step=5", "No widget here has"),
    ("step=much", "The option 'step' takes a number"),
  ])
  func `an option that no widget takes is reported`(argument: String, message: String) throws {
    let option = try #require(OptionArgument(argument: argument))
    let error = #expect(throws: (any Error).self) { try OptionArgument.values([option], for: try widgets()) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message))
  }

  @Test(arguments: ["step", "=5", "one.=5"])
  func `an argument without a name or a value is not an option`(argument: String) {
    #expect(OptionArgument(argument: argument) == nil)
  }
}
