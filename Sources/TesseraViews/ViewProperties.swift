import TesseraValues

/// The property tables of the view classes: what attributes of documents and bindings can name.
enum ViewProperties {
  static let view = PropertyTable<View>("view", base)

  static let label = PropertyTable<View>(
    "text", inheriting: base,
    [
      .of(Label.self, "value", .any, "The text; any value is written out.", get: { $0.value }, set: { $0.value = $1 }),
      .of(Label.self, "text", .scalar, "The text.", get: { $0.value }, set: { $0.value = $1 }),
    ])

  static let button = PropertyTable<View>(
    "button", inheriting: base,
    [
      .of(
        Button.self, "value", .any, "The title; any value is written out.", get: { $0.value }, set: { $0.value = $1 }),
      .of(Button.self, "text", .scalar, "The title.", get: { $0.value }, set: { $0.value = $1 }),
      .of(
        Button.self, "image", .string, "The name of a picture of the bundle.",
        get: { $0[.image].value(at: "name") },
        set: { $0[.image] = $1.isNull ? .null : ["name": .string($1.description)] }),
    ])

  static let image = PropertyTable<View>(
    "image", inheriting: base,
    [
      .of(
        ImageView.self, "value", .string, "The name of a picture of the bundle, or an address.", get: { $0.value },
        set: { $0.value = $1 }),
      .of(
        ImageView.self, "autoValue", .string, "The same as value.", get: { $0.value }, set: { $0.value = $1 }),
      .text(ImageView.self, "image", "The name of a picture of the bundle.", \.imageName),
      .text(ImageView.self, "imageName", "The name of a picture of the bundle.", \.imageName),
      .text(ImageView.self, "url", "The address of a picture.", \.imageURL),
      .text(ImageView.self, "imageUrl", "The address of a picture.", \.imageURL),
      .attribute(
        "contentMode", .choice(["scaleToFill", "aspectFit", "aspectFill"]), .contentMode,
        "How the picture fills its box."),
    ])

  static let field = PropertyTable<View>(
    "textInput", inheriting: base,
    [
      .of(TextField.self, "value", .any, "What is typed.", get: { $0.value }, set: { $0.value = $1 }),
      .of(TextField.self, "text", .scalar, "What is typed.", get: { $0.value }, set: { $0.value = $1 }),
      .attribute("placeholder", .string, .placeholder, "What stands in the empty field."),
      .flag(TextField.self, "readOnly", "Can be read and copied from, not typed into.", \.isReadOnly),
      .attribute("autofocus", .bool, .autofocus, "Whether the field takes the focus when it appears."),
    ])

  static let scroll = PropertyTable<View>("scroll", inheriting: base, [])

  static let activityIndicator = PropertyTable<View>(
    "activityIndicator", inheriting: base,
    [
      .flag(ActivityIndicatorView.self, "value", "Whether it turns.", \.isAnimating),
      .flag(ActivityIndicatorView.self, "animating", "Whether it turns.", \.isAnimating),
    ])

  static let form = PropertyTable<View>(
    "form", inheriting: base,
    [
      .of(FormView.self, "value", .any, "The values of the fields by name, or null.", get: { $0.value }),
      duplicateKeyPolicy("duplicateKeyPolicy", "What happens to an optional field whose name was seen before."),
      duplicateKeyPolicy("dublicateKeyPolicy", "The same as duplicateKeyPolicy, in WidgetKit's spelling."),
    ])

  static let table = PropertyTable<View>(
    "table", inheriting: base,
    [
      .of(
        TableView.self, "rowHeight", .number, "The height of rows that were not made yet, in points.",
        get: { .double($0.estimatedRowHeight) },
        set: { $0.estimatedRowHeight = min(max($1.number ?? 60, 1), 10_000) }),
      .flag(TableView.self, "refreshControl.value", "Whether refreshing is under way.", \.isRefreshing),
      .of(TableView.self, "rowCount", .number, "The number of rows.", get: { .integer(Int64($0.rowCount)) }),
    ])

  private static func duplicateKeyPolicy(_ name: String, _ documentation: String) -> Property<View> {
    .of(
      FormView.self, name, .choice(FormView.DuplicateKeyPolicy.allCases.map(\.rawValue)), documentation,
      get: { .string($0.duplicateKeyPolicy.rawValue) },
      set: { form, value in
        form.duplicateKeyPolicy = value.string.flatMap(FormView.DuplicateKeyPolicy.init) ?? .overwrite
      })
  }

  private static let base: [Property<View>] = [
    .of(
      View.self, "identifier", .string, "The name on the screen.",
      get: { (view: View) in view.identifier.map(Value.string) ?? .null }),
    .text(View.self, "name", "The name under which a form sends the value.", \.fieldName),
    .text(View.self, "fieldName", "The same as name.", \.fieldName),
    .of(
      View.self, "fieldValue", .any, "What a form takes from the view.", get: { $0.fieldValue },
      set: { $0.value = $1 }),
    .of(
      View.self, "value", .any, "What the view stands for; nothing by default.", get: { $0.value },
      set: { $0.value = $1 }),
    .flag(View.self, "hidden", "Not shown; the box keeps its room.", \.isHidden),
    .of(
      View.self, "visible", .bool, "The opposite of hidden.", get: { .bool(!$0.isHidden) },
      set: { $0.isHidden = !$1.isTrue }),
    .flag(View.self, "disabled", "Shown, and does not react.", \.isDisabled),
    .attribute("opacity", .number, .opacity, "0 (clear) to 1."),
    .attribute("backgroundColor", .color, .backgroundColor, "Colour of the box."),
    .attribute("color", .color, .color, "Colour of text and signs."),
    .attribute("cornerRadius", .number, .cornerRadius, "Radius of the corners in points."),
    .attribute("accessibilityLabel", .string, .accessibilityLabel, "What assistive technology calls the view."),
    .attribute("role", .string, .role, "An ARIA role."),
  ]
}

extension Property<View> {
  /// A property that is an attribute of every view.
  static func attribute(
    _ name: String, _ valueType: PropertyType, _ attribute: ViewAttribute, _ documentation: String
  ) -> Property<View> {
    let write: @Sendable (View, Value) throws(PropertyMismatch) -> Void = { view, value throws(PropertyMismatch) in
      if let expected = valueType.mismatch(with: value) { throw PropertyMismatch(expected: expected) }
      if valueType == .color, let text = value.string, ColorComponents(text, in: .light) == nil {
        throw PropertyMismatch(expected: "colour such as '#3366ff' or 'accent'")
      }
      view[attribute] = value
    }
    return Property(name, valueType, documentation, get: { $0[attribute] }, set: write)
  }
}
