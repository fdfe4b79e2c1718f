import TesseraValues

extension JSONNode {
  /// The type of an object in a scheme, without the name of a module before it.
  var schemeType: String? { self["type"]?.string?.split(separator: ".").last.map(String.init) }

  /// The name of the table or collection of a controller in a scheme: its outlet, or the first of its `elements`, as in
  /// WidgetKit. Nil if the controller shows no rows.
  var rowsViewName: String? {
    let outlets = self["outlets"]
    if let name = outlets?["tableView"]?.string ?? outlets?["collectionView"]?.string { return name }
    guard let type = schemeType, Self.rowsControllers.contains(type) else { return nil }
    return outlets?["elements"]?.elements?.first?.string
  }

  private static let rowsControllers: Set<String> = [
    "TableDisplayController", "TableInfiniteScrollController", "CollectionDisplayController",
    "CollectionPageScrollController", "CollectionCircleScrollController",
  ]
}
