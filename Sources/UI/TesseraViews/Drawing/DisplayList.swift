import TesseraLayout
import TesseraValues

/// A recorded drawing of a view as a value that is part of the view tree, so that any holder of the tree can draw it.
///
/// A step is a list that begins with its name. Positions are in points from the top-left corner of the view's box.
enum DisplayList {
  /// The maximum number of steps of a view's drawing, counting each segment of a path. A message takes the place of a
  /// larger drawing.
  static let maximumSteps = 20_000
  /// The maximum size of text in a view's drawing, in bytes. A message takes the place of a larger drawing.
  static let maximumText = 64 << 10

  /// Draws a list that ``DisplayListRecorder`` recorded. Invalid steps are skipped.
  static func draw(_ list: Value, in box: Rect, on canvas: any ViewCanvas) {
    let lists = list.dictionary ?? [:]
    let steps = (lists[canvas.scheme.rawValue] ?? lists[ColorScheme.light.rawValue])?.array ?? []
    guard !steps.isEmpty else { return }
    canvas.transformed(by: .translation(x: box.x, y: box.y)) { draw(steps, on: canvas, depth: 0) }
  }

  /// The maximum nesting depth of groups in a view's drawing. Deeper ones are left out.
  private static let maximumDepth = 32

  private static func draw(_ steps: [Value], on canvas: any ViewCanvas, depth: Int) {
    guard depth < maximumDepth else { return }
    for step in steps {
      guard let parts = step.array, let name = parts.first?.string.flatMap(Step.init) else { continue }
      draw(name, Arguments(parts.dropFirst()), on: canvas, depth: depth)
    }
  }

  private static func draw(_ step: Step, _ arguments: Arguments, on canvas: any ViewCanvas, depth: Int) {
    var arguments = arguments
    func inside(_ list: Value) -> () -> Void { { draw(list.array ?? [], on: canvas, depth: depth + 1) } }
    switch step {
    case .fillBox:
      if let box = arguments.box(), let color = arguments.color() { canvas.fill(box, color) }
    case .fill:
      let (path, rule) = (arguments.path(), arguments.rule())
      if let paint = arguments.paint() { canvas.fill(path, with: paint, rule: rule) }
    case .stroke:
      let (path, style) = (arguments.path(), arguments.strokeStyle())
      if let style, let paint = arguments.paint() { canvas.stroke(path, style: style, with: paint) }
    case .shadow:
      if let box = arguments.box(), let x = arguments.number(), let y = arguments.number(),
        let radius = arguments.number(), let color = arguments.color()
      {
        canvas.shadow(of: box, Shadow(x: x, y: y, radius: radius, color: color.hex), color)
      }
    case .text:
      guard let text = arguments.next().string, let style = arguments.textStyle(),
        let align = arguments.next().string.flatMap(TextAlign.init)
      else { return }
      let isCentered = arguments.next().isTrue
      if let box = arguments.box(), let color = arguments.color() {
        canvas.draw(text, style: style, align: align, isCentered: isCentered, in: box.rect, color)
      }
    case .image:
      guard let image = arguments.image(), let mode = arguments.next().string.flatMap(ContentMode.init),
        let box = arguments.box()
      else { return }
      canvas.drawImage(image, mode: mode, in: box, tint: arguments.color())
    case .clipBox:
      if let box = arguments.box() { canvas.clipped(to: box, inside(arguments.next())) }
    case .clip:
      let (path, rule) = (arguments.path(), arguments.rule())
      canvas.clipped(to: path, rule: rule, inside(arguments.next()))
    case .transform:
      if let transform = arguments.transform() { canvas.transformed(by: transform, inside(arguments.next())) }
    case .opacity:
      if let opacity = arguments.number() { canvas.withOpacity(opacity, inside(arguments.next())) }
    }
  }

  /// The drawing operations.
  fileprivate enum Step: String {
    case fillBox, fill, stroke, shadow, text, image, clipBox, clip, transform, opacity
  }

  /// The arguments of a step, read in order.
  private struct Arguments {
    private var rest: ArraySlice<Value>

    init(_ parts: ArraySlice<Value>) { rest = parts }

    mutating func next() -> Value { rest.popFirst() ?? .null }

    mutating func number() -> Double? { next().number.flatMap { $0.isFinite ? $0 : nil } }

    mutating func point() -> Point? {
      guard let x = number(), let y = number() else { return nil }
      return Point(x: x, y: y)
    }

    mutating func color() -> ColorComponents? { next().string.flatMap(ColorComponents.init(hex:)) }

    mutating func box() -> RoundedBox? {
      guard let origin = point(), let width = number(), let height = number(), let radius = number() else { return nil }
      return RoundedBox(Rect(x: origin.x, y: origin.y, width: width, height: height), radius: radius)
    }

    mutating func rule() -> FillRule { next().string.flatMap(FillRule.init) ?? .nonzero }

    mutating func transform() -> CanvasTransform? {
      let parts = next().array?.compactMap(\.number) ?? []
      guard parts.count == 6 else { return nil }
      return CanvasTransform(a: parts[0], b: parts[1], c: parts[2], d: parts[3], tx: parts[4], ty: parts[5])
    }

    mutating func image() -> ImageReference? {
      let parts = next().dictionary
      return parts?["name"]?.string.map(ImageReference.name) ?? parts?["url"]?.string.map(ImageReference.url)
        ?? parts?["data"]?.string.map(ImageReference.data)
    }

    mutating func strokeStyle() -> StrokeStyle? {
      guard let width = number() else { return nil }
      return StrokeStyle(
        width: width, cap: next().string.flatMap(StrokeStyle.LineCap.init) ?? .round,
        join: next().string.flatMap(StrokeStyle.LineJoin.init) ?? .miter,
        dashes: next().array?.compactMap(\.number) ?? [])
    }

    mutating func textStyle() -> TextStyle? {
      guard let size = number(), let weight = number() else { return nil }
      return TextStyle(
        fontSize: size, fontWeight: Int(weight.rounded()), italic: next().isTrue, lineHeight: next().number,
        maximumLines: Int(clamping: next().integer ?? 0), decoration: next().string.flatMap(TextDecoration.init))
    }

    mutating func path() -> [PathStep] {
      var parts = Arguments((next().array ?? [])[...])
      var path: [PathStep] = []
      while !parts.rest.isEmpty {
        let step: PathStep? =
          switch parts.next().string {
          case "M": parts.point().map(PathStep.move)
          case "L": parts.point().map(PathStep.line)
          case "Q": parts.quadCurve()
          case "C": parts.curve()
          case "A": parts.arc()
          case "Z": .close
          default: nil
          }
        guard let step else { return path }
        path.append(step)
      }
      return path
    }

    private mutating func quadCurve() -> PathStep? {
      guard let end = point(), let control = point() else { return nil }
      return .quadCurve(end, control: control)
    }

    private mutating func curve() -> PathStep? {
      guard let end = point(), let first = point(), let second = point() else { return nil }
      return .curve(end, control1: first, control2: second)
    }

    private mutating func arc() -> PathStep? {
      guard let center = point(), let radius = number(), let start = number(), let end = number() else { return nil }
      return .arc(center: center, radius: radius, from: start, to: end)
    }

    mutating func paint() -> Paint? {
      let value = next()
      if let text = value.string { return ColorComponents(hex: text).map(Paint.color) }
      guard let parts = value.array else { return nil }
      var arguments = Arguments(parts.dropFirst())
      switch parts.first?.string {
      case "linear":
        guard let start = arguments.point(), let end = arguments.point() else { return nil }
        return .linearGradient(arguments.stops(), from: start, to: end)
      case "radial":
        guard let center = arguments.point(), let radius = arguments.number() else { return nil }
        return .radialGradient(arguments.stops(), center: center, radius: radius)
      default: return nil
      }
    }

    private mutating func stops() -> [GradientStop] {
      var stops: [GradientStop] = []
      while !rest.isEmpty {
        guard let location = number(), let color = color() else { return stops }
        stops.append(GradientStop(location, color))
      }
      return stops
    }
  }
}

/// Records drawing operations, within the limits of ``DisplayList``.
final class DisplayListRecorder: ViewCanvas {
  let scheme: ColorScheme
  /// Whether the drawing exceeded the limits.
  private(set) var isFull = false
  private var steps: [Value] = []
  private var count = 0
  private var textBytes = 0
  private let measuring: any TextMeasuring

  init(scheme: ColorScheme, measuring: any TextMeasuring) {
    self.scheme = scheme
    self.measuring = measuring
  }

  var list: Value { .array(steps) }

  private func add(_ step: DisplayList.Step, cost: Int = 1, _ arguments: [Value]) {
    guard admit(cost) else { return }
    steps.append(.array([.string(step.rawValue)] + arguments))
  }

  private func admit(_ cost: Int) -> Bool {
    count += cost
    if count > DisplayList.maximumSteps { isFull = true }
    return !isFull
  }

  /// Records the drawing of `body` in a nested list.
  private func group(
    _ step: DisplayList.Step, cost: Int = 1, _ arguments: @autoclosure () -> [Value], _ body: () -> Void
  ) {
    guard admit(cost) else { return }
    let outer = steps
    steps = []
    body()
    let inner = steps
    steps = outer
    if !inner.isEmpty { steps.append(.array([.string(step.rawValue)] + arguments() + [.array(inner)])) }
  }

  func clipped(to box: RoundedBox, _ body: () -> Void) { group(.clipBox, Self.values(of: box), body) }

  func clipped(to path: [PathStep], rule: FillRule, _ body: () -> Void) {
    group(.clip, cost: 1 + path.count, [Self.value(of: path), .string(rule.rawValue)], body)
  }

  func transformed(by transform: CanvasTransform, _ body: () -> Void) {
    guard transform.isInvertible else { return }
    let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    group(.transform, [.array(numbers.map(Value.double))], body)
  }

  func withOpacity(_ opacity: Double, _ body: () -> Void) {
    group(.opacity, [.double(min(max(opacity, 0), 1))], body)
  }

  func fill(_ box: RoundedBox, _ color: ColorComponents) { add(.fillBox, Self.values(of: box) + [.string(color.hex)]) }

  func fill(_ path: [PathStep], with paint: Paint, rule: FillRule) {
    guard admit(path.count) else { return }
    add(.fill, [Self.value(of: path), .string(rule.rawValue), Self.value(of: paint)])
  }

  func stroke(_ path: [PathStep], style: StrokeStyle, with paint: Paint) {
    guard admit(path.count + style.dashes.count) else { return }
    add(
      .stroke,
      [
        Self.value(of: path), .double(style.width), .string(style.cap.rawValue), .string(style.join.rawValue),
        .array(style.dashes.map(Value.double)), Self.value(of: paint),
      ])
  }

  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents) {
    add(
      .shadow,
      Self.values(of: box) + [.double(shadow.x), .double(shadow.y), .double(shadow.radius), .string(color.hex)])
  }

  func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics {
    measuring.measure(text, style: style, width: width)
  }

  func draw(
    _ text: String, style: TextStyle, align: TextAlign, isCentered: Bool, in box: Rect, _ color: ColorComponents
  ) {
    textBytes += text.utf8.count
    if textBytes > DisplayList.maximumText { isFull = true }
    add(
      .text,
      [
        .string(text), .double(style.fontSize), .integer(Int64(style.fontWeight)), .bool(style.italic),
        style.lineHeight.map(Value.double) ?? .null, .integer(Int64(style.maximumLines)),
        style.decoration.map { .string($0.rawValue) } ?? .null, .string(align.rawValue), .bool(isCentered),
      ] + Self.values(of: RoundedBox(box)) + [.string(color.hex)])
  }

  func drawImage(_ image: ImageReference, mode: ContentMode, in box: RoundedBox, tint: ColorComponents?) {
    let reference: Value =
      switch image {
      case .name(let name): ["name": .string(name)]
      case .url(let url): ["url": .string(url)]
      case .data(let data): ["data": .string(data)]
      }
    add(.image, [reference, .string(mode.rawValue)] + Self.values(of: box) + (tint.map { [.string($0.hex)] } ?? []))
  }

  func drawImage(of node: ViewNode, mode: ContentMode, in box: RoundedBox) {
    guard let image = node.imageReference else { return }
    drawImage(image, mode: mode, in: box, tint: node.imageTint(in: scheme))
  }

  // MARK: Values

  private static func values(of box: RoundedBox) -> [Value] {
    [box.rect.x, box.rect.y, box.rect.width, box.rect.height, box.radius].map(Value.double)
  }

  private static func value(of path: [PathStep]) -> Value {
    func step(_ name: String, _ points: Point..., also numbers: [Double] = []) -> [Value] {
      [.string(name)] + (points.flatMap { [$0.x, $0.y] } + numbers).map(Value.double)
    }
    return .array(
      path.flatMap { part in
        switch part {
        case .move(let point): step("M", point)
        case .line(let point): step("L", point)
        case .quadCurve(let end, let control): step("Q", end, control)
        case .curve(let end, let first, let second): step("C", end, first, second)
        case .arc(let center, let radius, let start, let end): step("A", center, also: [radius, start, end])
        case .close: step("Z")
        }
      })
  }

  private static func value(of paint: Paint) -> Value {
    func stops(_ stops: [GradientStop]) -> [Value] {
      stops.prefix(LinearGradient.maximumColors).flatMap { [.double($0.location), .string($0.color.hex)] }
    }
    switch paint {
    case .color(let color): return .string(color.hex)
    case .linearGradient(let colors, let start, let end):
      return .array(["linear"] + [start.x, start.y, end.x, end.y].map(Value.double) + stops(colors))
    case .radialGradient(let colors, let center, let radius):
      return .array(["radial"] + [center.x, center.y, radius].map(Value.double) + stops(colors))
    }
  }
}

extension ColorComponents {
  /// The colour as `#rrggbbaa`.
  package var hex: String {
    let digits = [red, green, blue, alpha].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "#" + digits.joined()
  }
}
