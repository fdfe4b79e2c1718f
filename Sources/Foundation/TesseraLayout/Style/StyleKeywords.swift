/// Whether and how a node takes part in layout.
public enum Display: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case flex
  /// The node generates no box. Its children are laid out as if they were children of its parent, and its frame is
  /// empty.
  case contents
  /// The node and all its descendants have empty frames.
  case none
}

/// The positioning scheme of a node, which also determines whether it is a containing block for absolute descendants.
public enum PositionType: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// In flow; insets have no effect. Absolute descendants use a containing block further up.
  case `static`
  /// In flow, then offset by its insets.
  case relative
  /// Out of flow, positioned relative to the padding box of the nearest ancestor that is not static.
  case absolute
}

/// The direction of text and of the row axis.
public enum Direction: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// Inherits the direction of the parent.
  case inherit
  case ltr
  case rtl
}

/// The main axis of a flex container.
public enum FlexDirection: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case row
  case rowReverse = "row-reverse"
  case column
  case columnReverse = "column-reverse"
}

/// Whether a flex container wraps its items into lines.
public enum FlexWrap: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case nowrap
  case wrap
  case wrapReverse = "wrap-reverse"
}

/// The distribution of free space along the main axis of a line.
public enum JustifyContent: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case normal
  case flexStart = "flex-start"
  case flexEnd = "flex-end"
  case start
  case end
  case left
  case right
  case center
  case spaceBetween = "space-between"
  case spaceAround = "space-around"
  case spaceEvenly = "space-evenly"
  /// Equivalent to `flexStart` in a flex container.
  case stretch
}

/// The distribution of free space between the lines of a multi-line container.
public enum AlignContent: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// Equivalent to `stretch` in a flex container.
  case normal
  case flexStart = "flex-start"
  case flexEnd = "flex-end"
  case start
  case end
  case center
  case spaceBetween = "space-between"
  case spaceAround = "space-around"
  case spaceEvenly = "space-evenly"
  case stretch
  /// Equivalent to `flexStart` in a flex container.
  case baseline
}

/// The alignment of items along the cross axis, for all items of a container or for one item.
public enum AlignItems: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// Equivalent to `stretch` in a flex container.
  case normal
  case stretch
  case flexStart = "flex-start"
  case flexEnd = "flex-end"
  case start
  case end
  case selfStart = "self-start"
  case selfEnd = "self-end"
  case center
  case baseline
}

/// The handling of content that overflows the box. Layout distinguishes only whether the box is a scroll container,
/// which is the case for all values except `visible` and `clip`: a scroll container has an automatic minimum size of 0.
/// Scroll bars take no space.
public enum Overflow: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case visible
  case hidden
  case clip
  case scroll
  case auto

  /// Whether the box is a scroll container.
  public var isScrollContainer: Bool { self != .visible && self != .clip }
}

/// The box that `width`, `height` and their limits refer to.
public enum BoxSizing: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case borderBox = "border-box"
  case contentBox = "content-box"
}
