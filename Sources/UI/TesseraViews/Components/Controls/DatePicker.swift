import Foundation
package import TesseraLayout
package import TesseraValues

/// A picker for a day, a time of day, or both.
package final class DatePicker: View {
  /// The kind of value to pick.
  package enum Mode: String, Sendable, CaseIterable {
    /// A day: `2026-11-21`.
    case date
    /// A time of day: `14:30`.
    case time
    /// A day and a time: `2026-11-21T14:30`.
    case dateAndTime
    /// Two days: `{"start": "2026-11-21", "end": "2026-11-24"}`.
    case range
  }

  /// The kind of value to pick: a day, a time of day, or both.
  package let mode: Mode
  private var minimum: String? { didSet { showLimits() } }
  private var maximum: String? { didSet { showLimits() } }

  fileprivate init(_ mode: Mode, in context: ViewContext) {
    self.mode = mode
    super.init(.datePicker, in: context)
    self[.inputType] = .string(mode.rawValue)
  }

  /// The moment as text, in the time zone of the user; null if nothing is chosen. Date values are formatted in the
  /// time zone of this machine.
  package override var value: Value {
    get { self[.value] }
    set { self[.value] = mode.text(of: newValue).map(Value.string) ?? .null }
  }

  package override var isFormField: Bool { true }

  package override func accept(_ value: Value) {
    guard value.isNull || value.string == "" || mode.text(of: value) != nil else { return }
    self.value = value
    emitChange()
  }

  /// Days out of range are accepted, because typing a date produces intermediate values, and reported as invalid.
  override var problemOfKind: String? {
    guard let text = self[.value].string else { return nil }
    if let minimum, text < minimum { return context.strings[.tooEarly, minimum.replacing("T", with: " ")] }
    if let maximum, text > maximum { return context.strings[.tooLate, maximum.replacing("T", with: " ")] }
    return nil
  }

  private func showLimits() {
    self[.minimum] = minimum.map(Value.string) ?? .null
    self[.maximum] = maximum.map(Value.string) ?? .null
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    measureField(width: width)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.datePicker.properties }

  fileprivate static let limits: [Property<View>] = [
    .of(
      DatePicker.self, "minimum", .any, "The earliest value that can be chosen.",
      get: { $0.minimum.map(Value.string) ?? .null }, set: { $0.minimum = $0.mode.text(of: $1) }),
    .of(
      DatePicker.self, "maximum", .any, "The latest value that can be chosen.",
      get: { $0.maximum.map(Value.string) ?? .null }, set: { $0.maximum = $0.mode.text(of: $1) }),
  ]
}

/// A picker for two days, the second not before the first.
package final class DateRangePicker: View {
  private let start: DatePicker
  private let end: DatePicker

  /// Creates a picker without a selection.
  package init(in context: ViewContext) {
    start = DatePicker(.date, in: context)
    end = DatePicker(.date, in: context)
    let dash = Label(in: context)
    super.init(.dateRangePicker, in: context)
    start[.accessibilityLabel] = .string(context.strings[.from])
    end[.accessibilityLabel] = .string(context.strings[.to])
    dash.text = "–"
    for view in [start, dash, end] { addChild(view) }
    for picker in [start, end] {
      picker.style.flexGrow = 1
      picker.style.flexBasis = .points(0)
      picker.on(.change) { [weak self, weak picker] _ in self?.partDidChange(picker) }
    }
  }

  /// `{"start", "end"}`; null if nothing is chosen.
  package override var value: Value {
    get { start.value.isNull && end.value.isNull ? .null : ["start": start.value, "end": end.value] }
    set { show(start: newValue.value(at: "start"), end: newValue.value(at: "end")) }
  }

  /// The value for a form. An incomplete range counts as not filled in.
  package override var fieldValue: Value { start.value.isNull || end.value.isNull ? .null : value }

  package override var isFormField: Bool { true }

  package override func accept(_ value: Value) {
    self.value = value
    emitChange()
  }

  private func show(start: Value, end: Value) {
    self.start.value = start
    self.end.value = end
    self[.value] = value
  }

  /// Adjusts the other day if the range would be reversed.
  private func partDidChange(_ picker: DatePicker?) {
    if let first = start.value.string, let last = end.value.string, first > last {
      if picker === start { end.value = start.value } else { start.value = end.value }
    }
    self[.value] = value
    emitChange()
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.dateRangePicker.properties }
}

extension DatePicker.Mode {
  /// Returns a moment in the format of this mode; nil if the value is not a moment. Dates, and times with a time
  /// zone, are converted to the time zone of this machine.
  func text(of value: Value) -> String? {
    switch value {
    case .date(let date): text(of: date)
    case .string(let text): normalized(text) ?? (try? Date(text, strategy: .iso8601)).flatMap(self.text(of:))
    default: nil
    }
  }

  private func text(of date: Date) -> String? {
    let parts = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
      let minute = parts.minute, (1...9999).contains(year)
    else { return nil }
    let calendarDay = GregorianDay(year: year, month: month, day: day).text
    let time = "\(hour.padded(to: 2)):\(minute.padded(to: 2))"
    return switch self {
    case .date, .range: calendarDay
    case .time: time
    case .dateAndTime: "\(calendarDay)T\(time)"
    }
  }

  /// Returns the text without seconds if it already is a day, a time or both.
  private func normalized(_ text: String) -> String? {
    switch self {
    case .date, .range: Self.isDay(text) ? text : nil
    case .time: Self.time(text)
    case .dateAndTime:
      text.utf8.count >= 16 && Self.isDay(String(text.prefix(10))) && "T ".contains(text.dropFirst(10).prefix(1))
        ? Self.time(String(text.dropFirst(11))).map { "\(text.prefix(10))T\($0)" } : nil
    }
  }

  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { digits($0) }
    guard parts.count == 3, text.utf8.count == 10, let year = parts[0], let month = parts[1], let day = parts[2] else {
      return false
    }
    return year >= 1 && (1...12).contains(month)
      && (1...GregorianDay.length(ofMonth: month, year: year)).contains(day)
  }

  private static func time(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }), let hour = digits(parts[0]),
      let minute = digits(parts[1]), hour < 24, minute < 60, parts.count == 2 || digits(parts[2]) ?? 60 < 60
    else { return nil }
    return "\(parts[0]):\(parts[1])"
  }

  private static func digits(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}

extension ViewKind {
  /// A date field.
  package static let datePicker = ViewKind(
    "datePicker", defaults: .field(maximumLines: 1),
    element: WebElement("input", isControl: true, behaviour: "input"),
    drawing: { node, box, canvas in
      let hints = ["time": "--:--", "dateAndTime": "yyyy-mm-dd --:--"]
      let value = node[.value].string?.replacing("T", with: " ")
      canvas.drawFieldText(
        value ?? hints[node[.inputType].string ?? ""] ?? "yyyy-mm-dd", isPlaceholder: value == nil, of: node,
        inside: box.inset(by: node.borderWidth).inset(by: node.padding))
    })

  /// Two date fields.
  package static let dateRangePicker = ViewKind(
    "dateRangePicker",
    style: LayoutStyle {
      $0.flexDirection = .row
      $0.alignItems = .center
      $0.columnGap = 8
    },
    element: WebElement(attributes: ["role": "group"]))
}

extension ComponentDefinition {
  /// A picker for a day, a time of day, or both.
  package static let datePicker = picker(.date)
    .with([
      Variant("mode", "time", picker(.time)), Variant("mode", "dateAndTime", picker(.dateAndTime)),
      Variant("mode", "range", .dateRangePicker),
    ])

  private static func picker(_ mode: DatePicker.Mode) -> ComponentDefinition {
    picker(
      .datePicker, "A day, a time of day, or both, chosen from a calendar.",
      properties: [
        .of(
          DatePicker.self, "value", .any, "A date or a text such as '2026-11-21', '14:30' or '2026-11-21T14:30'.",
          get: { $0.value }, set: { $0.value = $1 })
      ] + DatePicker.limits, .change(.string, "the day or time as text"), makeView: { DatePicker(mode, in: $0) })
  }

  /// A picker for two days.
  package static let dateRangePicker = picker(
    .dateRangePicker, "Two days, the second not before the first.",
    properties: [
      .of(
        DateRangePicker.self, "value", .any, "An object with 'start' and 'end', or null.", get: { $0.value },
        set: { $0.value = $1 })
    ], .change(.object, "an object with 'start' and 'end'"), makeView: { DateRangePicker(in: $0) })

  private static func picker(
    _ kind: ViewKind, _ documentation: String, properties: [Property<View>], _ event: EventDefinition,
    makeView: @escaping @Sendable (ViewContext) -> View
  ) -> ComponentDefinition {
    ComponentDefinition(
      type: "datePicker", documentation: documentation,
      synonyms: ["date", "timePicker", "dateField", "calendarPicker", "dateInput"], kind: kind,
      properties: properties + Property.validation + [
        .of(
          View.self, "mode", .choice(DatePicker.Mode.allCases.map(\.rawValue)),
          "The kind of value to pick; a day by default. Must be a literal.",
          get: { .string((($0 as? DatePicker)?.mode ?? .range).rawValue) })
      ],
      events: [event], makeView: makeView
    ).checked(by: Validation.check)
  }
}
