import Foundation
import TesseraCustomWidgets
import TesseraLayout
import TesseraValues
import TesseraViews

/// Two numbers, chosen by two thumbs on one track: by pointer, finger and keyboard.
final class RangeSlider: CustomWidget {
  private static let limits = "Limits"
  private static let selection = "Selection"
  private static let looks = "Looks"
  /// What can be reckoned with: no difference of two is too large.
  private static let numbers = -1e15...1e15

  static let minimumValue = ModelKey(
    "minimumValue", "The least number.", default: 0.0, range: numbers, title: "From", group: limits)
  static let maximumValue = ModelKey(
    "maximumValue", "The greatest number.", default: 100.0, range: numbers, title: "To", group: limits)
  static let minimumRange = ModelKey(
    "minimumRange", "How far apart the two are at least.", default: 0.0, range: 0...1e15, title: "Least distance",
    group: limits)
  static let step = ModelKey(
    "step", "Between two numbers that can be chosen; 0 for any.", default: 0.0, range: 0...1e15, title: "Step",
    group: limits)
  static let selectedMinimumValue = ModelKey(
    "selectedMinimumValue", "The lesser of the two that are chosen.", default: 0.0, range: numbers,
    title: "Chosen from",
    group: selection)
  static let selectedMaximumValue = ModelKey(
    "selectedMaximumValue", "The greater of the two that are chosen.", default: 100.0, range: numbers,
    title: "Chosen to",
    group: selection)
  static let label = ModelKey(
    "label", "Stands above the track, with the two numbers.", default: "", title: "Label", group: looks)
  static let unit = ModelKey(
    "unit", "Follows the numbers above the track.", default: "", title: "Unit", group: looks, condition: "label != ''")
  static let minThumbLabel = ModelKey(
    "minThumbLabel", "What assistive technology calls the first thumb.", default: "Minimum", title: "First thumb",
    group: looks)
  static let maxThumbLabel = ModelKey(
    "maxThumbLabel", "What assistive technology calls the second thumb.", default: "Maximum", title: "Second thumb",
    group: looks)
  static let minThumbImageName = picture("minThumbImageName", "Picture of the first thumb.")
  static let maxThumbImageName = picture("maxThumbImageName", "Picture of the second thumb.")
  static let trackBackgroundImageName = picture("trackBackgroundImageName", "Picture of the track.")
  static let trackHighlightImageName = picture("trackHighlightImageName", "Picture of the track between the thumbs.")

  private static func picture(_ name: String, _ tooltip: String) -> ModelKey<String> {
    ModelKey(name, tooltip, default: "", type: .imageSource, group: "Pictures")
  }

  static let rangeDidChange = CustomWidgetEvent(
    "onRangeChange", "The person chose other numbers.",
    CustomWidgetArgument<Double>("minimum", "the lesser number"),
    CustomWidgetArgument<Double>("maximum", "the greater number"))

  static let definition = CustomWidgetDefinition(
    type: "rangeSlider", id: "org.example.range-slider", title: "Range",
    documentation: "Two numbers between two others, chosen by moving two thumbs.", version: 2,
    properties: [
      minimumValue.property, maximumValue.property, minimumRange.property, step.property,
      selectedMinimumValue.property, selectedMaximumValue.property, label.property, unit.property,
      minThumbLabel.property, maxThumbLabel.property, minThumbImageName.property, maxThumbImageName.property,
      trackBackgroundImageName.property, trackHighlightImageName.property,
    ],
    events: [rangeDidChange.definition],
    methods: [
      CustomWidgetMethod(
        "select", "Chooses two numbers, as near to the given ones as can be.",
        CustomWidgetArgument<Double>("minimum", "the lesser number"),
        CustomWidgetArgument<Double>("maximum", "the greater number")
      ) { (slider: RangeSlider, minimum, maximum) in slider.select(minimum, maximum) },
      CustomWidgetMethod("distance", "How far apart the two are.", result: Double.self) { (slider: RangeSlider) in
        slider.selection.maximum - slider.selection.minimum
      },
    ],
    kinds: [.rangeThumb, .rangeSlider],
    sizes: .init(
      preferred: GridSize(columns: 3, rows: 1), minimum: GridSize(columns: 2, rows: 1)),
    boardMargin: 14,
    // In the first version the two numbers were called `low` and `high`.
    migrate: { values, version in
      guard version < 2 else { return values }
      var values = values
      values[selectedMinimumValue.name] = values.removeValue(forKey: "low")
      values[selectedMaximumValue.name] = values.removeValue(forKey: "high")
      return values
    })

  private let delegate: CustomWidgetEventDelegate
  private let environment: CustomWidgetEnvironment
  private let slider: RangeSliderView
  private var model: CustomWidgetModel { environment.model }

  init(delegate: CustomWidgetEventDelegate, environment: CustomWidgetEnvironment) {
    self.delegate = delegate
    self.environment = environment
    slider = RangeSliderView(in: environment.viewContext)
    slider.selectionDidChange = { [weak self] in self?.personDidSelect($0) }
    show()
  }

  var view: View { slider }

  func preferredSize(for offered: Size) -> Size {
    Size(width: offered.width, height: model[Self.label].isEmpty ? RangeSliderView.height : RangeSliderView.fullHeight)
  }

  var minimumSize: Size { Size(width: 2 * RangeTrack.padding + 60, height: RangeSliderView.height) }

  func modelDidChange(_ changes: [ModelChange]) {
    guard changes.contains(where: { $0.source == .host }) else { return }
    if changes.contains(where: { $0.concerns(Self.label) }) { environment.forceLayout() }
    show()
  }

  /// What the model says, within its bounds.
  var selection: RangeSelection {
    RangeSelection(
      from: model[Self.minimumValue], to: model[Self.maximumValue], selecting: model[Self.selectedMinimumValue],
      and: model[Self.selectedMaximumValue], minimumRange: model[Self.minimumRange], step: model[Self.step])
  }

  private func show() {
    slider.content = RangeSliderView.Content(
      label: model[Self.label], unit: model[Self.unit], minimumLabel: model[Self.minThumbLabel],
      maximumLabel: model[Self.maxThumbLabel], minimumImage: model[Self.minThumbImageName],
      maximumImage: model[Self.maxThumbImageName], trackImage: model[Self.trackBackgroundImageName],
      highlightImage: model[Self.trackHighlightImageName], locale: environment.locale,
      isRightToLeft: environment.isRightToLeft)
    slider.selection = selection
  }

  /// The person moved a thumb: the model has the result before the event says so.
  private func personDidSelect(_ selection: RangeSelection) {
    write(selection)
    delegate.raise(Self.rangeDidChange, selection.minimum, selection.maximum)
  }

  private func select(_ minimum: Double, _ maximum: Double) {
    let now = selection
    write(
      RangeSelection(
        from: now.bounds.lowerBound, to: now.bounds.upperBound, selecting: minimum, and: maximum,
        minimumRange: now.minimumRange, step: now.step))
    show()
  }

  private func write(_ selection: RangeSelection) {
    model[Self.selectedMinimumValue] = selection.minimum
    model[Self.selectedMaximumValue] = selection.maximum
  }
}
