/// A view of an interface, with its subviews.
package struct StoryboardView: Sendable {
  /// The greatest depth of views. Deeper ones are left out.
  static let maximumDepth = 64

  package var id: StoryboardDocument.ObjectID
  package var className: StoryboardClassName
  /// The frame in the coordinates of the superview, in points.
  package var frame: StoryboardFrame
  /// The size of the view's own coordinate system, in points; that of the frame unless the view is transformed.
  package var size: (width: Double, height: Double) { (frame.width, frame.height) }
  package var autoresizing: StoryboardAutoresizing = []
  /// Whether the frame and the mask become constraints.
  package var usesAutoresizing = true
  /// Properties by the attribute names of Interface Builder's documents.
  package var properties: [String: StoryboardValue] = [:]
  /// Properties that differ for size classes.
  package var variations: [StoryboardVariation<[String: StoryboardValue]>] = []
  package var installation = StoryboardInstallation()
  package var subviews: [StoryboardView] = []
  /// Views in roles of their own, such as the header of a table.
  package var parts: [String: StoryboardView] = [:]
  /// Prototypes of rows or items, by reuse identifier, in order.
  package var prototypes: [(name: String, view: StoryboardView)] = []
  /// The sections of a table whose rows are fixed.
  package var sections: [StoryboardTableSection] = []
  package var constraints: [StoryboardConstraint] = []
  package var outlets: [StoryboardOutlet] = []
  package var attributes: [StoryboardAttribute] = []
  package var actions: [StoryboardAction] = []

  /// The views directly inside it in any role, each once.
  package var innerViews: [StoryboardView] {
    let parts = parts.sorted { $0.key < $1.key }.map(\.value)
    let others = Set(parts.map(\.id))
    return parts + prototypes.map(\.view) + sections.flatMap(\.rows) + subviews.filter { !others.contains($0.id) }
  }

  /// The number of views: itself, and all those inside it.
  package var count: Int { innerViews.reduce(1) { $0 + $1.count } }
}

/// A section of a table whose rows are fixed.
package struct StoryboardTableSection: Sendable {
  package var header: StoryboardValue?
  package var footer: StoryboardValue?
  package var rows: [StoryboardView] = []
}

/// A rectangle in points.
package struct StoryboardFrame: Sendable, Hashable {
  package var x = 0.0
  package var y = 0.0
  package var width = 0.0
  package var height = 0.0
}

/// What of a view's frame changes with its superview: the raw values are those of compiled nibs (`UIAutoresizingMask`).
package struct StoryboardAutoresizing: OptionSet, Hashable, Sendable {
  package var rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let flexibleMinX = Self(rawValue: 1)
  package static let widthSizable = Self(rawValue: 2)
  package static let flexibleMaxX = Self(rawValue: 4)
  package static let flexibleMinY = Self(rawValue: 8)
  package static let heightSizable = Self(rawValue: 16)
  package static let flexibleMaxY = Self(rawValue: 32)
}

/// A value of a property.
package enum StoryboardValue: Sendable, Hashable {
  case boolean(Bool)
  case number(Double)
  case text(String)
  /// A text that a string table may replace, with its key in the table.
  case localized(String, key: String)
  case color(StoryboardColor)
  case font(StoryboardFont)
  /// The name of an image.
  case image(String)
  /// The name of a symbol that the system draws.
  case symbol(String)
  case list([StoryboardValue])

  package var string: String? {
    switch self {
    case .text(let text), .image(let text), .symbol(let text), .localized(let text, key: _): text
    default: nil
    }
  }

  package var number: Double? {
    switch self {
    case .number(let number): number
    case .boolean(let flag): flag ? 1 : 0
    default: nil
    }
  }

  package var boolean: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .number(let number): number != 0
    default: nil
    }
  }
}

/// A colour: components in extended sRGB, or the name of one that adapts.
package struct StoryboardColor: Sendable, Hashable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double
  /// The name of a system colour or of one in the catalogue.
  package var name: String?
}

extension StoryboardColor {
  /// Creates the same colour with another name.
  init(_ color: StoryboardColor, name: String?) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha, name: name)
  }

  /// Creates a grey.
  init(white: Double, alpha: Double, name: String? = nil) {
    self.init(red: white, green: white, blue: white, alpha: alpha, name: name)
  }
}

/// A font.
package struct StoryboardFont: Sendable, Hashable {
  package var size: Double
  /// The weight from 100 to 900.
  package var weight: Int
  package var isItalic = false
  /// The family of a font that is not the system's.
  package var family: String?
}

/// The numbers of a constraint that may differ for size classes; `nil` where they do not.
package struct StoryboardConstraintValues: Sendable, Hashable {
  package var constant: Double?
  package var priority: Double?
}

/// A relation between two attributes of views: `first = multiplier · second + constant`.
package struct StoryboardConstraint: Sendable {
  /// What a side refers to.
  package enum Item: Sendable, Hashable {
    case view(StoryboardDocument.ObjectID)
    /// The area of a view that no bar covers; `nil` is the root view.
    case safeArea(of: StoryboardDocument.ObjectID?)
    case margins(of: StoryboardDocument.ObjectID?)
    /// The guides below and above the bars of a controller.
    case topGuide
    case bottomGuide
    /// The content or the frame of a scroll view.
    case scrollContent(of: StoryboardDocument.ObjectID?)
    case scrollFrame(of: StoryboardDocument.ObjectID?)

    /// The view itself, if it is one rather than a guide.
    package var viewID: StoryboardDocument.ObjectID? {
      if case .view(let id) = self { id } else { nil }
    }

    /// The view itself, or the one whose guide it is; `nil` for the guides of a controller.
    package var ownerID: StoryboardDocument.ObjectID? {
      switch self {
      case .view(let id): id
      case .safeArea(let id), .margins(let id), .scrollContent(let id), .scrollFrame(let id): id
      case .topGuide, .bottomGuide: nil
      }
    }
  }

  package enum Attribute: String, Sendable, Hashable {
    case left, right, top, bottom, leading, trailing, width, height, centerX, centerY, firstBaseline, lastBaseline

    /// Whether it is a place on the vertical axis, rather than a size or on the other axis.
    package var isVerticalPosition: Bool {
      switch self {
      case .top, .bottom, .centerY, .firstBaseline, .lastBaseline: true
      default: false
      }
    }
  }

  package enum Relation: String, Sendable, Hashable {
    case equal = "="
    case lessThanOrEqual = "<="
    case greaterThanOrEqual = ">="

    package var reversed: Self {
      switch self {
      case .equal: .equal
      case .lessThanOrEqual: .greaterThanOrEqual
      case .greaterThanOrEqual: .lessThanOrEqual
      }
    }
  }

  package var id: StoryboardDocument.ObjectID
  package var first: Item
  package var firstAttribute: Attribute
  package var relation: Relation = .equal
  package var second: Item?
  package var secondAttribute: Attribute?
  package var multiplier = 1.0
  package var constant = 0.0
  /// Whether the constant is the standard distance.
  package var hasStandardConstant = false
  package var priority = 1000.0
  /// Constants and priorities that differ for size classes.
  package var variations: [StoryboardVariation<StoryboardConstraintValues>] = []
  package var installation = StoryboardInstallation()
  package var attributes: [StoryboardAttribute] = []
}
