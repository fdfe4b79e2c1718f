/// How a node takes part in layout.
public enum Display: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case flex
  /// The node has no box; its children are laid out as if they were children of its parent. Its frame is empty.
  case contents
  /// The node and all below it have empty frames.
  case none
}

/// How a node is placed, and whether it is the reference of absolute nodes below it.
public enum PositionType: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// In flow; insets have no effect, and absolute nodes below look for a containing block further up.
  case `static`
  /// In flow, then moved by its insets.
  case relative
  /// Out of flow, placed against the padding box of the nearest node above that is not static.
  case absolute
}

/// The direction of text and of the row axis.
public enum Direction: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// The direction of the parent.
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

/// Whether a flex container breaks its items into lines.
public enum FlexWrap: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case nowrap
  case wrap
  case wrapReverse = "wrap-reverse"
}

/// Where free space goes along the main axis of a line.
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
  /// In a flex container the same as `flexStart`.
  case stretch
}

/// Where free space goes between the lines of a container that wraps.
public enum AlignContent: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// In a flex container the same as `stretch`.
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
  /// In a flex container the same as `flexStart`.
  case baseline
}

/// Where items stand across the main axis.
public enum AlignItems: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// In a flex container the same as `stretch`.
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

/// Where one item stands across the main axis.
public enum AlignSelf: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// What the container's `alignItems` says.
  case auto
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

/// What happens to content outside the box. Layout sees only one difference: with anything but `visible` and `clip` the
/// box is a scroll container, and its automatic minimum size is 0. Scroll bars take no room.
public enum Overflow: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case visible
  case hidden
  case clip
  case scroll
  case auto

  /// Whether the box is a scroll container.
  public var isScrollContainer: Bool { self != .visible && self != .clip }
}

/// Which box `width`, `height` and their limits name.
public enum BoxSizing: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case borderBox = "border-box"
  case contentBox = "content-box"
}
