public import TesseraValues

/// What `widget.json` says about a widget. Every key that is missing or wrong has its default here, so that a host can
/// show something in any case; what was wrong stands in the bundle's diagnostics.
public struct Manifest: Sendable, Hashable {
  /// The version of the bundle format; 1 is the only one so far.
  public var format = 1
  /// The widget's identity in reverse DNS: `org.example.feed`. Empty if the manifest names none.
  public var id = ""
  /// The name that people see.
  public var name = ""
  /// The widget's version.
  public var version = SemanticVersion(1, 0, 0)
  /// One sentence on what it shows.
  public var summary = ""
  /// Who made it.
  public var author: Author?
  /// The name of an image of the bundle.
  public var icon: String?
  /// The screen to begin with. Empty if there is none at all.
  public var main = ""
  /// The language of the texts in the screens, which is also the last resort for strings.
  public var locale = LocaleTag.english
  /// How many cells of the grid it takes.
  public var sizes = Sizes()
  /// The display modes that it knows; the first is the one to begin with.
  public var modes: [DisplayMode] = [.expanded]
  /// When it wants fresh data.
  public var update = Update()
  /// What a person can set, in the order of the settings page.
  public var options: [Option] = []
  /// The only hosts that it may talk to.
  public var hosts: [HostPattern] = []
  /// The URL schemes that it answers, in lower case.
  public var links: [String] = []

  /// Creates a manifest in which everything has its default.
  public init() {}
}

extension Manifest {
  /// Who made a widget.
  public struct Author: Sendable, Hashable {
    /// The name.
    public var name: String
    /// A page, with scheme `https` or `http`.
    public var url: String?
    /// An address for mail.
    public var email: String?

    /// Creates an author.
    public init(name: String, url: String? = nil, email: String? = nil) {
      self.name = name
      self.url = url
      self.email = email
    }
  }

  /// A size in cells of the grid, written `4×2`: columns first. The letter `x` does as well.
  public struct CellSize: Sendable, Hashable, CustomStringConvertible {
    /// Cells from left to right, from 1.
    public var columns: Int
    /// Cells from top to bottom, from 1.
    public var rows: Int

    /// Creates a size.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }

    /// The most cells in either direction.
    public static let limit = 64

    /// Reads a size; nil if the text is none.
    public init?(_ text: String) {
      let parts = text.split(omittingEmptySubsequences: false) { $0 == "×" || $0 == "x" || $0 == "X" }
      guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
        (1...Self.limit).contains(columns), (1...Self.limit).contains(rows)
      else { return nil }
      self.init(columns: columns, rows: rows)
    }

    /// `4×2`.
    public var description: String { "\(columns)×\(rows)" }

    /// Whether it is at most as large as another in both directions.
    public func fits(in other: CellSize) -> Bool { columns <= other.columns && rows <= other.rows }
  }

  /// In which directions a person may resize a widget.
  public enum Resize: String, Sendable, Hashable, CaseIterable {
    /// Not at all.
    case none
    /// Columns only.
    case horizontal
    /// Rows only.
    case vertical
    /// Columns and rows.
    case both
  }

  /// How many cells a widget takes.
  public struct Sizes: Sendable, Hashable {
    /// The size when it is placed.
    public var `default` = CellSize(columns: 4, rows: 4)
    /// The smallest size.
    public var minimum = CellSize(columns: 2, rows: 2)
    /// The largest size; nil if only the page limits it.
    public var maximum: CellSize?
    /// The directions in which it can be resized.
    public var resize = Resize.both

    /// Creates sizes in which everything has its default.
    public init() {}
  }

  /// How much of itself a widget shows.
  public enum DisplayMode: String, Sendable, Hashable, CaseIterable {
    /// The essence, in a height that the host gives.
    case compact
    /// Everything.
    case expanded
  }

  /// When a widget wants fresh data. A date is an earliest time: the host keeps a budget.
  public struct Update: Sendable, Hashable {
    /// The rule for the next update.
    public var policy = Policy.never
    /// The service action that fetches; nil runs what the main screen runs when it loads.
    public var action: String?

    /// The rules for the next update.
    public enum Policy: Sendable, Hashable {
      /// Only when it is asked to.
      case never
      /// When the last prepared rendering has been shown.
      case atEnd
      /// A number of seconds after the last one.
      case after(seconds: Double)
    }

    /// The shortest time between updates that a manifest may ask for, in seconds.
    public static let shortestInterval = 60.0

    /// No updates of its own.
    public init() {}
  }

  /// Something that a person can set for a placed widget.
  public struct Option: Sendable, Hashable {
    /// The key under which screens and services read it.
    public var name: String
    /// What it accepts.
    public var type: OptionType
    /// The value until it is set.
    public var `default`: Value
    /// The label in the settings; the name if the manifest gives none.
    public var title: String
    /// A sentence of help.
    public var summary: String?
    /// The heading under which it stands.
    public var group: String?

    /// Creates an option.
    public init(
      name: String, type: OptionType, default value: Value, title: String? = nil, summary: String? = nil,
      group: String? = nil
    ) {
      self.name = name
      self.type = type
      self.default = value
      self.title = title ?? name
      self.summary = summary
      self.group = group
    }
  }

  /// What an option accepts.
  public enum OptionType: Sendable, Hashable {
    /// Text.
    case string
    /// True or false.
    case bool
    /// A number, within a range if one is given.
    case number(ClosedRange<Double>?)
    /// One of the named values.
    case choice([Choice])
    /// A colour: `#rrggbb` or the name of a semantic colour.
    case color
  }

  /// A value to choose, and how people see it.
  public struct Choice: Sendable, Hashable {
    /// The value.
    public var value: String
    /// What people see; the value if the manifest gives nothing else.
    public var title: String

    /// Creates a choice.
    public init(value: String, title: String? = nil) {
      self.value = value
      self.title = title ?? value
    }
  }
}
