import Foundation
import TesseraLayout
import TesseraValues
import TesseraViews

/// A scenario: a window, a date, and what a person does and expects, step by step.
struct Scenario: Sendable {
  /// The size of the window in points.
  var size = Size(width: 375, height: 667)
  /// The date when it begins; now if it says nothing.
  var start: Date?
  /// The folder that the scenario's file lies in.
  var folder = "."
  /// The folder of the bundle, relative to the scenario's file.
  var widget: String?
  /// What the viewer reads, such as `de-AT`; nobody says if it says nothing.
  var language: String?
  /// Values of the widget's options, as texts, by their names.
  var options: [String: String] = [:]
  /// The steps in order.
  var steps: [Step] = []

  /// A step and where it stands.
  struct Step: Sendable {
    var action: Action
    var position: SourcePosition
  }

  /// What a step does.
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
    case cells(GridCells)
    case advance(Duration)
  }

  /// Which view a step is about.
  struct Target: Sendable, CustomStringConvertible {
    var id: String
    /// Which of several views of that name, from 0 in reading order.
    var index: Int?
    /// Whether hidden views count, too: a step may be about whether they are.
    var countsHidden = false

    var description: String { index.map { "'\(id)' [\($0)]" } ?? "'\(id)'" }
  }

  /// What a step expects. All parts that are given have to hold.
  struct Expectation: Sendable {
    var target: Target?
    var text: String?
    var value: String?
    var rows: Int?
    var hidden: Bool?
    var disabled: Bool?
    var exists: Bool?
    /// What is told to be wrong; empty for nothing.
    var error: String?
    /// The name of the screen in front.
    var screen: String?
    /// A part of the short message that the last step brought.
    var toast: String?
    /// A part of the title or text of the alert in front; nothing for "no alert".
    var alert: AlertExpectation?
  }

  /// What is expected of alerts.
  enum AlertExpectation: Sendable {
    case none
    case containing(String)
  }
}
