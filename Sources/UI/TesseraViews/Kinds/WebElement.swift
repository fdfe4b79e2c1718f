/// The element that a view of a kind becomes in a browser. The server sends it to the web client, so that a component
/// defines its own element.
public struct WebElement: Sendable, Hashable {
  /// A part that the client creates inside the element.
  public enum Part: String, Sendable, Hashable {
    /// An element that shows the attribute `text`.
    case label
    /// An element that shows the attribute `text` as the page's first heading.
    case title
    /// An element that shows the attribute `image`.
    case picture
    /// A ring that spins while the view is `animating`.
    case ring
  }

  /// The name of the element.
  public var tag: String
  /// The constant attributes of the element, such as `role`.
  public var attributes: [String: String]
  /// The parts inside the element, in order.
  public var parts: [Part]
  /// Whether the element itself receives the keyboard focus and can be disabled.
  public var isControl: Bool
  /// The name of a client behaviour beyond elements and attributes, such as `field` or `table`.
  public var behaviour: String?
  /// The ARIA states that reflect attributes of the view, such as `aria-checked`.
  public var states: [ViewAttribute: String]
  /// Whether the server draws the content, using the kind's drawing, and the client shows the resulting image.
  public var isDrawn: Bool

  /// Whether the element is always pressable, even without a handler.
  package var isButton: Bool { tag == "button" }

  /// Creates an element; the default is a plain box.
  public init(
    _ tag: String = "div", attributes: [String: String] = [:], parts: [Part] = [], isControl: Bool = false,
    behaviour: String? = nil, isDrawn: Bool = false, states: [ViewAttribute: String] = [:]
  ) {
    self.tag = tag
    self.attributes = attributes
    self.parts = parts
    self.isControl = isControl
    self.behaviour = behaviour
    self.isDrawn = isDrawn
    self.states = states
  }
}
