import Foundation
import TesseraLayout
import TesseraValues
import TesseraViews

extension ViewKind {
  /// A track with what stands on it.
  static let rangeSlider = ViewKind.drawn("rangeSliderTrack", element: WebElement(attributes: ["role": "group"]))

  /// One of two thumbs: a slider of its own to assistive technology.
  static let rangeThumb = ViewKind.drawn(
    "rangeThumb", defaults: ViewDefaults(color: .accent),
    element: WebElement(
      attributes: ["role": "slider", "tabindex": "0", "aria-orientation": "horizontal"], isControl: true,
      states: [.minimum: "aria-valuemin", .maximum: "aria-valuemax", .value: "aria-valuenow"]))
}

/// The track, the two thumbs, and who holds one of them.
final class RangeSliderView: DrawnView {
  /// What is said and shown besides the numbers.
  struct Content: Equatable {
    var label = ""
    var unit = ""
    var minimumLabel = ""
    var maximumLabel = ""
    var minimumImage = ""
    var maximumImage = ""
    var trackImage = ""
    var highlightImage = ""
    var locale = Locale(identifier: "en_US")
    var isRightToLeft = false
  }

  /// The height without a label, which is also that of a thumb, in points.
  static let height = 44.0
  /// The height with a label.
  static let fullHeight = 72.0
  private static let barHeight = 4.0

  var content = Content() { didSet { if content != oldValue { setNeedsDisplay() } } }
  var selection = RangeSelection(from: 0, to: 100, selecting: 0, and: 100) {
    didSet { if selection != oldValue { setNeedsDisplay() } }
  }
  /// Hears what the person chose.
  var selectionDidChange: ((RangeSelection) -> Void)?

  /// The thumb that a pointer holds, and how far from its centre.
  private(set) var held: (end: RangeSelection.End, distance: Double)?
  private let thumbs: [RangeSelection.End: RangeThumbView]
  private let highlight: RangeHighlightView

  init(in context: ViewContext) {
    highlight = RangeHighlightView(in: context)
    thumbs = [.minimum: RangeThumbView(in: context), .maximum: RangeThumbView(in: context)]
    super.init(.rangeSlider, in: context)
    tracksPointers = true
    for (end, thumb) in thumbs { thumb.keyDidMove = { [weak self] in self?.keyPressed($0, on: end) } }
    addChild(highlight)
    for end in RangeSelection.End.allCases { thumbs[end].map(addChild) }
  }

  // MARK: Geometry

  override var laysOutChildren: Bool { false }

  var track: RangeTrack {
    RangeTrack(width: frame.width, bounds: selection.bounds, isRightToLeft: content.isRightToLeft)
  }

  /// The height of what is shown, in the middle of the view.
  private var shownHeight: Double { min(frame.height, content.label.isEmpty ? Self.height : Self.fullHeight) }
  private var top: Double { (frame.height - shownHeight) / 2 }
  private var thumbSize: Double { min(Self.height, shownHeight) }
  private var middle: Double { top + shownHeight - thumbSize / 2 }

  func center(of end: RangeSelection.End) -> Double { track.x(for: selection[end]) }

  /// The square that takes pointers: around the centre, but never outside of the view, where nothing could meet it.
  func square(of end: RangeSelection.End) -> Rect {
    let left = min(max(0, center(of: end) - thumbSize / 2), max(0, frame.width - thumbSize))
    return Rect(x: left, y: middle - thumbSize / 2, width: thumbSize, height: thumbSize)
  }

  var highlightFrame: Rect {
    let (first, second) = (center(of: .minimum), center(of: .maximum))
    return Rect(
      x: min(first, second), y: middle - Self.barHeight / 2, width: abs(second - first), height: Self.barHeight)
  }

  override func layoutSubviews() {
    place(highlight, at: highlightFrame)
    highlight.image = content.highlightImage
    for (end, thumb) in thumbs {
      place(thumb, at: square(of: end))
      thumb.show(selection, end, content, center: center(of: end) - square(of: end).minX, isHeld: held?.end == end)
      let places = [selection.limits(of: end).lowerBound, selection.limits(of: end).upperBound].map(track.x(for:))
        .sorted()
      let offset = square(of: end).minX - center(of: end)
      let isLeft = (end == .minimum) != content.isRightToLeft
      thumb.followPointer(
        x: places[0] + offset...places[1] + offset,
        with: [FollowingView(highlight, x: isLeft ? 1 : 0, width: isLeft ? -1 : 1)])
    }
    // Who goes through with the keyboard meets the first thumb first. Where the two overlap, it is on top if it can
    // move.
    let limits = selection.limits(of: .minimum)
    let isCovered = square(of: .minimum).intersection(square(of: .maximum)).map { !$0.isEmpty } ?? false
    let isOnTop = isCovered && limits.lowerBound < limits.upperBound
    setChildren([highlight] + (isOnTop ? [.maximum, .minimum] : [.minimum, .maximum]).compactMap { thumbs[$0] })
  }

  // MARK: Drawing

  override func draw(on canvas: any ViewCanvas, in box: Rect) {
    let bar = Rect(x: 0, y: middle - Self.barHeight / 2, width: box.width, height: Self.barHeight)
    if content.trackImage.isEmpty {
      canvas.fill(RoundedBox(bar, radius: Self.barHeight / 2), canvas.color(.separator))
    } else {
      canvas.drawImage(.name(content.trackImage), mode: .scaleToFill, in: RoundedBox(bar))
    }
    guard !content.label.isEmpty, shownHeight > Self.height else { return }
    let line = Rect(x: 0, y: top, width: box.width, height: shownHeight - thumbSize)
    let title = TextStyle(fontSize: 15, fontWeight: 600, maximumLines: 1)
    canvas.draw(
      content.label, style: title, align: .start, isCentered: true, in: line, canvas.color(.label))
    canvas.draw(
      "\(text(of: .minimum)) – \(text(of: .maximum))\(content.unit.isEmpty ? "" : " ")\(content.unit)",
      style: TextStyle(fontSize: 15, maximumLines: 1), align: .end, isCentered: true, in: line,
      canvas.color(.secondaryLabel))
  }

  private func text(of end: RangeSelection.End) -> String {
    selection[end].formatted(
      .number.precision(.fractionLength(0...(selection.step > 0 ? 3 : 0))).locale(content.locale))
  }

  // MARK: Pointers

  /// The thumb at a place: the first, unless only the second is there.
  func thumb(at point: Point) -> RangeSelection.End? {
    RangeSelection.End.allCases.first { square(of: $0).contains(point) }
  }

  override func beginTracking(_ pointer: Pointer) -> Bool {
    guard let end = thumb(at: pointer.location) else { return false }
    hold(end, at: pointer.location.x)
    return true
  }

  private func hold(_ end: RangeSelection.End, at x: Double) {
    held = (end, x - center(of: end))
    setNeedsDisplay()
  }

  override func continueTracking(_ pointer: Pointer) -> Bool {
    guard let held else { return false }
    let wanted = track.number(at: pointer.location.x - held.distance)
    let limits = selection.limits(of: held.end)
    // A thumb that cannot go where the pointer goes lets the other one go that stands there, too.
    let other: RangeSelection.End = held.end == .minimum ? .maximum : .minimum
    let isStuck =
      held.end == .minimum
      ? wanted > selection.minimum && selection.minimum >= limits.upperBound
      : wanted < selection.maximum && selection.maximum <= limits.lowerBound
    let isTogether = square(of: other).contains(Point(x: center(of: held.end) + held.distance, y: middle))
    if isStuck, isTogether { self.held = (other, held.distance + center(of: held.end) - center(of: other)) }
    if let held = self.held { move(held.end, to: track.number(at: pointer.location.x - held.distance)) }
    return true
  }

  override func endTracking(_ pointer: Pointer) { release() }

  override func cancelTracking(_ pointer: Pointer) { release() }

  private func release() {
    held = nil
    setNeedsDisplay()
  }

  private func move(_ end: RangeSelection.End, to number: Double) {
    var next = selection
    next.move(end, to: number)
    guard next != selection else { return }
    selection = next
    selectionDidChange?(next)
  }

  // MARK: Keys

  private func keyPressed(_ key: Key, on end: RangeSelection.End) {
    let now = selection[end]
    let step = selection.keyStep
    let isForward = content.isRightToLeft ? "ArrowLeft" : "ArrowRight"
    switch key.name {
    case isForward, "ArrowUp": move(end, to: now + step)
    case "ArrowLeft", "ArrowRight", "ArrowDown": move(end, to: now - step)
    case "PageUp": move(end, to: now + 10 * step)
    case "PageDown": move(end, to: now - 10 * step)
    case "Home": move(end, to: selection.limits(of: end).lowerBound)
    case "End": move(end, to: selection.limits(of: end).upperBound)
    default: break
    }
  }
}

/// The part of the track between the thumbs.
private final class RangeHighlightView: DrawnView {
  var image = "" { didSet { if image != oldValue { show() } } }

  init(in context: ViewContext) {
    super.init(.drawn, in: context)
    show()
  }

  /// A colour of the box is as wide as the box at once; a picture is drawn anew.
  private func show() {
    self[.backgroundColor] = image.isEmpty ? .string(SemanticColor.accent.rawValue) : .null
    self[.cornerRadius] = 2
    setNeedsDisplay()
  }

  override func draw(on canvas: any ViewCanvas, in box: Rect) {
    if !image.isEmpty { canvas.drawImage(.name(image), mode: .scaleToFill, in: RoundedBox(box, radius: 2)) }
  }
}

/// One thumb.
private final class RangeThumbView: DrawnView {
  var keyDidMove: ((Key) -> Void)?
  private var image = ""
  private var center = 0.0
  private var isHeld = false

  init(in context: ViewContext) {
    super.init(.rangeThumb, in: context)
    handledKeys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]
  }

  func show(
    _ selection: RangeSelection, _ end: RangeSelection.End, _ content: RangeSliderView.Content, center: Double,
    isHeld: Bool
  ) {
    let limits = selection.limits(of: end)
    self[.minimum] = .double(limits.lowerBound)
    self[.maximum] = .double(limits.upperBound)
    self[.value] = .double(selection[end])
    self[.accessibilityLabel] = .string(end == .minimum ? content.minimumLabel : content.maximumLabel)
    let image = end == .minimum ? content.minimumImage : content.maximumImage
    guard (image, center, isHeld) != (self.image, self.center, self.isHeld) else { return }
    (self.image, self.center, self.isHeld) = (image, center, isHeld)
    setNeedsDisplay()
  }

  override func keyPressed(_ key: Key) { keyDidMove?(key) }

  override func draw(on canvas: any ViewCanvas, in box: Rect) {
    let middle = Point(x: center, y: box.midY)
    let accent = canvas.color(.accent)
    if isHeld { canvas.fill(.circle(center: middle, radius: 20), accent.withOpacity(0.18)) }
    if image.isEmpty {
      canvas.fill(.circle(center: middle, radius: isHeld ? 13 : 12), canvas.color(.background))
      canvas.stroke(
        .circle(center: middle, radius: isHeld ? 12 : 11), style: StrokeStyle(width: 2), with: .color(accent))
    } else {
      let size = min(28, box.width, box.height)
      let place = Rect(x: middle.x - size / 2, y: middle.y - size / 2, width: size, height: size)
      canvas.drawImage(.name(image), mode: .aspectFit, in: RoundedBox(place))
    }
  }
}
