public import TesseraLayout
public import TesseraValues

/// Something to press, with a title or a picture.
public final class Button: View {
  /// Actions that run before ``View/onPress``, in order of registration: a screen's action controllers.
  public var pressHandlers: [() -> Void] = []

  /// Creates a button without a title.
  public convenience init(in context: ViewContext) { self.init(.button, in: context) }

  /// The title.
  public var title: String {
    get { self[.text].string ?? "" }
    set { self[.text] = newValue.isEmpty ? .null : .string(newValue) }
  }

  /// The title; any value is written out, null is empty.
  public override var value: Value {
    get { .string(title) }
    set { title = newValue.description }
  }

  public override var fieldValue: Value { .null }

  public override var measuresContent: Bool { true }

  public override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    title.isEmpty ? MeasuredSize(size: imageSize ?? .zero) : measureText(title, width: width)
  }

  /// Runs the handlers, then what a press of any view does.
  public override func performPress() {
    for handler in pressHandlers { handler() }
    super.performPress()
  }

  public override class var properties: PropertyTable<View> { ViewProperties.button }
}
