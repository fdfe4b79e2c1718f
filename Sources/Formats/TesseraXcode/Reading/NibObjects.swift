package import TesseraXcodeFiles

/// The objects of a nib, with identities that are unique among several nibs.
///
/// Every question that an object has no sensible answer to is answered by `nil`, so that a damaged nib loses parts of
/// an interface rather than the whole.
package struct NibObjects: Sendable {
  package let graph: ArchivedObjects
  /// The name of the nib.
  package let name: String

  package init(_ graph: ArchivedObjects, name: String) { (self.graph, self.name) = (graph, name) }

  /// Returns the identity of an object.
  package func id(_ index: Int) -> StoryboardDocument.ObjectID { "\(name)#\(index)" }

  /// Returns the class that an object is archived as.
  package func archivedClass(of index: Int) -> String { graph[index]?.className ?? "" }

  /// Returns the class of an object, with the one that replaces it at run time.
  package func className(of index: Int) -> StoryboardClassName {
    let archived = archivedClass(of: index)
    guard archived == "UIClassSwapper" else { return StoryboardClassName(archived) }
    return StoryboardClassName(
      text("UIOriginalClassName", of: index) ?? "NSObject",
      custom: text("UIClassName", of: index).map(SwiftClassName.bareName))
  }

  package func value(_ key: String, of index: Int) -> ArchivedValue? { graph.value(of: key, in: index) }
  package func reference(_ key: String, of index: Int) -> Int? { graph.reference(of: key, in: index) }
  package func boolean(_ key: String, of index: Int) -> Bool? { graph.boolean(of: key, in: index) }
  package func integer(_ key: String, of index: Int) -> Int64? { graph.integer(of: key, in: index).map { Int64($0) } }
  package func text(_ key: String, of index: Int) -> String? { graph.string(of: key, in: index) }
  package func references(_ key: String, of index: Int) -> [Int] { graph.objects(of: key, in: index) }

  package func number(_ key: String, of index: Int) -> Double? {
    graph.number(of: key, in: index).flatMap { $0.isFinite ? $0 : nil }
  }

  package func reference(_ value: ArchivedValue) -> Int? {
    if case .reference(let index) = value, graph[index] != nil { index } else { nil }
  }

  /// Returns the entries of a dictionary whose keys are texts or numbers.
  package func entries(_ key: String, of index: Int) -> [(key: String, value: ArchivedValue)] {
    let entries = graph.entries(of: key, in: index)
    guard entries.isEmpty, let dictionary = reference(key, of: index) else { return entries }
    let flat = graph.elements(of: dictionary)
    return stride(from: 0, to: flat.count - flat.count % 2, by: 2).compactMap { position in
      graph.number(flat[position]).flatMap { Int64(exactly: $0) }.map { ("\($0)", flat[position + 1]) }
    }
  }

  /// Returns the numbers of a rectangle, a point, a size or insets.
  package func numbers(_ key: String, of index: Int) -> [Double]? {
    graph.numbers(of: key, in: index).flatMap { $0.allSatisfy { abs($0) <= Self.maximumCoordinate } ? $0 : nil }
  }

  /// The greatest coordinate that is believed, in points. Interface Builder allows 10,000.
  private static let maximumCoordinate = 1e6

  /// Returns the key of a text in the string tables; `nil` if it is not localized.
  package func localizationKey(_ value: ArchivedValue) -> String? {
    guard let index = reference(value), archivedClass(of: index) == "NSLocalizableString" else { return nil }
    return graph[index]?.values.lazy.filter { $0.key != "NS.bytes" }.compactMap { graph.string($0.value) }.first
  }
}
