public import TesseraLayout
public import TesseraValues

/// The identity of a view within one presentation. Identities are never used twice.
public struct ViewID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number, from 1.
  public let rawValue: Int

  /// Creates an identity from its number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Order of creation.
  public static func < (left: ViewID, right: ViewID) -> Bool { left.rawValue < right.rawValue }

  /// The number.
  public var description: String { String(rawValue) }
}

/// A property of a view that a host shows. An attribute that is absent has its default.
public enum ViewAttribute: String, Sendable, Hashable, CaseIterable, Codable {
  // What it says.

  /// The text of a `text` or `button`, the title of a `navigationBar`, the reason of a `placeholder`: text.
  case text
  /// What the host itself says, in the widget's words, on a `window`: texts by name; English where there is none.
  case words
  /// What stands in an empty field: text. In the place of a picture until that is there: the name of one of the bundle.
  case placeholder
  /// What is typed into a field: text.
  case value
  /// A picture: `{"name": path in the bundle}` or `{"url": remote address}`.
  case image
  /// How a picture fills its box: `scaleToFill`, `aspectFit`, `aspectFill` (the default) or `center`.
  case contentMode
  /// The least value: number, or a date or time as text.
  case minimum
  /// The greatest value: number, or a date or time as text.
  case maximum
  /// Between two values that can be chosen: number; any value can be where it is absent.
  case step
  /// What there is to choose from: list of `{"value", "text", "disabled"}`.
  case choices
  /// How many choices there are, those included that `choices` leaves out: number.
  case choiceCount
  /// Whether several choices can be chosen at once, so that the value is a list: truth value.
  case multiple
  /// Whether choices are found by typing: truth value.
  case searchable
  /// What is typed or chosen: `password`, `email`, `date`, …; text where it is absent.
  case inputType
  /// The most letters: number.
  case maximumLength
  /// Which files can be chosen, in the words of HTML's `accept`: list of texts.
  case acceptedTypes
  /// What assistive technology calls the button that empties the view: text.
  case clearLabel
  /// What was typed often, or is likely: list of texts.
  case suggestions
  /// What a view of a kind of its own shows: any value.
  case content
  /// The headline of an `alert`: text.
  case title
  /// The body of an `alert`: text.
  case message
  /// The answers of an `alert`, in order: list of texts.
  case buttons

  // What state it is in.

  /// Not shown, and not there for assistive technology: truth value.
  case hidden
  /// `none`: not there at all, without a box.
  case display
  /// Shown, and does not react: truth value.
  case disabled
  /// What is wrong with the value, as people are told: text.
  case error
  /// A press lets the person pick a file: `{"accept": list of texts, "maximum": bytes, "quality": from 0 to 1}`.
  case filePicking
  /// A field that can be read and copied from, not typed into: truth value.
  case readOnly
  /// An activity indicator that turns: truth value.
  case animating
  /// Refreshing is under way: truth value.
  case refreshing
  /// The user may pull, or press a key, to refresh: truth value.
  case refreshable
  /// Presses are wanted: truth value.
  case pressable
  /// What a menu of the view has, which a long press or the right button opens: list of `{"text", "index"}`, with
  /// `destructive` and `disabled` where they are so, and `swipe`, `start` or `end`, where it is reached by a swipe too.
  case menu
  /// Long presses are wanted: truth value.
  case longPressable
  /// Part of a stack that is presented over others: truth value.
  case modal
  /// How a stack stands over others: `sheet` or `popover`; over all of them where it is absent.
  case presentation
  /// Chosen: truth value.
  case selected
  /// What is present among others, in ARIA's word for it, such as `date` for today: text.
  case current
  /// The field is focused when it appears: truth value.
  case autofocus

  /// Its texts are not to be read, because they stand for others: truth value, on a `window`.
  case redacted

  // How it scrolls.

  /// The size of the scrolled content, in points: numbers.
  case contentWidth
  /// See ``contentWidth``.
  case contentHeight
  /// Where the content is scrolled to, in points from its start: number. A host scrolls there when it first shows the
  /// view or when a patch brings a new number; what the user scrolls comes back as an event.
  case scrollOffset
  /// Which way the content scrolls: `horizontal`; vertical where it is absent.
  case axis
  /// Scrolling stops at rows: truth value.
  case paging
  /// Whether a bar says how far the content is scrolled: truth value; true where it is absent.
  case scrollIndicator
  /// Where a row of a table ends to stay in sight at the top, in points from the start of the content: number.
  case stickyUntil
  /// The person can move rows: truth value.
  case reorderable
  /// The number of rows of a table, seen or not: number.
  case rowCount
  /// Which row a cell is, from 0: number.
  case rowIndex

  /// Which buttons a widget has while its board is edited, on a `window`: `{"enabled": list of "expand", "shrink", "settings",
  /// "frame": [x, y, width, height]}`, in points, around what they stand. Where it is absent the board decides.
  case accessories

  // How it looks. Colours are `#rrggbb`, `#rrggbbaa` or the name of a `SemanticColor`.

  /// Colour of the box.
  case backgroundColor
  /// Colour of text and signs.
  case color
  /// Colour of the border.
  case borderColor
  /// Colours that pass over into each other over the background: `{"colors", "angle"}`, in degrees.
  case backgroundGradient
  /// Width of the border in points on all sides: number, or list of top, right, bottom, left.
  case borderWidth
  /// Radius of the corners in points: number, or list of top left, top right, bottom right, bottom left.
  case cornerRadius
  /// 0 (clear) to 1: number.
  case opacity
  /// `{"x", "y", "radius", "color"}` in points.
  case shadow
  /// Whether children are cut at the box: truth value.
  case clips
  /// Size of the font in points: number.
  case fontSize
  /// Weight of the font, 100 to 900: number.
  case fontWeight
  /// Slanted letters: truth value.
  case italic
  /// A line along the letters: `underline` or `line-through`.
  case textDecoration
  /// The parts that the text consists of, where they look different: list of
  /// `{"text", "fontWeight", "italic", "monospaced", "color", "textDecoration", "url"}`.
  case spans
  /// `start`, `center`, `end`, `left` or `right`.
  case textAlign
  /// Distance of baselines in points: number.
  case lineHeight
  /// The most lines that are shown, 0 for all: number.
  case maximumLines
  /// Space between the box and what is typed or written in it: list of top, right, bottom, left, in points.
  case padding
  /// Moves, turns and stretches what is shown, without effect on layout: `{"translateX", "translateY"}` in points,
  /// `{"scaleX", "scaleY"}`, `{"rotate"}` in degrees, about the middle of the box.
  case transform
  /// How changes of frame and look are animated: `{"duration", "delay"}` in seconds, `{"easing"}`.
  case transition
  /// The language of the texts in it: a tag such as `de-AT`.
  case language
  /// The direction of text and layout: `ltr` or `rtl`.
  case direction
  /// What a view that draws itself has inside: `{"light", "dark"}`, SVG documents.
  case drawing

  /// What a view drew, step by step, by `light` and `dark`: lists, as ``DrawnView`` writes them. Hosts that are given
  /// ``drawing`` are not told.
  case displayList

  // How it is touched.

  /// Pointers that go down on it are followed, wherever they move: truth value.
  case tracksPointers
  /// The shape in which pointers and presses meet the view, if that is not its box: data of an SVG path, in points from
  /// the top left corner of the box.
  case hitPath
  /// How the view follows a pointer at once, before the widget knows: `{"x", "y"}`, the least and the greatest place of its
  /// left and top edge in points, each of which can be left out; and `with`, what changes along: list of
  /// `[view, x, y, width, height]`, factors of the way.
  case drag
  /// The keys that the view wants to hear of while it has the keyboard focus, by their names in the DOM: list of texts.
  case keys

  // What assistive technology is told.

  /// What the view is called: text.
  case accessibilityLabel
  /// What is said besides: text.
  case accessibilityHint
  /// What its value is in words, where the number says too little: text.
  case accessibilityValue
  /// Whether it is kept from people who do not see it, with what stands in it: true or false.
  case accessibilityHidden
  /// `heading`, `list`, `status`, `search`, …: an ARIA role.
  case role
}

/// A view as a value, as it was after the last layout.
public struct ViewNode: Sendable, Hashable {
  /// Its identity in the presentation.
  public var id: ViewID
  /// What it is.
  public var kind: ViewKind
  /// The author's name for it.
  public var identifier: String?
  /// Its box in points, relative to the parent's box; within a scrolling parent relative to its content.
  public var frame: Rect
  /// What differs from the defaults.
  public var attributes: [ViewAttribute: Value]
  /// Its children, back to front.
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

  /// Reads an attribute; null when it is absent.
  public subscript(attribute: ViewAttribute) -> Value { attributes[attribute] ?? .null }
}

/// All views of a presentation as a value.
public struct ViewTree: Sendable, Hashable {
  /// The window.
  public var root: ViewID
  /// Every view by identity.
  public var nodes: [ViewID: ViewNode]

  /// Creates a tree.
  public init(root: ViewID, nodes: [ViewID: ViewNode]) {
    self.root = root
    self.nodes = nodes
  }

  /// The node with an identity.
  public subscript(id: ViewID) -> ViewNode? { nodes[id] }

  /// All nodes under a root, parents before children, in order.
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

/// One step from one tree to the next. Steps are applied in order.
public enum ViewPatch: Sendable, Hashable {
  /// A new view; its children, which the node does not list, follow as own insertions.
  case insert(ViewNode, parent: ViewID, index: Int)
  /// The view and all below it are gone.
  case remove(ViewID)
  /// The view stands at another place among its siblings: removed, then inserted at the index.
  case move(ViewID, index: Int)
  /// The view has a new box.
  case frame(ViewID, Rect)
  /// Attributes have new values; null means the default again.
  case attributes(ViewID, [ViewAttribute: Value])
  /// Something that happens once and leaves no state.
  case effect(ViewID, ViewEffect)
}

/// Something that happens once at a view and leaves no state behind.
public enum ViewEffect: Sendable, Hashable {
  /// The view shakes: horizontally by 5 points, twice, within 0.1 s, to say that it is not filled in.
  case shake
  /// The view takes the keyboard focus.
  case focus
  /// The rows that this update brings, moves or takes away do so smoothly.
  case animateRows
  /// The widget asks its board for so many cells.
  case requestGridCells(GridCells)
  /// The host opens an address elsewhere: `http`, `https`, `mailto`, `tel`.
  case openURL(String)
}

extension ViewTree {
  /// Applies steps, as a host does. Steps that name unknown views are ignored.
  ///
  /// - Complexity: linear in the number of views if something is inserted, removed or moved, and in the number of steps.
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
  /// About how many bytes of memory it takes.
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
