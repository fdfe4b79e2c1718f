import ArgumentParser

/// `tessera reference`: prints the reference of documents, generated from the tables that validate them.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Print the reference of components and mediators as Markdown.")

  @Flag(help: "Print a JSON Schema of screens instead, for editors.")
  var schema = false

  func run() throws {
    let extensions = TesseraCommand.extensions
    StandardOutput.write(schema ? ReferenceSchema.text(of: extensions) : ReferenceDocument.markdown(of: extensions))
  }
}
