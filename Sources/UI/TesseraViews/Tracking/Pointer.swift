public import TesseraLayout

/// A mouse, a finger or a pen that went down on a view, as it is now.
public struct Pointer: Sendable, Hashable {
  /// What touches.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A mouse or a touch pad, with its main button down.
    case mouse
    /// A finger.
    case touch
    /// A pen.
    case pen
  }

  /// What becomes of it.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// It went down.
    case began
    /// It moved.
    case moved
    /// It went up.
    case ended
    /// The system took it away, for example to scroll: nothing was meant.
    case cancelled
  }

  /// Tells it from others that are down at the same time.
  public var id: Int
  /// In points from the top left corner of the view's box, as that was when the pointer went down. It may lie outside of it.
  public var location: Point
  /// What touches.
  public var kind: Kind

  /// Creates a pointer.
  public init(id: Int = 0, location: Point, kind: Kind = .mouse) {
    self.id = id
    self.location = location
    self.kind = kind
  }
}

/// A key that was pressed.
public struct Key: Sendable, Hashable {
  /// The name of the key, in the words of the DOM's `KeyboardEvent.key`: `ArrowLeft`, `Home`, `PageUp`, `a`.
  public var name: String
  /// Whether the shift key was down.
  public var isShifted: Bool

  /// Creates a key.
  public init(_ name: String, isShifted: Bool = false) {
    self.name = name
    self.isShifted = isShifted
  }
}
