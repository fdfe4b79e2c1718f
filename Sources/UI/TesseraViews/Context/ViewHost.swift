package import Foundation
package import TesseraValues

/// What the views of a presentation ask of what shows them. Views without a host work alone.
package protocol ViewHost: AnyObject {
  /// The date as the widget sees it.
  var now: Date { get }
  /// Stores view state that outlives the views; nil if nothing is stored.
  var stateStore: (any ViewStateStore)? { get }

  /// Returns whether the widget may show a page: the manifest must list its host, or a person typed it.
  func allows(address: String) -> Bool
  /// Returns whether a person typed an address with this host into the widget's options.
  func isTyped(address: String) -> Bool

  /// Called when an attribute or the style changes on a view that is ``View/isObserved``.
  func observedViewDidChange(_ view: View)
  /// Called when a document asks too much of a view. It may be called repeatedly for the same problem.
  func report(_ problem: String, of view: View)
  /// Called when layout can satisfy a view only in part. People who use the widget do not see it. It may be called repeatedly
  /// for the same problem.
  func log(_ problem: String, of view: View)

  /// Runs work after the current layout.
  func afterLayout(_ body: @escaping () -> Void)
  /// Performs work outside the presentation and calls back with the result.
  func run(_ work: @escaping @Sendable () async -> any Sendable, then: @escaping (any Sendable) -> Void)
  /// Waits for a duration and calls back in the presentation.
  func wait(for duration: Duration, then: @escaping () -> Void)

  /// Loads the content of a lazy view.
  func load(_ view: LazyView)
  /// Fetches the size of a view's picture, which becomes one of the context's ``ViewContext/imageSizes``. Called while
  /// layout is computed, and repeatedly for the same view.
  func fetchImageSize(for view: ImageView)
  /// Loads, unloads or resizes an embedded widget.
  func perform(_ command: WidgetView.Command, for view: WidgetView)

  /// Returns the values that the forms of a group stored last.
  func formValues(of group: String) -> [String: Value]
  /// Stores the values of a form for the other forms of its group.
  func storeFormValues(_ values: [String: Value], of group: String)

  /// Whether the views belong to a custom widget on a board, and not to components of a screen.
  var isBoardWidget: Bool { get }
  /// Requests a different number of cells from the board.
  func requestGridCells(_ cells: GridSize)
  /// Publishes the buttons that the widget has on a board, in the format of ``ViewAttribute/accessories``.
  func showAccessories(_ accessories: Value)
}
