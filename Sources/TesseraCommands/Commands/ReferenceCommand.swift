import ArgumentParser

/// `tessera reference`: what documents can say, from the tables that check them.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Print the reference of components and mediators as Markdown.")

  func run() throws { StandardOutput.write(ReferenceDocument.markdown(of: TesseraCommand.vocabulary)) }
}
