/// The URL schemes that links may use. They open outside the page and run no code in it.
package enum LinkSchemes {
  /// The schemes in lower case.
  package static let all: Set<String> = ["http", "https", "mailto", "tel"]
}
