import Foundation
import TesseraLayout
import TesseraValues
import TesseraViews

/// A scenario: a window, a date, and the steps that a user performs and expects.
struct Scenario: Sendable {
  /// The size of the window in points.
  var size = Size(width: 375, height: 667)
  /// The place on a board, which may choose the first screen; nil for none.
  var place: GridPlace?
  /// The date at the beginning; nil for the current date.
  var start: Date?
  /// The folder that contains the scenario's file.
  var folder = "."
  /// The folder of the bundle, relative to the scenario's file.
  var widget: String?
  /// The first screen; nil for the main screen.
  var screen: String?
  /// The viewer's language, such as `de-AT`; nil if it is not specified.
  var language: String?
  /// Values of the widget's options as texts, keyed by name.
  var options: [String: String] = [:]
  /// The answers to the requests of the widget; nil if they go to their servers.
  var network: [ScenarioNetwork.Response]?
  /// The steps, in order.
  var steps: [Step] = []

  /// Shows the widget in cells of a board. A cell of 90 points with 10 between cells is what boards of usual windows have.
  mutating func show(in cells: GridSize) {
    size = Size(width: Double(cells.columns) * 100 - 10, height: Double(cells.rows) * 100 - 10)
    place = GridPlace(cells: cells)
  }

  /// A step and its position in the file.
  struct Step: Sendable {
    var action: Action
    var position: SourcePosition
  }

  /// The action of a step.
  enum Action: Sendable {
    case expect(Expectation)
    case type(Target, text: String)
    case set(Target, value: Value)
    case move(Target, from: Int, to: Int)
    case choose(Target, item: String)
    case pick(Target, file: String)
    case drag(Target, from: Point, to: Point)
    case key(Target, label: String?, Key)
    case tap(Target)
    case longPress(Target)
    case submit(Target)
    case refresh(Target)
    case scroll(Target, offset: Double)
    case answer(String)
    case back
    case resize(Size)
    case cells(GridSize)
    case advance(Duration)
    case update(fails: Bool)
    case options([String: String])
  }

  /// The view that a step refers to.
  struct Target: Sendable, CustomStringConvertible {
    var id: String
    /// The index of the view among those with the same name, from 0 in reading order.
    var index: Int?
    /// Whether hidden views are included, for a step that checks whether views are hidden.
    var countsHidden = false

    var description: String { index.map { "'\(id)' [\($0)]" } ?? "'\(id)'" }
  }

  /// The conditions of a step. All that are specified must hold.
  struct Expectation: Sendable {
    var target: Target?
    var text: String?
    var value: String?
    var rows: Int?
    var hidden: Bool?
    var disabled: Bool?
    var exists: Bool?
    /// The error of the view; empty for none.
    var error: String?
    /// The name of the frontmost screen.
    var screen: String?
    /// A part of the short message that the last step showed.
    var toast: MessageExpectation?
    /// A part of the title or text of the frontmost alert.
    var alert: MessageExpectation?
  }

  /// The expectation about alerts or short messages: that there is none, or what it contains.
  enum MessageExpectation: Sendable {
    case none
    case containing(String)
  }
}
