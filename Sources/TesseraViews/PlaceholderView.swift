package import TesseraLayout
import TesseraValues

/// Stands where a component could not be made, and says why; the rest of the screen lives on.
package final class PlaceholderView: View {
  /// Creates a placeholder with a reason for people.
  package init(reason: String, in context: ViewContext) {
    super.init(.placeholder, in: context)
    self[.text] = .string(reason)
    self[.role] = "note"
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    measureText(self[.text].string ?? "", width: width)
  }
}
