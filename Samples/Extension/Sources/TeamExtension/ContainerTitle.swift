import TesseraComponents
import TesseraValues
import TesseraViews

/// A title above a component that the document brings: `custom:ContainerTitle` to a backend that speaks Beagle.
struct ContainerTitle: ServerDrivenComponent {
  static let documentation = "A title above a component."
  static let memberDocumentation = [
    "title": "What the title says.", "child": "What stands below the title.",
  ]

  var title: String
  var child: Child

  /// The title alone. It is placed by constraints, in a view that is to the layout around it as large as they ask for.
  static func makeView(in context: ViewContext) -> ConstraintView {
    let box = ConstraintView(in: context)
    let label = Label(in: context)
    box[.backgroundColor] = "#FF9500"
    label[.fontSize] = 20
    label[.fontWeight] = 700
    label[.color] = "#FFFFFF"
    label[.textAlign] = "center"
    label[.role] = "heading"
    box.addChild(label)
    ViewConstraint.activate([
      label.topAnchor.constraint(equalTo: box.topAnchor),
      label.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 10),
      label.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: -10),
    ])
    return box
  }

  func update(_ box: ConstraintView) {
    guard let label = box.children.first as? Label else { return }
    label.value = .string(title)
    // The component keeps its own data, bindings and actions: it is put below the title once.
    guard let child = child.view, child.parent == nil else { return }
    box.addChild(child)
    ViewConstraint.activate([
      child.topAnchor.constraint(equalTo: label.bottomAnchor),
      child.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 10),
      child.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: -10),
      child.bottomAnchor.constraint(equalTo: box.bottomAnchor, constant: -10),
    ])
  }
}
