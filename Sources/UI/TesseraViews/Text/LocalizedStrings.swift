package import TesseraValues

/// A text of the engine itself. A widget overrides it with a text under this key.
package enum StringKey: String, Sendable, CaseIterable {
  case missing = "tessera.missing"
  case minimum = "tessera.minimum"
  case maximum = "tessera.maximum"
  case minimumLength = "tessera.minimumLength"
  case maximumLength = "tessera.maximumLength"
  case unfitting = "tessera.unfitting"
  case noNumber = "tessera.noNumber"
  case noEmail = "tessera.noEmail"
  case noAddress = "tessera.noAddress"
  case noTelephone = "tessera.noTelephone"
  case tooEarly = "tessera.tooEarly"
  case tooLate = "tessera.tooLate"
  case less = "tessera.less"
  case more = "tessera.more"
  case from = "tessera.from"
  case to = "tessera.to"
  case back = "tessera.back"
  case ok = "tessera.ok"
  case cancel = "tessera.cancel"
  case notLoaded = "tessera.notLoaded"
  case retry = "tessera.retry"
  case previousMonth = "tessera.previousMonth"
  case nextMonth = "tessera.nextMonth"
  case chooseFile = "tessera.chooseFile"
  case removeFile = "tessera.removeFile"
  case delete = "tessera.delete"
  case fileTooLarge = "tessera.fileTooLarge"
  case fileOfOtherType = "tessera.fileOfOtherType"
  // Texts that hosts show.
  case refresh = "tessera.refresh"
  case clearSearch = "tessera.clearSearch"
  case nothingFound = "tessera.nothingFound"
  case moreChoices = "tessera.moreChoices"
  case openAddress = "tessera.openAddress"
  case close = "tessera.close"
  case fileNotSent = "tessera.fileNotSent"

  private static let hostWords: [StringKey] = [
    .refresh, .clearSearch, .nothingFound, .moreChoices, .openAddress, .close, .fileNotSent,
  ]

  /// Returns the widget's own wording for the texts that hosts show; null if it has none.
  static func hostWords(in words: [StringKey: String]) -> Value {
    var known: [String: Value] = [:]
    for word in hostWords { known[String(word.rawValue.dropFirst("tessera.".count))] = words[word].map(Value.string) }
    return known.isEmpty ? .null : .dictionary(known)
  }

  /// The English text; `{0}` is a limit or another value.
  package var english: String {
    switch self {
    case .missing: "Please fill this in"
    case .minimum: "At least {0}"
    case .maximum: "At most {0}"
    case .minimumLength: "At least {0} characters"
    case .maximumLength: "At most {0} characters"
    case .unfitting: "This value is not valid"
    case .noNumber: "This is not a number"
    case .noEmail: "This is not an e-mail address"
    case .noAddress: "This is not an address such as https://example.org"
    case .noTelephone: "This is not a telephone number"
    case .tooEarly: "Not before {0}"
    case .tooLate: "Not after {0}"
    case .less: "Less"
    case .more: "More"
    case .from: "From"
    case .to: "To"
    case .back: "Back"
    case .ok: "OK"
    case .cancel: "Cancel"
    case .notLoaded: "This screen could not be loaded"
    case .retry: "Try again"
    case .previousMonth: "Previous month"
    case .nextMonth: "Next month"
    case .chooseFile: "Choose a file"
    case .removeFile: "Remove the file"
    case .delete: "Delete"
    case .fileTooLarge: "The file is larger than {0}"
    case .fileOfOtherType: "The type of {0} is not accepted here"
    case .refresh: "Refresh"
    case .clearSearch: "Clear search"
    case .nothingFound: "Nothing found"
    case .moreChoices: "{0} more: type to find them"
    case .openAddress: "Open {0}"
    case .close: "Close"
    case .fileNotSent: "The file could not be sent"
    }
  }
}

/// The engine's texts in the wording of a widget, with English as the fallback.
package struct LocalizedStrings: Sendable, Hashable {
  private var own: [StringKey: String] = [:]

  /// Creates the English texts.
  package init() {}

  /// Creates the texts with overrides from the texts of a widget.
  package init(_ strings: [String: Value]) {
    for key in StringKey.allCases { own[key] = strings[key.rawValue]?.string }
  }

  /// The texts for the host: see ``ViewAttribute/words``.
  package var forHost: Value { StringKey.hostWords(in: own) }

  /// Returns a text.
  package subscript(key: StringKey) -> String { own[key] ?? key.english }

  /// Returns a text with a limit inserted.
  package subscript(key: StringKey, limit: String) -> String { self[key].replacing("{0}", with: limit) }
}
