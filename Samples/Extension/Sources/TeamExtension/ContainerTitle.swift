import TesseraLayout
import TesseraValues
public import TesseraViews

extension ViewKind {
  /// A title above anything.
  static let containerTitle = ViewKind(
    "containerTitle", defaults: ViewDefaults(), element: WebElement("section"))
}

/// A title above a component that the document brings, which keeps its own data, bindings and actions.
final class ContainerTitleView: View {
  private let label: Label

  override init(_ kind: ViewKind, in context: ViewContext) {
    label = Label(in: context)
    super.init(kind, in: context)
    self[.backgroundColor] = "#FF9500"
    label[.fontSize] = 20
    label[.fontWeight] = 700
    label[.color] = "#FFFFFF"
    label[.textAlign] = "center"
    label[.role] = "heading"
    label.style.margin = Edges(horizontal: 10, vertical: 0)
    addChild(label)
  }

  var title: String {
    get { label.value.description }
    set { label.value = .string(newValue) }
  }

  /// Puts the component below the title.
  func setChild(_ child: View?) {
    guard let child else { return }
    let area = View(.container, in: context)
    area.style.margin = Edges(left: 10, right: 10, bottom: 10)
    area.addChild(child)
    addChild(area)
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
