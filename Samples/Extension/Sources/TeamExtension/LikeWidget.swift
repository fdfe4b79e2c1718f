import Foundation
import TesseraCustomWidgets
import TesseraLayout
import TesseraValues
import TesseraViews

/// A heart-shaped button, drawn with curves, a gradient and a highlight. Only its shape reacts to presses.
final class LikeWidget: CustomWidget {
  static let count = ModelKey("count", "How many like it.", default: 0, range: 0...1e9, title: "Likes")
  static let isLiked = ModelKey("isLiked", "Whether the person does.", default: false, title: "Liked by me")
  static let didChange = CustomWidgetEvent(
    "onLike", "The person changed their mind.", CustomWidgetArgument<Bool>("isLiked", "whether they like it"))

  static let definition = CustomWidgetDefinition(
    type: "like", id: "org.example.like", title: "Like", documentation: "A heart to be pressed, with a number.",
    valueProperty: "isLiked", properties: [count.property, isLiked.property], events: [didChange.definition],
    kinds: [.heart],
    sizes: .init(
      preferred: GridSize(columns: 2, rows: 2), minimum: GridSize(columns: 1, rows: 1)))

  private let delegate: CustomWidgetEventDelegate
  private let environment: CustomWidgetEnvironment
  private let heart: HeartView

  init(delegate: CustomWidgetEventDelegate, environment: CustomWidgetEnvironment) {
    self.delegate = delegate
    self.environment = environment
    heart = HeartView(in: environment.viewContext)
    heart.didPress = { [weak self] in self?.toggle() }
    show()
  }

  var view: View { heart }
  func preferredSize(for offered: Size) -> Size { Size(width: min(offered.width, 96), height: 96) }
  var minimumSize: Size { Size(width: 44, height: 44) }
  func modelDidChange(_ change: ModelChange) { show() }

  private func show() {
    heart.number = environment.model[Self.count]
    heart.isFilled = environment.model[Self.isLiked]
  }

  private func toggle() {
    let isLiked = !environment.model[Self.isLiked]
    environment.model[Self.isLiked] = isLiked
    environment.model[Self.count] = max(0, environment.model[Self.count] + (isLiked ? 1 : -1))
    show()
    delegate.raise(Self.didChange, isLiked)
  }
}

extension ViewKind {
  /// A heart-shaped button.
  static let heart = ViewKind.drawn(
    "heart",
    element: WebElement(
      attributes: ["role": "button", "tabindex": "0"], isControl: true, states: [.value: "aria-pressed"]))
}

private final class HeartView: DrawnView {
  var didPress: (() -> Void)?
  var number = 0 { didSet { if number != oldValue { update() } } }
  var isFilled = false { didSet { if isFilled != oldValue { update() } } }

  init(in context: ViewContext) {
    super.init(.heart, in: context)
    tracksPointers = true
    handledKeys = ["Enter", " "]
    update()
  }

  private func update() {
    self[.value] = .bool(isFilled)
    self[.accessibilityLabel] = .string("Like, \(number)")
    setNeedsDisplay()
  }

  override func layoutSubviews() { setHitPath(Self.path(in: Rect(origin: .zero, size: frame.size))) }

  override func endTracking(_ pointer: Pointer) { if contains(pointer.location) { didPress?() } }

  override func keyPressed(_ key: Key) { didPress?() }

  /// Returns two curves from the notch at the top to the tip, as large as the box allows.
  static func path(in box: Rect) -> [PathStep] {
    let side = max(0, min(box.width, box.height) - 16)
    let (x, y) = (box.midX - side / 2, box.midY - side / 2)
    func point(_ horizontal: Double, _ vertical: Double) -> Point {
      Point(x: x + side * horizontal, y: y + side * vertical)
    }
    return [
      .move(point(0.5, 0.95)),
      .curve(point(0.5, 0.25), control1: point(-0.25, 0.45), control2: point(0.15, -0.15)),
      .curve(point(0.5, 0.95), control1: point(0.85, -0.15), control2: point(1.25, 0.45)), .close,
    ]
  }

  override func draw(on canvas: any ViewCanvas, in box: Rect) {
    let path = Self.path(in: box)
    let (red, pink) = (ColorComponents(0xD6_1F_4B), ColorComponents(0xFF_7A_96))
    if isFilled {
      canvas.fill(
        path,
        with: .linearGradient(
          [GradientStop(0, pink), GradientStop(1, red)], from: box.origin, to: Point(x: box.maxX, y: box.maxY)),
        rule: .nonzero)
      // A highlight at the top left, clipped to the heart.
      let white = ColorComponents(0xFF_FF_FF)
      let center = Point(x: box.midX - box.width * 0.16, y: box.midY - box.height * 0.2)
      canvas.clipped(to: path, rule: .nonzero) {
        canvas.fill(
          .circle(center: center, radius: box.width * 0.3),
          with: .radialGradient(
            [GradientStop(0, white.withOpacity(0.5)), GradientStop(1, white.withOpacity(0))], center: center,
            radius: box.width * 0.3), rule: .nonzero)
      }
    } else {
      canvas.fill(path, canvas.color(.secondaryBackground))
    }
    canvas.stroke(
      path, style: StrokeStyle(width: 3, join: .round), with: .color(isFilled ? red : canvas.color(.secondaryLabel)))
    canvas.draw(
      "\(number)", style: TextStyle(fontSize: min(22, box.height / 4), fontWeight: 600), align: .center,
      isCentered: true, in: box,
      isFilled ? ColorComponents(0xFF_FF_FF) : canvas.color(.label))
  }
}
