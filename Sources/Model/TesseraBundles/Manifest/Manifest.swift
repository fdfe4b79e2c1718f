package import TesseraExpressions
package import TesseraValues

/// What `widget.json` says about a widget. Every key that is missing or wrong has its default here, so that a host can
/// show something in any case; what was wrong stands in the bundle's diagnostics.
package struct Manifest: Sendable, Hashable {
  /// The version of the bundle format; 1 is the only one so far.
  package var format = 1
  /// The widget's identity in reverse DNS: `org.example.feed`. Empty if the manifest names none.
  package var id = ""
  /// The name that people see.
  package var name = ""
  /// The widget's version.
  package var version = SemanticVersion(1, 0, 0)
  /// One sentence on what it shows.
  package var summary = ""
  /// Who made it.
  package var author: Author?
  /// The name of an image of the bundle.
  package var icon: String?
  /// The screen to begin with. Empty if there is none at all.
  package var main = ""
  /// Where the main screen is fetched from, if it is not in the bundle.
  package var mainAddress: String?
  /// The name of the program that draws it, if it is not made of documents.
  package var program: String?
  /// Whether it wants to run in a process of its own.
  package var isIsolated = false
  /// The language of the texts in the screens, which is also the last resort for strings.
  package var locale = LocaleTag.english
  /// How many cells of the grid it takes.
  package var sizes = Sizes()
  /// The display modes that it knows; the first is the one to begin with.
  package var modes: [DisplayMode] = [.expanded]
  /// When it wants fresh data.
  package var update = Update()
  /// What is drawn ahead, from dated objects of its store; nil for nothing.
  package var timeline: Timeline?
  /// What a person can set, in the order of the settings page.
  package var options: [Option] = []
  /// What addresses that begin with `/` stand on: a scheme, a host and mostly a path, without a slash at its end.
  package var base: String?
  /// The only hosts that it may talk to.
  package var hosts: [HostPattern] = []
  /// The name of the group whose files it shares with an app.
  package var group: String?
  /// The URL schemes that it answers, in lower case.
  package var links: [String] = []
  /// How stacks of screens look that its actions open by these names.
  package var stacks: [String: StackStyle] = [:]

  /// Creates a manifest in which everything has its default.
  package init() {}
}

extension Manifest {
  /// The screen to begin with in a size: that of the largest listed size that fits in it, else the main one.
  package func main(at size: CellSize?) -> String {
    let fitting = sizes.screens.filter { $0.size.fits(in: size ?? sizes.default) }
    return fitting.max { $0.size.columns * $0.size.rows < $1.size.columns * $1.size.rows }?.screen ?? main
  }

  /// The display mode in a size: the first of the modes in the default size, compact below it and expanded above, as far as the
  /// widget knows these.
  package func mode(at size: CellSize) -> DisplayMode {
    let first = modes.first ?? .expanded
    if size == sizes.default { return first }
    let wanted: DisplayMode = size.fits(in: sizes.default) ? .compact : .expanded
    return modes.contains(wanted) ? wanted : first
  }

  /// Who made a widget.
  package struct Author: Sendable, Hashable {
    /// The name.
    package var name: String
    /// A page, with scheme `https` or `http`.
    package var url: String?
    /// An address for mail.
    package var email: String?

    /// Creates an author.
    package init(name: String, url: String? = nil, email: String? = nil) {
      self.name = name
      self.url = url
      self.email = email
    }
  }

  /// A size in cells of the grid, written `4×2`: columns first. The letter `x` does as well.
  package struct CellSize: Sendable, Hashable, CustomStringConvertible {
    /// Cells from left to right, from 1.
    package var columns: Int
    /// Cells from top to bottom, from 1.
    package var rows: Int

    /// Creates a size.
    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }

    /// The most cells in either direction.
    package static let limit = 64

    /// Reads a size; nil if the text is none.
    package init?(_ text: String) {
      let parts = text.split(omittingEmptySubsequences: false) { $0 == "×" || $0 == "x" || $0 == "X" }
      guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
        (1...Self.limit).contains(columns), (1...Self.limit).contains(rows)
      else { return nil }
      self.init(columns: columns, rows: rows)
    }

    /// `4×2`.
    package var description: String { "\(columns)×\(rows)" }

    /// Whether it is at most as large as another in both directions.
    package func fits(in other: CellSize) -> Bool { columns <= other.columns && rows <= other.rows }
  }

  /// In which directions a person may resize a widget.
  package enum Resize: String, Sendable, Hashable, CaseIterable {
    /// Not at all.
    case none
    /// Columns only.
    case horizontal
    /// Rows only.
    case vertical
    /// Columns and rows.
    case both
  }

  /// A screen to begin with from a size on.
  package struct SizedScreen: Sendable, Hashable {
    /// The least size.
    package var size: CellSize
    /// The name of the screen.
    package var screen: String

    /// Creates a choice.
    package init(size: CellSize, screen: String) {
      self.size = size
      self.screen = screen
    }
  }

  /// How many cells a widget takes.
  package struct Sizes: Sendable, Hashable {
    /// The size when it is placed.
    package var `default` = CellSize(columns: 4, rows: 4)
    /// The smallest size.
    package var minimum = CellSize(columns: 2, rows: 2)
    /// The largest size; nil if only the page limits it.
    package var maximum: CellSize?
    /// The directions in which it can be resized.
    package var resize = Resize.both
    /// Screens to begin with in some sizes, in the order of the manifest.
    package var screens: [SizedScreen] = []

    /// Creates sizes in which everything has its default.
    package init() {}
  }

  /// How much of itself a widget shows.
  package enum DisplayMode: String, Sendable, Hashable, CaseIterable {
    /// The essence, in a height that the host gives.
    case compact
    /// Everything.
    case expanded
  }

  /// When a widget wants fresh data. A date is an earliest time: the host keeps a budget.
  package struct Update: Sendable, Hashable {
    /// The rule for the next update.
    package var policy = Policy.never
    /// The service action that fetches; nil runs what the main screen runs when it loads.
    package var action: Located<String>?
    /// What of the host answers in place of the documents, by its registered name.
    package var provider: Located<String>?
    /// When the widget is asked at all, by the values of its options; nil for always.
    package var condition: ValuePredicate?
    /// Where a host of the widget tells by server-sent events that its content changed.
    package var events: Located<String>?
    /// The most updates a day; nil for as many as the host allows.
    package var budget: Int?
    /// After how many seconds without a good answer what is shown counts as old; nil for twice the time between updates.
    package var staleTime: Double?

    /// The rules for the next update.
    package enum Policy: Sendable, Hashable {
      /// Only when it is asked to.
      case never
      /// When the last prepared rendering has been shown.
      case atEnd
      /// A number of seconds after the last one.
      case after(seconds: Double)
    }

    /// The shortest time between updates that a manifest may ask for, in seconds.
    package static let shortestInterval = 60.0

    /// No updates of its own.
    package init() {}
  }

  /// Entries that are drawn ahead: the main screen, once for each of some dated objects of the store.
  package struct Timeline: Sendable, Hashable {
    /// Which object is shown at a date.
    package enum Shows: String, Sendable, Hashable, CaseIterable {
      /// The one whose date came last: an appointment from when it begins.
      case current
      /// The one whose date comes next: a train until it leaves.
      case next
    }

    /// The entity of the objects.
    package var entity: Located<String>
    /// The attribute with their date.
    package var date: Located<String>
    /// Which objects count; nil for all.
    package var predicate: Located<ValuePredicate>?
    /// Which of them is shown when.
    package var shows = Shows.current
    /// The most entries.
    package var limit = 50
    /// The attribute that says how much an entry matters, as a number.
    package var relevance: Located<String>?

    /// The most entries that a manifest may ask for.
    package static let maximumLimit = 200

    /// Entries of an entity, by the dates of an attribute.
    package init(entity: Located<String>, date: Located<String>) {
      self.entity = entity
      self.date = date
    }
  }

  /// Something that a person can set for a placed widget.
  package struct Option: Sendable, Hashable {
    /// The key under which screens and services read it.
    package var name: String
    /// What it accepts.
    package var type: OptionType
    /// The value until it is set.
    package var `default`: Value
    /// The label in the settings; the name if the manifest gives none.
    package var title: String
    /// A sentence of help.
    package var summary: String?
    /// The heading under which it stands.
    package var group: String?
    /// When it counts, by the values of the others; nil where always. A form leaves it out where this does not hold.
    package var condition: ValuePredicate?
    /// Whether the value is one that forms do not show, such as a password.
    package var isSecret: Bool

    /// Creates an option.
    package init(
      name: String, type: OptionType, default value: Value, title: String? = nil, summary: String? = nil,
      group: String? = nil, condition: ValuePredicate? = nil, isSecret: Bool = false
    ) {
      self.name = name
      self.type = type
      self.default = value
      self.title = title ?? name
      self.summary = summary
      self.group = group
      self.condition = condition
      self.isSecret = isSecret
    }
  }

  /// What an option accepts.
  package enum OptionType: Sendable, Hashable {
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
  package struct Choice: Sendable, Hashable {
    /// The value.
    package var value: String
    /// What people see; the value if the manifest gives nothing else.
    package var title: String

    /// Creates a choice.
    package init(value: String, title: String? = nil) {
      self.value = value
      self.title = title ?? value
    }
  }
}

extension Manifest {
  /// What a screen that is fetched is written in.
  enum Dialect: String, CaseIterable {
    case tessera
    case beagle
  }

  /// An address that begins with `/` stands on ``base``; any other is what it is.
  package func absolute(_ address: String) -> String {
    guard let base, address.hasPrefix("/") else { return address }
    return base + address
  }
}
