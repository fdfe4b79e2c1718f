/// A member of a component that has a name in payloads and one in native documents, and whose value is translated alone.
///
/// Both translators read the same table, so that what one writes the other reads. Members that depend on others, such as
/// the image of a path, are translated by code.
struct MemberMapping {
  /// How the value is translated.
  enum Kind {
    /// Data, or an expression.
    case data
    /// A condition with the opposite meaning.
    case negated
    /// Actions.
    case actions
    /// Actions that read the new value by the event's name. In payloads, the event itself is the value.
    case change
    /// Actions that read members of the event by its name.
    case event
  }

  let payload: String
  let native: String
  let kind: Kind

  init(_ payload: String, _ native: String, _ kind: Kind = .data) {
    self.payload = payload
    self.native = native
    self.kind = kind
  }

  static let button = [MemberMapping("enabled", "disabled", .negated)]
  static let form = [
    MemberMapping("onSubmit", "onSubmit", .actions), MemberMapping("onValidationError", "onInvalid", .actions),
  ]
  static let pager = [MemberMapping("currentPage", "value"), MemberMapping("onPageChange", "onChange", .change)]
  static let tabBar = [MemberMapping("currentTab", "value"), MemberMapping("onTabSelection", "onChange", .change)]
  static let input = [
    MemberMapping("value", "value"), MemberMapping("placeholder", "placeholder"),
    MemberMapping("readOnly", "readOnly"), MemberMapping("showError", "showsError"),
  ]
  static let inputEvents = ["onChange", "onBlur", "onFocus"].map { MemberMapping($0, $0, .event) }
}

/// The words of a choice in payloads and in native documents.
struct KeywordMapping {
  private let pairs: [(payload: String, native: String)]

  init(_ pairs: KeyValuePairs<String, String>) { self.pairs = pairs.map { ($0.key, $0.value) } }

  /// The words of payloads in alphabetical order, with their native words.
  var sorted: [(String, String)] { pairs.sorted { $0.payload < $1.payload }.map { ($0.payload, $0.native) } }

  /// Returns the native word; nil for an unknown word.
  func native(_ word: String) -> String? { pairs.first { $0.payload == word }?.native }

  /// Returns the word of payloads: the first one with a native word.
  func payload(_ word: String) -> String? { pairs.first { $0.native == word }?.payload }

  static let imageMode = KeywordMapping([
    "FIT_CENTER": "aspectFit", "FIT_XY": "scaleToFill", "CENTER_CROP": "aspectFill", "CENTER": "center",
  ])
  /// Native numbers may have a decimal point, which Beagle has no keyboard for.
  static let inputType = KeywordMapping([
    "TEXT": "text", "EMAIL": "email", "PASSWORD": "password", "NUMBER": "digits", "DATE": "digits",
  ])
}
