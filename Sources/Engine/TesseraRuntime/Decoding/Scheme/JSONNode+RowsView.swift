import TesseraValues

extension JSONNode {
  /// The name of the table or collection of a controller in a scheme: its outlet, or the first of its `elements`, as in
  /// WidgetKit. Nil if the controller shows no rows.
  var rowsViewName: String? {
    let outlets = self["outlets"]
    if let name = outlets?["tableView"]?.string ?? outlets?["collectionView"]?.string { return name }
    guard let type = self["type"]?.string?.split(separator: ".").last, Self.rowsControllers.contains(type) else {
      return nil
    }
    return outlets?["elements"]?.elements?.first?.string
  }

  private static let rowsControllers: Set<Substring> = [
    "TableDisplayController", "TableInfiniteScrollController", "CollectionDisplayController",
    "CollectionPageScrollController", "CollectionCircleScrollController",
  ]
}
