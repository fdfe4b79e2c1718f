import TesseraValues
public import TesseraViews

extension ViewKind {
  /// A title above anything.
  static let containerTitle = ViewKind(
    "containerTitle", defaults: ViewDefaults(), element: WebElement("section"))
}

/// A title above a component that the document brings, which keeps its own data, bindings and actions. The two are placed by
/// constraints, in a view that is to the layout around it as large as they ask for.
final class ContainerTitleView: View {
  private let box: ConstraintView
  private let label: Label

  override init(_ kind: ViewKind, in context: ViewContext) {
    box = ConstraintView(in: context)
    label = Label(in: context)
    super.init(kind, in: context)
    self[.backgroundColor] = "#FF9500"
    label[.fontSize] = 20
    label[.fontWeight] = 700
    label[.color] = "#FFFFFF"
    label[.textAlign] = "center"
    label[.role] = "heading"
    addChild(box)
    box.addChild(label)
    ViewConstraint.activate([
      label.topAnchor.constraint(equalTo: box.topAnchor),
      label.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 10),
      label.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: -10),
    ])
  }

  var title: String {
    get { label.value.description }
    set { label.value = .string(newValue) }
  }

  /// Puts the component below the title.
  func setChild(_ child: View?) {
    guard let child else { return }
    box.addChild(child)
    ViewConstraint.activate([
      child.topAnchor.constraint(equalTo: label.bottomAnchor),
      child.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 10),
      child.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: -10),
      child.bottomAnchor.constraint(equalTo: box.bottomAnchor, constant: -10),
    ])
  }
}

extension ComponentDefinition {
  /// A title above anything: `custom:ContainerTitle` to a backend that speaks Beagle.
  public static let containerTitle = ComponentDefinition(
    type: "containerTitle", documentation: "A title above a component.", kind: .containerTitle,
    properties: [
      .of(
        ContainerTitleView.self, "title", .scalar, "What the title says.", get: { .string($0.title) },
        set: { $0.title = $1.description })
    ],
    slots: [
      SlotDefinition("child", "What stands below the title.", .one) { ($0 as? ContainerTitleView)?.setChild($1.first) }
    ],
    makeView: { ContainerTitleView(.containerTitle, in: $0) })
}
