import Foundation
import TesseraValues
import Testing

@testable import TesseraCommands
@testable import TesseraRuntime

@Suite("Options on the command line")
struct OptionArgumentTests {
  /// The example with an option, twice.
  private func instances() throws -> [(path: String, instance: Instance)] {
    try ["one", "two"].map { name in
      let path = repository.appending(path: "docs/examples/Counter.widget").path
      return ("/somewhere/\(name).widget/", try HeadlessHost(bundle: path, clock: Date()).instance)
    }
  }

  @Test(
    "a value goes to the widgets that are meant",
    arguments: [("step=5", [5, 5]), ("two.step=7", [1, 7]), ("one.step=2.5", [2.5, 1])] as [(String, [Value])])
  func values(argument: String, expected: [Value]) throws {
    let instances = try instances()
    try OptionArgument.apply([try #require(OptionArgument(argument: argument))], to: instances)
    #expect(instances.map { $0.instance.options.value.value(at: "step") } == expected)
  }

  @Test(
    "what no widget takes is told",
    arguments: [
      ("stpe=5", "No widget here has an option 'stpe'; did you mean 'step'?"), ("three.step=5", "No widget here has"),
      ("step=much", "The option 'step' takes a number"),
    ])
  func faults(argument: String, message: String) throws {
    let option = try #require(OptionArgument(argument: argument))
    let error = #expect(throws: (any Error).self) { try OptionArgument.apply([option], to: try instances()) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message))
  }

  @Test("what has no name or no value is no option", arguments: ["step", "=5", "one.=5"])
  func noOptions(argument: String) { #expect(OptionArgument(argument: argument) == nil) }
}
