public import TesseraLayout
public import TesseraValues

/// The identity of a view within one presentation. Identities are never reused.
public struct ViewID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number, from 1.
  public let rawValue: Int

  /// Creates an identity from its number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Orders identities by creation.
  public static func < (left: ViewID, right: ViewID) -> Bool { left.rawValue < right.rawValue }

  /// The number as text.
  public var description: String { String(rawValue) }
}

/// A property of a view that a host shows. An absent attribute has its default value.
public enum ViewAttribute: String, Sendable, Hashable, CaseIterable, Codable {
  // Content

  /// The text of a `text` or `button`, the title of a `navigationBar`, the reason of a `placeholder`: text.
  case text
  /// The texts of the host itself, in the widget's wording, on a `window`: texts by name. Missing texts are in
  /// English.
  case words
  /// The placeholder of an empty field: text. For an image that is not loaded yet: the name of an image in the
  /// bundle; empty for nothing, not even the sign of a missing image.
  case placeholder
  /// The text typed into a field: text.
  case value
  /// An image: `{"name": path in the bundle}` or `{"url": remote URL}`.
  case image
  /// The scaling of an image in its box: `scaleToFill`, `aspectFit`, `aspectFill` (the default) or `center`.
  case contentMode
  /// `template` for an image of which only the opacity matters: it is drawn in the view's colour.
  case renderingMode
  /// The minimum value: number, or a date or time as text.
  case minimum
  /// The maximum value: number, or a date or time as text.
  case maximum
  /// The distance between two selectable values: number. If absent, any value can be selected.
  case step
  /// The available choices: list of `{"value", "text", "disabled"}`.
  case choices
  /// The number of choices, including those that `choices` omits: number.
  case choiceCount
  /// Whether several choices can be selected, so that the value is a list: Boolean.
  case multiple
  /// Whether choices can be searched by typing: Boolean.
  case searchable
  /// The type of the input: `password`, `email`, `date`, …; text if absent.
  case inputType
  /// The maximum number of characters: number.
  case maximumLength
  /// The accepted file types, in the syntax of HTML's `accept`: list of texts.
  case acceptedTypes
  /// The accessibility label of the button that clears the view: text.
  case clearLabel
  /// Suggestions for the input, such as frequent values: list of texts.
  case suggestions
  /// The content of a view of a custom kind: any value.
  case content
  /// The title of an `alert`: text.
  case title
  /// The message of an `alert`: text.
  case message
  /// The buttons of an `alert`, in order: list of texts.
  case buttons

  // State

  /// Whether the view is hidden, also from assistive technology: Boolean.
  case hidden
  /// `none`: the view is not displayed and has no box.
  case display
  /// Whether the view is shown but does not react: Boolean.
  case disabled
  /// The validation error for the user: text.
  case error
  /// The options of the file picker that a press opens:
  /// `{"accept": list of texts, "maximum": bytes, "quality": from 0 to 1}`.
  case filePicking
  /// Whether a field can be read and copied from, but not edited: Boolean.
  case readOnly
  /// Whether an activity indicator is spinning: Boolean.
  case animating
  /// Whether a refresh is in progress: Boolean.
  case refreshing
  /// Whether the user can refresh by pulling or pressing a key: Boolean.
  case refreshable
  /// Whether the view handles presses: Boolean.
  case pressable
  /// The address that a press opens elsewhere, as a link does: text.
  case href
  /// The items of the view's menu, which a long press or the secondary mouse button opens: list of
  /// `{"text", "index"}`, with `icon`, `destructive` and `disabled` where they apply, and `swipe`, `start` or `end`,
  /// if the item is also available by swiping.
  case menu
  /// Whether the view handles long presses: Boolean.
  case longPressable
  /// Whether the view belongs to a stack that is presented over others: Boolean.
  case modal
  /// The presentation style of a stack over others: `sheet` or `popover`; full screen if absent.
  case presentation
  /// Whether the view is selected: Boolean.
  case selected
  /// The current item among several, as a value of `aria-current`, such as `date` for today: text.
  case current
  /// Whether the field receives the focus when it appears: Boolean.
  case autofocus

  /// Whether the texts are placeholders for others and must not be legible: Boolean, on a `window`.
  case redacted

  // Scrolling

  /// The width of the scrolled content, in points: number.
  case contentWidth
  /// The height of the scrolled content, in points: number.
  case contentHeight
  /// The scroll position, in points from the start of the content: number. A host scrolls there when it first shows
  /// the view and when a patch contains a new number. Scrolling by the user is reported as an event.
  case scrollOffset
  /// The scroll axis: `horizontal`; vertical if absent.
  case axis
  /// Whether scrolling stops at rows: Boolean.
  case paging
  /// Whether a scroll indicator is shown: Boolean; true if absent.
  case scrollIndicator
  /// The position at which a sticky row of a table stops staying visible at the top, in points from the start of the
  /// content: number.
  case stickyUntil
  /// Whether the user can move rows: Boolean.
  case reorderable
  /// The number of rows of a table, visible or not: number.
  case rowCount
  /// The row index of a cell, from 0: number.
  case rowIndex

  /// The buttons of a widget while its board is being edited, on a `window`:
  /// `{"enabled": list of "expand", "shrink", "settings", "frame": [x, y, width, height]}`, where the frame is the
  /// rectangle, in points, around which they are placed. If absent, the board decides.
  case accessories

  // Appearance. Colours are `#rrggbb`, `#rrggbbaa` or the name of a `SemanticColor`.

  /// The colour of the box.
  case backgroundColor
  /// The colour over the background, under the content, while the view is pressed or its row is selected.
  case selectedBackgroundColor
  /// The colour of text and symbols.
  case color
  /// The colour of the border.
  case borderColor
  /// A linear gradient over the background: `{"colors", "angle"}`, in degrees.
  case backgroundGradient
  /// The width of the border in points: number for all sides, or list of top, right, bottom, left.
  case borderWidth
  /// The radius of the corners in points: number, or list of top left, top right, bottom right, bottom left.
  case cornerRadius
  /// The opacity, 0 (clear) to 1: number.
  case opacity
  /// The shadow: `{"x", "y", "radius", "color"}`, in points.
  case shadow
  /// Whether children are clipped to the box: Boolean.
  case clips
  /// The font size in points: number.
  case fontSize
  /// The font weight, 100 to 900: number.
  case fontWeight
  /// Whether the text is italic: Boolean.
  case italic
  /// The text decoration: `underline` or `line-through`.
  case textDecoration
  /// The spans that make up the text, if they differ in style: list of
  /// `{"text", "fontWeight", "italic", "monospaced", "color", "textDecoration", "url"}`.
  case spans
  /// The text alignment: `start`, `center`, `end`, `left` or `right`.
  case textAlign
  /// The distance between baselines in points: number.
  case lineHeight
  /// The maximum number of lines, 0 for no limit: number.
  case maximumLines
  /// The space between the box and its text: list of top, right, bottom, left, in points.
  case padding
  /// The transform of what is shown, about the centre of the box and without effect on layout:
  /// `{"translateX", "translateY"}` in points, `{"scaleX", "scaleY"}`, `{"rotate"}` in degrees.
  case transform
  /// The animation of changes of frame and appearance: `{"duration", "delay"}` in seconds, `{"easing"}`.
  case transition
  /// The language of the texts in the view: a language tag such as `de-AT`.
  case language
  /// The direction of text and layout: `ltr` or `rtl`.
  case direction
  /// The content of a view that draws itself: `{"light", "dark"}`, SVG documents.
  case drawing

  /// The recorded drawing of a view, as lists under `light` and `dark` in the format of ``DrawnView``. Hosts that
  /// receive ``drawing`` do not receive it.
  case displayList

  // Interaction

  /// Whether pointers that go down on the view are tracked, wherever they move: Boolean.
  case tracksPointers
  /// The hit-testing shape for pointers and presses, if it is not the view's box: SVG path data, in points from the
  /// top-left corner of the box.
  case hitPath
  /// How the host drags the view with a pointer immediately, before the widget responds: `{"x", "y"}`, the minimum
  /// and maximum position of its left and top edge in points, each optional; and `with`, the views that change along
  /// with it: list of `[view, x, y, width, height]`, factors of the distance moved.
  case drag
  /// The keys that the view handles while it has the keyboard focus, by their names in the DOM: list of texts.
  case keys

  // Accessibility

  /// The accessibility label: text.
  case accessibilityLabel
  /// The accessibility hint: text.
  case accessibilityHint
  /// The value in words, if the number alone is not enough: text.
  case accessibilityValue
  /// Whether the view and its descendants are hidden from assistive technology: Boolean.
  case accessibilityHidden
  /// The ARIA role: `heading`, `list`, `status`, `search`, …
  case role
}

/// A view as a value, as of the last layout.
public struct ViewNode: Sendable, Hashable {
  /// The identity in the presentation.
  public var id: ViewID
  /// The kind of the view.
  public var kind: ViewKind
  /// The author's name for the view.
  public var identifier: String?
  /// The frame in points, relative to the parent's box; within a scrolling parent, relative to its content.
  public var frame: Rect
  /// The attributes that differ from the defaults.
  public var attributes: [ViewAttribute: Value]
  /// The children, back to front.
  public var children: [ViewID]

  /// Creates a node.
  public init(
    id: ViewID, kind: ViewKind, identifier: String? = nil, frame: Rect, attributes: [ViewAttribute: Value] = [:],
    children: [ViewID] = []
  ) {
    self.id = id
    self.kind = kind
    self.identifier = identifier
    self.frame = frame
    self.attributes = attributes
    self.children = children
  }

  /// Returns an attribute, or null if it is absent.
  public subscript(attribute: ViewAttribute) -> Value { attributes[attribute] ?? .null }
}

/// All views of a presentation as a value.
public struct ViewTree: Sendable, Hashable {
  /// The identity of the window.
  public var root: ViewID
  /// The views by identity.
  public var nodes: [ViewID: ViewNode]

  /// Creates a tree.
  public init(root: ViewID, nodes: [ViewID: ViewNode]) {
    self.root = root
    self.nodes = nodes
  }

  /// Returns the node with an identity.
  public subscript(id: ViewID) -> ViewNode? { nodes[id] }

  /// Returns a node and its descendants in order, parents before children. Starts at the root by default.
  public func preorder(from start: ViewID? = nil) -> [ViewNode] {
    var result: [ViewNode] = []
    var pending = [start ?? root]
    while let id = pending.popLast() {
      guard let node = nodes[id] else { continue }
      result.append(node)
      pending.append(contentsOf: node.children.reversed())
    }
    return result
  }
}

/// A step from one tree to the next. Patches are applied in order.
public enum ViewPatch: Sendable, Hashable {
  /// Inserts a new view. Its children, which the node does not list, follow as separate insertions.
  case insert(ViewNode, parent: ViewID, index: Int)
  /// Removes the view and its descendants.
  case remove(ViewID)
  /// Moves the view among its siblings: it is removed, then inserted at the index.
  case move(ViewID, index: Int)
  /// Sets a new frame for the view.
  case frame(ViewID, Rect)
  /// Sets attributes to new values. Null restores the default.
  case attributes(ViewID, [ViewAttribute: Value])
  /// Performs a one-time effect that leaves no state.
  case effect(ViewID, ViewEffect)
}

/// A one-time effect on a view that leaves no state.
public enum ViewEffect: Sendable, Hashable {
  /// Shakes the view horizontally by 5 points, twice, within 0.1 s, to indicate that it is not filled in.
  case shake
  /// Gives the view the keyboard focus.
  case focus
  /// Animates the rows that this update inserts, moves or removes.
  case animateRows
  /// Requests a number of cells from the board for the widget.
  case requestGridCells(GridSize)
  /// Opens a URL outside the widget: `http`, `https`, `mailto`, `tel`.
  case openURL(String)
}

extension ViewTree {
  /// Applies patches in the same way as a host. Patches that name unknown views are ignored.
  ///
  /// - Complexity: Linear in the number of patches, and in the number of views if a patch inserts, removes or moves a
  ///   view.
  public mutating func apply(_ patches: some Sequence<ViewPatch>) {
    var knownParents: [ViewID: ViewID]?
    func parents(in tree: ViewTree) -> [ViewID: ViewID] {
      var parents: [ViewID: ViewID] = [:]
      for node in tree.nodes.values { for child in node.children { parents[child] = node.id } }
      return parents
    }
    for patch in patches {
      switch patch {
      case .insert(var node, let parent, let index):
        guard nodes[parent] != nil, nodes[node.id] == nil else { continue }
        node.children = []
        nodes[node.id] = node
        knownParents?[node.id] = parent
        nodes[parent]?.insertChild(node.id, at: index)
      case .remove(let id):
        guard id != root, nodes[id] != nil else { continue }
        let parents = knownParents ?? parents(in: self)
        knownParents = parents
        for node in preorder(from: id) {
          nodes[node.id] = nil
          knownParents?[node.id] = nil
        }
        if let parent = parents[id] { nodes[parent]?.children.removeAll { $0 == id } }
      case .move(let id, let index):
        let parents = knownParents ?? parents(in: self)
        knownParents = parents
        guard let parent = parents[id] else { continue }
        nodes[parent]?.children.removeAll { $0 == id }
        nodes[parent]?.insertChild(id, at: index)
      case .frame(let id, let frame):
        nodes[id]?.frame = frame
      case .attributes(let id, let changes):
        for (attribute, value) in changes { nodes[id]?.attributes[attribute] = value.unlessNull }
      case .effect: continue
      }
    }
  }
}

extension ViewNode {
  fileprivate mutating func insertChild(_ child: ViewID, at index: Int) {
    children.insert(child, at: min(max(0, index), children.count))
  }
}

extension ViewPatch {
  /// The approximate memory use in bytes.
  package var approximateSize: Int {
    func size(_ attributes: [ViewAttribute: Value]) -> Int {
      attributes.values.reduce(attributes.count * 48) { $0 + $1.textBytes }
    }
    return switch self {
    case .insert(let node, _, _): 200 + size(node.attributes)
    case .attributes(_, let changes): 64 + size(changes)
    default: 64
    }
  }
}
