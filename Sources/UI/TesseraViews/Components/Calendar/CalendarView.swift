import TesseraLayout
package import TesseraValues

/// A month calendar in which one day can be chosen and days can be marked.
package final class CalendarView: View {
  private let heading: Label
  private let previous: Button
  private let next: Button
  private let weekdays: [Label]
  private let days: [CalendarDayView]
  private lazy var words = CalendarWords(locale: context.locale)

  private var chosen: String? { didSet { update() } }
  private var today: String? { didSet { if today != oldValue { update() } } }
  private var minimum: String? { didSet { update() } }
  private var maximum: String? { didSet { update() } }
  /// The days that cannot be chosen.
  private var disabledDays = CalendarMarks() { didSet { update() } }
  private var firstWeekday: Weekday? { didSet { update() } }
  private var marks = CalendarMarks() { didSet { update() } }
  /// The requested month; without one, the month of the chosen day or the current month.
  private var wantedMonth: CalendarMonth?
  private var month: CalendarMonth? { wantedMonth ?? (chosen ?? today).flatMap(CalendarMonth.init) }

  /// The maximum number of weeks that a month spans.
  private static let weekCount = 6

  /// Creates a calendar that shows the current month once it knows the current day.
  package init(in context: ViewContext) {
    heading = Label(in: context)
    previous = Button(.calendarButton, in: context)
    next = Button(.calendarButton, in: context)
    weekdays = (0..<7).map { _ in Label(.calendarWeekday, in: context) }
    days = (0..<7 * Self.weekCount).map { _ in CalendarDayView(in: context) }
    super.init(.calendar, in: context)
    heading[.fontWeight] = 600
    heading[.textAlign] = .string(TextAlign.center.rawValue)
    heading.style = LayoutStyle {
      $0.flexGrow = 1
      $0.flexShrink = 1
    }
    previous[.accessibilityLabel] = .string(context.strings[.previousMonth])
    next[.accessibilityLabel] = .string(context.strings[.nextMonth])
    addRow([previous, heading, next], .container)
    addRow(weekdays, .calendarWeek)
    for week in 0..<Self.weekCount { addRow(Array(days[week * 7..<week * 7 + 7]), .calendarWeek) }
    previous.on(.press) { [weak self] _ in self?.turn(by: -1) }
    next.on(.press) { [weak self] _ in self?.turn(by: 1) }
    for day in days {
      day.on(.press) { [weak self, weak day] _ in
        self?.isChangedByPerson = true
        day?.day.map { self?.accept(.string($0)) }
      }
    }
  }

  private func addRow(_ views: [View], _ kind: ViewKind) {
    let row = View(kind, in: context)
    if kind == .container {
      row.style = LayoutStyle {
        $0.flexDirection = .row
        $0.alignItems = .center
      }
    }
    for view in views { row.addChild(view) }
    addChild(row)
  }

  /// The chosen day as text, or null.
  package override var value: Value {
    get { chosen.map(Value.string) ?? .null }
    set {
      let day = DatePicker.Mode.date.text(of: newValue)
      guard day != chosen else { return }
      // The chosen day must be visible.
      wantedMonth = day.flatMap(CalendarMonth.init) ?? wantedMonth
      chosen = day
    }
  }

  package override var isFormField: Bool { super.isFormField || isRequired }

  package override func accept(_ value: Value) {
    guard let day = DatePicker.Mode.date.text(of: value), day != chosen, isAllowed(day) else { return }
    self.value = .string(day)
    emitChange()
  }

  private func isAllowed(_ day: String) -> Bool {
    (minimum.map { $0 <= day } ?? true) && (maximum.map { day <= $0 } ?? true) && disabledDays[day].isEmpty
  }

  /// A day out of range can come from data. It is shown and reported as invalid.
  override var problemOfKind: String? {
    guard let chosen, !isAllowed(chosen) else { return nil }
    if let minimum, chosen < minimum { return context.strings[.tooEarly, minimum] }
    if let maximum, chosen > maximum { return context.strings[.tooLate, maximum] }
    return context.strings[.unfitting]
  }

  private func turn(by months: Int) {
    guard let month else { return }
    wantedMonth = month.advanced(by: months)
    update()
    emit(.monthChange, ["month": .string(self.month?.text ?? "")])
  }

  private func update() {
    self[.value] = value
    guard let month else { return }
    self[.content] = .string(month.text)
    context.needsPreparation(self)
  }

  /// Updates the month once for all changes, because each day has a name in the user's language. The direction of the
  /// arrows depends on the layout direction.
  public override func prepareLayout() {
    guard let month else { return }
    let signs = ["chevron-left", "chevron-right"]
    previous.icon = signs[layoutDirection == .rtl ? 1 : 0]
    next.icon = signs[layoutDirection == .rtl ? 0 : 1]
    heading.text = words.name(of: month)
    previous.isDisabled = minimum.map { $0 >= month.text(ofDay: 1) } ?? false
    next.isDisabled = maximum.map { $0 <= month.text(ofDay: month.length) } ?? false
    let firstWeekday = firstWeekday?.number ?? words.firstWeekday
    let names = words.weekdays
    for (index, label) in weekdays.enumerated() where names.count == 7 {
      let name = names[(index + firstWeekday) % 7]
      label.text = name.short
      label[.accessibilityLabel] = .string(name.full)
    }
    let leading = month.leadingDays(firstWeekday: firstWeekday)
    for (index, view) in days.enumerated() {
      let number = index - leading + 1
      guard (1...month.length).contains(number) else {
        view.clear()
        continue
      }
      let day = month.text(ofDay: number)
      let marks = marks[day]
      view.day = day
      view.isHidden = false
      view.isDisabled = !isAllowed(day)
      view[.text] = .string(words.number(number))
      let name = words.name(ofDay: number, of: month)
      view[.accessibilityLabel] = .string(([name] + marks.compactMap(\.text)).joined(separator: ", "))
      view.show(isChosen: day == chosen, isToday: day == today, colors: marks.map(\.color))
    }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.calendar.properties }

  private enum Weekday: String, CaseIterable {
    case sunday, monday, tuesday, wednesday, thursday, friday, saturday

    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  fileprivate static let own: [Property<View>] = [
    .of(
      CalendarView.self, "value", .any, "The chosen day: a date or a text such as '2026-11-21'.", get: { $0.value },
      set: { $0.value = $1 }),
    .of(
      CalendarView.self, "month", .string, "The month that is shown, such as '2026-11'.",
      get: { $0.month.map { .string($0.text) } ?? .null },
      set: { view, value in
        view.wantedMonth = value.string.flatMap(CalendarMonth.init)
        view.update()
      }),
    .of(
      CalendarView.self, "today", .any, "The day highlighted as today; the current day by default.",
      get: { $0.today.map(Value.string) ?? .null }, set: { $0.today = DatePicker.Mode.date.text(of: $1) }),
    .of(
      CalendarView.self, "minimum", .any, "The first day that can be chosen.",
      get: { $0.minimum.map(Value.string) ?? .null }, set: { $0.minimum = DatePicker.Mode.date.text(of: $1) }),
    .of(
      CalendarView.self, "maximum", .any, "The last day that can be chosen.",
      get: { $0.maximum.map(Value.string) ?? .null }, set: { $0.maximum = DatePicker.Mode.date.text(of: $1) }),
    .of(
      CalendarView.self, "disabledDays", .list,
      "The days that cannot be selected: days, or objects with 'date' (or the key given by 'markDate').",
      get: { .array($0.disabledDays.items) }, set: { $0.disabledDays.items = $1.array ?? [] }),
    .of(
      CalendarView.self, "firstWeekday", .choice(Weekday.allCases.map(\.rawValue)),
      "The first day of the week; by default that of the user's language.",
      get: { $0.firstWeekday.map { .string($0.rawValue) } ?? .null },
      set: { $0.firstWeekday = $1.string.flatMap(Weekday.init) }),
    .of(
      CalendarView.self, "marks", .list,
      "Days that are marked: days, or objects with 'date', and mostly 'text' (for assistive technology) and 'color'.",
      get: { .array($0.marks.items) },
      set: { view, value in
        view.marks.items = value.array ?? []
        if let problem = view.marks.problem { view.context.host?.report(problem, of: view) }
      }),
    .of(
      CalendarView.self, "markDate", .string, "The key of the day in objects; 'date' by default.",
      get: { .string($0.marks.dateKey) },
      set: { view, value in
        view.marks.dateKey = value.string ?? CalendarMarks.defaultDateKey
        view.disabledDays.dateKey = view.marks.dateKey
      }),
    .of(
      CalendarView.self, "markText", .string, "The key of the text in objects; 'text' by default.",
      get: { .string($0.marks.textKey) }, set: { $0.marks.textKey = $1.string ?? CalendarMarks.defaultTextKey }),
  ]
}

/// Days marked with dots.
struct CalendarMarks {
  /// A mark on a day.
  struct Mark {
    let text: String?
    let color: String
  }

  static let defaultDateKey = "date"
  static let defaultTextKey = "text"
  /// The maximum number of marks of a calendar. Further ones are not shown, and reported.
  private static let maximumCount = 10_000
  /// The maximum number of marks shown on one day of a calendar. Further ones are not shown.
  private static let maximumCountOnDay = 3

  /// The items as given.
  var items: [Value] = [] { didSet { read() } }
  /// The key of an item's day.
  var dateKey = defaultDateKey { didSet { read() } }
  /// The key of an item's text.
  var textKey = defaultTextKey { didSet { read() } }

  private var byDay: [String: [Mark]] = [:]

  /// The reason why some items have no effect.
  private(set) var problem: String?

  subscript(day: String) -> [Mark] { byDay[day] ?? [] }

  private mutating func read() {
    byDay = [:]
    var isOff = false
    for item in items.prefix(Self.maximumCount) {
      let isPlain = item.string != nil || item.date != nil
      guard let day = DatePicker.Mode.date.text(of: isPlain ? item : item.value(at: ValuePath(dateKey))) else {
        isOff = true
        continue
      }
      guard byDay[day, default: []].count < Self.maximumCountOnDay else { continue }
      let color = isPlain ? nil : item.value(at: "color").string
      let text =
        isPlain ? nil : item.value(at: ValuePath(textKey)).unlessNull.map { String($0.description.prefix(200)) }
      byDay[day, default: []].append(
        Mark(text: text, color: color.flatMap { ColorComponents($0, in: .light) == nil ? nil : $0 } ?? "accent"))
    }
    problem =
      if items.count > Self.maximumCount {
        "only the first \(Self.maximumCount) of \(items.count) marks are shown"
      } else if isOff {
        "some marks have no day such as '2026-11-21'"
      } else {
        nil
      }
  }
}

/// A day in a calendar.
final class CalendarDayView: View {
  private let dots: View

  init(in context: ViewContext) {
    dots = View(.container, in: context)
    super.init(.calendarDay, in: context)
    dots.style = LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(left: 0, top: .auto, right: 0, bottom: 4)
      $0.height = .points(Self.dotSize)
      $0.flexDirection = .row
      $0.justifyContent = .center
      $0.columnGap = 2
    }
    addChild(dots)
  }

  private static let dotSize = 4.0

  /// The day as text; nil for an empty place.
  var day: String? {
    get { self[.content].string }
    set { self[.content] = newValue.map(Value.string) ?? .null }
  }

  func clear() {
    day = nil
    self[.text] = .null
    self[.accessibilityLabel] = .null
    isHidden = true
    isDisabled = true
    show(isChosen: false, isToday: false, colors: [])
  }

  func show(isChosen: Bool, isToday: Bool, colors: [String]) {
    self[.value] = isChosen ? true : .null
    self[.current] = isToday ? "date" : .null
    self[.backgroundColor] = isChosen ? .string(SemanticColor.accent.rawValue) : .null
    let color: SemanticColor? = isChosen ? .onAccent : isToday ? .accent : nil
    self[.color] = color.map { .string($0.rawValue) } ?? .null
    self[.fontWeight] = isToday || isChosen ? 600 : .null
    while dots.children.count > colors.count { dots.children.last?.removeFromParent() }
    while dots.children.count < colors.count {
      let dot = View(.container, in: context)
      dot.style = LayoutStyle {
        $0.width = .points(Self.dotSize)
        $0.height = .points(Self.dotSize)
      }
      dot[.cornerRadius] = .double(Self.dotSize / 2)
      dots.addChild(dot)
    }
    for (dot, color) in zip(dots.children, colors) {
      dot[.backgroundColor] = .string(isChosen ? SemanticColor.onAccent.rawValue : color)
    }
  }
}

extension EventName {
  /// A calendar shows another month; carries `month`.
  fileprivate static let monthChange: EventName = "onMonthChange"
}

extension ViewKind {
  /// A month calendar.
  package static let calendar = ViewKind(
    "calendar",
    style: LayoutStyle {
      $0.rowGap = 2
      $0.minWidth = .points(7 * calendarDaySize)
      $0.flexShrink = 0
    },
    element: WebElement(attributes: ["role": "group"], behaviour: "calendar"))

  fileprivate static let calendarDaySize = 36.0

  /// A row of days, or of the names of weekdays.
  package static let calendarWeek = ViewKind(
    "calendarWeek",
    style: LayoutStyle {
      $0.flexDirection = .row
      $0.justifyContent = .spaceBetween
    })

  /// The name of a weekday above its days.
  package static let calendarWeekday = ViewKind(
    "calendarWeekday",
    defaults: ViewDefaults(color: .secondaryLabel, fontSize: 12, textAlign: .center, maximumLines: 1),
    style: LayoutStyle { $0.width = .points(calendarDaySize) },
    element: ViewKind.text.element, drawing: ViewKind.text.drawing)

  /// A button that shows the previous or the next month.
  package static let calendarButton = signButton("calendarButton", horizontalPadding: 8)

  /// A day.
  package static let calendarDay = ViewKind(
    "calendarDay",
    defaults: ViewDefaults(
      cornerRadius: calendarDaySize / 2, padding: EdgeInsets(top: 9, left: 0, bottom: 9, right: 0), textAlign: .center,
      maximumLines: 1),
    style: LayoutStyle {
      $0.width = .points(calendarDaySize)
      $0.height = .points(calendarDaySize)
    },
    element: WebElement(
      "button", attributes: ["type": "button", "aria-pressed": "false"], parts: [.label], isControl: true,
      states: [.value: "aria-pressed", .current: "aria-current"]),
    drawing: { node, box, canvas in canvas.drawText(of: node, in: box) })
}

extension ComponentDefinition {
  /// A month calendar.
  package static let calendar = ComponentDefinition(
    type: "calendar", documentation: "A month calendar in which a day can be selected and days can be marked.",
    synonyms: ["monthView", "datesView", "calendarView"], kind: .calendar,
    properties: CalendarView.own + Property.validation,
    events: [
      .change(.string, "the day as text"),
      EventDefinition(
        EventName.monthChange.rawValue, "The user turned to another month.",
        carries: [EventDefinition.Member("month", .string, "the month as text, such as '2026-11'")]),
    ], makeView: { CalendarView(in: $0) }
  )
  .withParts([.calendarWeek, .calendarWeekday, .calendarButton, .calendarDay])
  .withDefault("today", "@{today()}")
  .checked(by: Validation.check)
}
