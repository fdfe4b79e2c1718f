package import TesseraValues
import TesseraViews

/// Runs an action repeatedly while the screen is visible.
package final class TimerActionController: ActionController {
  package required init() {
    super.init()
    interval = 60
  }

  private static let table = PropertyTable("TimerActionController", actionProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}
