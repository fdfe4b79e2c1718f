package import TesseraValues
import TesseraViews

/// Runs an action when the user scrolls near the end of a table. The action's object is the last item, by which the
/// service finds the next ones.
package final class InfiniteScrollActionController: ActionController {
  /// Whether the end is tracked, rather than the start.
  private var tracksEnd = true

  package override func start() {
    super.start()
    // All controllers of tables are now set up, regardless of their order in the document.
    guard let controller else {
      screen?.report("\(identifier): its 'sender' is not the table of a TableInfiniteScrollController")
      return
    }
    if tracksEnd {
      controller.didReachEnd = { [weak self] in self?.goOn() }
    } else {
      controller.didReachStart = { [weak self] in self?.goOn() }
    }
  }

  /// The controller that displays the rows of the table.
  private var controller: TableInfiniteScrollController? {
    screen?.mediators.lazy.compactMap { $0 as? TableInfiniteScrollController }
      .first { $0.rowsView === self.sender && $0.rowsView != nil }
  }

  private func goOn() {
    guard !status.inProgress, let controller else { return }
    // Search results are loaded by the search's own action.
    if let search = controller.searchController, search.isSearching {
      return search.status.inProgress ? () : search.searchAgain()
    }
    performAction(fallingBackTo: edge(of: controller))
  }

  private func edge(of controller: TableInfiniteScrollController) -> Value {
    guard let provider = controller.currentProvider, provider.count > 0 else { return .null }
    return provider.item(at: tracksEnd ? provider.count - 1 : 0)
  }

  package override class var outlets: [Outlet] { actionOutlets(senders: [.table]) }

  package override class var requirements: [[String]] { [["actionName"], ["sender"]] }

  private static let table = PropertyTable<Mediator>(
    "InfiniteScrollActionController", inheriting: actionProperties,
    [
      .flag(
        InfiniteScrollActionController.self, "trackScrollDown",
        "Whether the end of the table is tracked, rather than its start; true by default.", \.tracksEnd)
    ])
  package override class var properties: PropertyTable<Mediator> { table }
}
