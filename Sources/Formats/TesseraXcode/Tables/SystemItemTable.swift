/// The standard buttons of bars: a title or an icon, and what assistive technology says.
enum SystemItemTable {
  struct Row {
    var title: String?
    var icon: String?
    var label: String
    var isProminent = false
  }

  static func row(of item: String) -> Row? { rows[item] }

  /// The names of standard tabs by `UITabBarItem.SystemItem`.
  static let tabNames = [
    "more", "favorites", "featured", "topRated", "recents", "contacts", "history", "bookmarks", "search", "downloads",
    "mostRecent", "mostViewed",
  ]

  /// Returns the title and icon of a standard tab.
  static func tab(of item: String) -> Row? { tabs[item] }

  private static func tab(_ icon: String, _ title: String) -> Row { Row(title: title, icon: icon, label: title) }

  private static let tabs: [String: Row] = [
    "more": tab("dots-horizontal", "More"), "favorites": tab("star", "Favorites"),
    "featured": tab("star", "Featured"), "topRated": tab("star", "Top Rated"),
    "recents": tab("clock", "Recents"), "contacts": tab("account-circle", "Contacts"),
    "history": tab("clock", "History"), "bookmarks": tab("book-open-variant", "Bookmarks"),
    "search": tab("magnify", "Search"), "downloads": tab("download", "Downloads"),
    "mostRecent": tab("clock", "Most Recent"), "mostViewed": tab("format-list-numbers", "Most Viewed"),
  ]

  private static func sign(_ icon: String, _ label: String) -> Row { Row(icon: icon, label: label) }

  private static let rows: [String: Row] = [
    "done": Row(title: "Done", label: "Done", isProminent: true), "cancel": Row(title: "Cancel", label: "Cancel"),
    "edit": Row(title: "Edit", label: "Edit"), "save": Row(title: "Save", label: "Save", isProminent: true),
    "undo": Row(title: "Undo", label: "Undo"), "redo": Row(title: "Redo", label: "Redo"),
    "add": sign("plus", "Add"), "compose": sign("pencil-box-outline", "Compose"), "reply": sign("reply", "Reply"),
    "action": sign("share-variant", "Share"), "organize": sign("folder-outline", "Organize"),
    "bookmarks": sign("book-open-variant", "Bookmarks"), "search": sign("magnify", "Search"),
    "refresh": sign("refresh", "Refresh"), "stop": sign("close", "Stop"), "camera": sign("camera-outline", "Camera"),
    "trash": sign("delete-outline", "Delete"), "play": sign("play", "Play"), "pause": sign("pause", "Pause"),
    "rewind": sign("rewind", "Rewind"), "fastForward": sign("fast-forward", "Fast forward"),
  ]
}
