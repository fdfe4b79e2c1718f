/// What a view of a kind becomes in a browser: served to the web client, so that a component brings its element with it.
public struct WebElement: Sendable, Hashable {
  /// Parts that the client makes inside the element.
  public enum Part: String, Sendable, Hashable {
    /// Carries the attribute `text`.
    case label
    /// Carries the attribute `text` as the page's first heading.
    case title
    /// Carries the attribute `image`.
    case picture
    /// Turns while the view is `animating`.
    case ring
  }

  /// The name of the element.
  public var tag: String
  /// Attributes of the element that never change, such as `role`.
  public var attributes: [String: String]
  /// What is made inside it, in order.
  public var parts: [Part]
  /// Whether the element itself takes the keyboard focus and can be disabled.
  public var isControl: Bool
  /// The name of what the client does beyond elements and attributes, such as `field` or `table`.
  public var behaviour: String?
  /// The states that assistive technology is told of, by the attributes of the view that they say: `aria-checked`.
  public var states: [ViewAttribute: String]
  /// Whether the server draws the inside, by the kind's drawing, and the client shows the picture.
  public var isDrawn: Bool

  /// Whether it is there to be pressed, whether anybody waits for that or not.
  package var isButton: Bool { tag == "button" }

  /// Creates an element; without arguments a plain box.
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
