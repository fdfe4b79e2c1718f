import TesseraBundles
package import TesseraValues
import TesseraViews

/// Provides the objects of a JSON file of the bundle, which contains a list of objects or a single one.
package final class JSONFileDataProvider: ListContentProvider {
  private var fileName: String?

  override var source: [Value] {
    guard let fileName, let screen else { return [] }
    guard let document = screen.core.instance.definition.bundle.data(named: fileName) else {
      report("the bundle has no file 'data/\(fileName).json'")
      return []
    }
    let value = document.value
    return (masterKeyPath.map { value.value(at: ValuePath($0)) } ?? value).elements
  }

  package override class var requirements: [[String]] { [["fileName"]] }

  package override class var properties: PropertyTable<Mediator> { table }

  private static let table = PropertyTable<Mediator>(
    "JSONFileDataProvider", inheriting: providerProperties,
    [
      .text(
        JSONFileDataProvider.self, "fileName", "The name of a file in 'data', without its extension.", \.fileName,
        .reference(.data))
    ])
}
