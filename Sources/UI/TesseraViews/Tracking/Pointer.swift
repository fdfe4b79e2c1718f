public import TesseraLayout

/// The current state of a mouse, finger or pen that went down on a view.
public struct Pointer: Sendable, Hashable {
  /// The type of the pointing device.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A mouse or a trackpad with its main button down.
    case mouse
    /// A finger.
    case touch
    /// A pen.
    case pen
  }

  /// The phase of a pointer.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// The pointer went down.
    case began
    /// The pointer moved.
    case moved
    /// The pointer went up.
    case ended
    /// The system cancelled the pointer, for example to scroll. No action was intended.
    case cancelled
  }

  /// A number that distinguishes the pointer from others that are down at the same time.
  public var id: Int
  /// The location in points from the top-left corner of the view's box at the time when the pointer went down. It may
  /// be outside the box.
  public var location: Point
  /// The type of the pointing device.
  public var kind: Kind

  /// Creates a pointer.
  public init(id: Int = 0, location: Point, kind: Kind = .mouse) {
    self.id = id
    self.location = location
    self.kind = kind
  }
}

/// A pressed key.
public struct Key: Sendable, Hashable {
  /// The name of the key, as in the DOM's `KeyboardEvent.key`: `ArrowLeft`, `Home`, `PageUp`, `a`.
  public var name: String
  /// Whether the Shift key was down.
  public var isShifted: Bool

  /// Creates a key.
  public init(_ name: String, isShifted: Bool = false) {
    self.name = name
    self.isShifted = isShifted
  }
}
