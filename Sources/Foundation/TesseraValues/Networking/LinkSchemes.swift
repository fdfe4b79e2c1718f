/// The schemes of addresses that a person may be led to: what opens elsewhere, and runs nothing in the page.
package enum LinkSchemes {
  /// In lower case.
  package static let all: Set<String> = ["http", "https", "mailto", "tel"]
}
