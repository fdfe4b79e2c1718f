/// The standard buttons of bars: a title or an icon, and what assistive technology says.
enum SystemItemTable {
  struct Row {
    var title: String?
    var icon: String?
    var label: String
    var isProminent = false
  }

  static func row(of item: String) -> Row? { rows[item] }

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
