import Foundation
import TesseraLayout
import TesseraValues
public import TesseraViews

/// A star rating: a component that draws itself. The same drawing produces PNG, SVG, PDF and the content of a
/// browser.
final class RatingView: View {
  static let count = 5

  /// The number of stars.
  var stars: Int {
    get { Int(self[.value].integer ?? 0) }
    set {
      self[.value] = .integer(Int64(min(max(newValue, 0), Self.count)))
      self[.accessibilityLabel] = .string("\(stars) of \(Self.count) stars")
    }
  }

  override var value: Value {
    get { .integer(Int64(stars)) }
    set { stars = newValue.number.map { Int($0.rounded()) } ?? 0 }
  }

  override var isFormField: Bool { true }

  /// Adds a star; after the last one, resets to none.
  override func performPress() {
    stars = stars == Self.count ? 0 : stars + 1
    emit(.change, ["value": value])
    super.performPress()
  }

  override var measuresContent: Bool { true }

  override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    MeasuredSize(size: Size(width: 24 * Double(Self.count), height: 24))
  }
}

extension ViewKind {
  /// A star rating.
  static let rating = ViewKind(
    "rating", defaults: ViewDefaults(color: .accent),
    element: WebElement("button", attributes: ["type": "button"], isControl: true, isDrawn: true),
    drawing: { node, box, canvas in
      let given = node[.value].number ?? 0
      let size = min(box.width / Double(RatingView.count), box.height)
      for index in 0..<RatingView.count {
        let center = Point(x: box.minX + (Double(index) + 0.5) * size, y: box.midY)
        let isGiven = Double(index) < given
        canvas.fill(
          star(around: center, radius: size * 0.45),
          isGiven ? node.color(in: canvas.scheme) : canvas.color(.separator))
      }
    })

  private static func star(around center: Point, radius: Double) -> [PathStep] {
    (0...10).map { index in
      let angle = Double(index) * .pi / 5 - .pi / 2
      let distance = index.isMultiple(of: 2) ? radius : radius * 0.45
      let point = Point(x: center.x + distance * cos(angle), y: center.y + distance * sin(angle))
      return index == 0 ? .move(point) : .line(point)
    }
  }
}

extension ComponentDefinition {
  /// A star rating.
  public static let rating = ComponentDefinition(
    type: "rating", documentation: "Stars to be given by pressing.", synonyms: ["stars"], kind: .rating,
    properties: [
      .of(
        RatingView.self, "value", .number, "How many stars are given, up to five.", get: { $0.value },
        set: { $0.value = $1 })
    ],
    events: [
      EventDefinition(
        EventName.change.rawValue, "The person gave another number of stars.",
        carries: [EventDefinition.Member("value", .number, "the number of stars")])
    ],
    makeView: { context in
      let view = RatingView(.rating, in: context)
      view.stars = 0
      view[.pressable] = true
      return view
    })
}
