package import Foundation
package import TesseraValues
package import TesseraViews

/// A host of views that records their problems and changes, and does nothing else.
package final class RecordingViewHost: ViewHost {
  /// The problems that views reported.
  package private(set) var problems: [String] = []
  /// Called with each observed view that changes.
  package var onChange: (View) -> Void = { _ in }

  package init() {}

  package var now: Date { Date(timeIntervalSince1970: 0) }
  package var stateStore: (any ViewStateStore)? { nil }
  package func allows(address: String) -> Bool { false }
  package func isTyped(address: String) -> Bool { false }
  package func observedViewDidChange(_ view: View) { onChange(view) }
  package func report(_ problem: String, of view: View) { problems.append(problem) }
  package func log(_ problem: String, of view: View) { problems.append(problem) }
  package func afterLayout(_ body: @escaping () -> Void) {}
  package func run(_ work: @escaping @Sendable () async -> any Sendable, then: @escaping (any Sendable) -> Void) {}
  package func wait(for duration: Duration, then: @escaping () -> Void) {}
  package func load(_ view: LazyView) {}
  package func fetchImageSize(for view: ImageView) {}
  package func perform(_ command: WidgetView.Command, for view: WidgetView) {}
  package func formValues(of group: String) -> [String: Value] { [:] }
  package func storeFormValues(_ values: [String: Value], of group: String) {}
  package var isBoardWidget: Bool { false }
  package func requestGridCells(_ cells: GridSize) {}
  package func showAccessories(_ accessories: Value) {}
}
