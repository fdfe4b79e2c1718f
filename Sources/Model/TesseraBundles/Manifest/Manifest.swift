package import TesseraExpressions
package import TesseraValues

/// The content of `widget.json`.
///
/// A missing or invalid key has its default here, so a host can always show something. The bundle's diagnostics report
/// what was invalid.
package struct Manifest: Sendable, Hashable {
  /// The version of the bundle format. 1 is the only version so far.
  package var format = 1
  /// The widget's identifier in reverse-DNS notation, such as `org.example.feed`. Empty if the manifest has none.
  package var id = ""
  /// The display name.
  package var name = ""
  /// The widget's version.
  package var version = SemanticVersion(1, 0, 0)
  /// A one-sentence description of the widget.
  package var summary = ""
  /// The author of the widget.
  package var author: Author?
  /// The heading under which a gallery lists the widget.
  package var category: String?
  /// Further words by which a gallery finds the widget.
  package var keywords: [String] = []
  /// The name of an image in the bundle.
  package var icon: String?
  /// Where pictures that screens show by address may come from.
  package var pictures = PictureSource.hosts
  /// The name of the initial screen. Empty if there is no screen.
  package var main = ""
  /// The address of the main screen if it is not in the bundle.
  package var mainAddress: String?
  /// The format of the document at that address, as far as the manifest says. What arrives decides.
  package var mainDialect: Dialect?
  /// The name of the program that draws the widget if it is not made of documents.
  package var program: String?
  /// Whether the widget requests a process of its own.
  package var isIsolated = false
  /// The language of the texts in the screens, and the last fallback for strings.
  package var locale = LocaleTag.english
  /// The widget's sizes in grid cells.
  package var sizes = Sizes()
  /// How boards treat the widget.
  package var board = BoardRules()
  /// The supported display modes. The first is the initial one.
  package var modes: [DisplayMode] = [.expanded]
  /// When the widget requests fresh data.
  package var update = Update()
  /// The timeline of entries drawn ahead from dated objects of the store, or nil if there is none.
  package var timeline: Timeline?
  /// The options that a person can set, in the order of the settings page.
  package var options: [Option] = []
  /// The base URL of addresses that start with `/`: a scheme, a host and usually a path, without a trailing slash.
  package var base: String?
  /// The only hosts that the widget may contact.
  package var hosts: [HostPattern] = []
  /// The name of the group whose files the widget shares with an app.
  package var group: String?
  /// The URL schemes that the widget handles, in lower case.
  package var links: [String] = []
  /// The styles of the screen stacks that actions open, by stack name.
  package var stacks: [String: StackStyle] = [:]

  /// Creates a manifest with default values.
  package init() {}
}

extension Manifest {
  /// Returns the initial screen for a size: the screen of the largest listed size that fits, else the main screen.
  package func main(at size: GridSize?) -> String {
    let fitting = sizes.screens.filter { $0.size.fits(in: size ?? sizes.default) }
    return fitting.max { $0.size.columns * $0.size.rows < $1.size.columns * $1.size.rows }?.screen ?? main
  }

  /// The names of the screens that hosts open: the main screen, those for sizes, and the settings.
  package var openedScreens: [String] {
    [main] + sizes.screens.map(\.screen) + [board.settings?.value].compactMap(\.self)
  }

  /// Returns the display mode for a size: the first supported mode at the default size, compact at sizes that fit
  /// within it, otherwise expanded, if the widget supports that mode.
  package func mode(at size: GridSize) -> DisplayMode {
    let first = modes.first ?? .expanded
    if size == sizes.default { return first }
    let wanted: DisplayMode = size.fits(in: sizes.default) ? .compact : .expanded
    return modes.contains(wanted) ? wanted : first
  }

  /// Returns the maximum size in a display mode on a page.
  package func maximumSize(for mode: DisplayMode, on page: GridSize) -> GridSize {
    allSizes(for: mode, on: page).max { $0.columns * $0.rows < $1.columns * $1.rows } ?? sizes.minimum
  }

  /// Returns the sizes in a display mode that a page has room for, those first that suit the mode best: the default
  /// size, else the smallest compact one, and the maximum or twice the default height for the expanded mode.
  package func sizes(for mode: DisplayMode, on page: GridSize) -> [GridSize] {
    let best =
      switch mode {
      case self.mode(at: sizes.default): sizes.default
      case .compact: sizes.minimum
      case .expanded:
        sizes.maximum ?? GridSize(columns: sizes.default.columns, rows: 2 * sizes.default.rows)
      }
    func distance(_ size: GridSize) -> Int { 2 * abs(size.columns - best.columns) + abs(size.rows - best.rows) }
    return allSizes(for: mode, on: page).sorted { distance($0) < distance($1) }
  }

  private func allSizes(for mode: DisplayMode, on page: GridSize) -> [GridSize] {
    let largest = sizes.maximum ?? page
    let limit = GridSize(columns: min(largest.columns, page.columns), rows: min(largest.rows, page.rows))
    guard sizes.minimum.fits(in: limit) else { return [] }
    let (columns, rows) = (sizes.minimum.columns...limit.columns, sizes.minimum.rows...limit.rows)
    return rows.flatMap { row in columns.map { GridSize(columns: $0, rows: row) } }.filter { self.mode(at: $0) == mode }
  }

  /// The author of a widget.
  package struct Author: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The URL of a web page, with scheme `https` or `http`.
    package var url: String?
    /// An email address.
    package var email: String?

    /// Creates an author.
    package init(name: String, url: String? = nil, email: String? = nil) {
      self.name = name
      self.url = url
      self.email = email
    }
  }

  /// The directions in which a person may resize a widget.
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

  /// The initial screen from a minimum size on.
  package struct SizedScreen: Sendable, Hashable {
    /// The minimum size.
    package var size: GridSize
    /// The name of the screen.
    package var screen: String
  }

  /// The sizes of a widget in grid cells.
  package struct Sizes: Sendable, Hashable {
    /// The size at which the widget is placed.
    package var `default` = GridSize(columns: 4, rows: 4)
    /// The smallest size.
    package var minimum = GridSize(columns: 2, rows: 2)
    /// The largest size, or nil if only the page limits it.
    package var maximum: GridSize?
    /// The directions in which it can be resized.
    package var resize = Resize.both
    /// The initial screens for particular sizes, in the order of the manifest.
    package var screens: [SizedScreen] = []

    /// Creates sizes with default values.
    package init() {}
  }

  /// How boards treat a widget.
  package struct BoardRules: Sendable, Hashable {
    /// Whether people can add the widget. Placed widgets stay.
    package var isAvailable = true
    /// The maximum number of these widgets on a page up to which people can add more; nil for any number.
    package var allowedInstancesPerPage: Int?
    /// The radius of the tile's corners, in points; nil for the board's own.
    package var cornerRadius: Double?
    /// The screen that the settings show in place of the form of options.
    package var settings: Located<String>?

    /// The maximum of ``cornerRadius``, in points. A greater one is an error.
    package static let maximumCornerRadius = 64.0
    /// The maximum of ``allowedInstancesPerPage``. A greater one is an error.
    package static let maximumInstancesPerPage = 100

    /// Creates the usual rules.
    package init() {}
  }

  /// The amount of content that a widget shows.
  package enum DisplayMode: String, Sendable, Hashable, CaseIterable {
    /// The essential content, in a height that the host chooses.
    case compact
    /// All content.
    case expanded
  }

  /// The update schedule of a widget. Dates are the earliest possible times, since the host enforces a budget.
  package struct Update: Sendable, Hashable {
    /// The rule for the next update.
    package var policy = Policy.never
    /// The service action that fetches data. If nil, the main screen's load actions run instead.
    package var action: Located<String>?
    /// The registered name of the host's provider that answers updates in place of the documents.
    package var provider: Located<String>?
    /// The condition on option values under which the widget is updated. Nil means always.
    package var condition: ValuePredicate?
    /// The address of a server-sent event stream that announces changes of the widget's content.
    package var events: Located<String>?
    /// The maximum number of updates per day, or nil for the host's maximum.
    package var budget: Int?
    /// The number of seconds without a successful response after which the content is stale. Nil means twice the update
    /// interval.
    package var staleTime: Double?

    /// A rule for the next update.
    package enum Policy: Sendable, Hashable {
      /// Only on request.
      case never
      /// When the last prepared rendering has been shown.
      case atEnd
      /// A number of seconds after the last update.
      case after(seconds: Double)
    }

    /// The shortest update interval that a manifest may specify, in seconds. A shorter one is an error.
    package static let shortestInterval = 60.0

    /// Creates a schedule without automatic updates.
    package init() {}
  }

  /// A timeline of entries drawn ahead: the main screen is rendered once for each of a number of dated objects in the
  /// store.
  package struct Timeline: Sendable, Hashable {
    /// The rule that selects the object shown at a date.
    package enum Shows: String, Sendable, Hashable, CaseIterable {
      /// The object with the latest past date, such as an appointment from its start on.
      case current
      /// The object with the next date, such as a train until its departure.
      case next
    }

    /// The entity of the objects.
    package var entity: Located<String>
    /// The attribute that contains the date.
    package var date: Located<String>
    /// The predicate that selects the objects, or nil for all objects.
    package var predicate: Located<ValuePredicate>?
    /// The rule that selects the object shown at a date.
    package var shows = Shows.current
    /// The maximum number of entries.
    package var limit = 50
    /// The numeric attribute that contains the relevance of an entry.
    package var relevance: Located<String>?

    /// The maximum number of timeline entries that a manifest may specify. A greater one is an error.
    package static let maximumLimit = 200
  }
}

extension Manifest {
  /// Where a widget's pictures may come from.
  package enum PictureSource: String, Sendable, CaseIterable {
    /// From the hosts that the widget may contact.
    case hosts
    /// From any host with a public address.
    case anywhere
  }

  /// The format of a fetched screen.
  package enum Dialect: String, CaseIterable, Sendable {
    case tessera
    case beagle
  }

  /// Resolves an address: one that starts with `/` is relative to ``base``, any other is returned unchanged.
  package func absolute(_ address: String) -> String {
    guard let base, address.hasPrefix("/") else { return address }
    return base + address
  }
}
