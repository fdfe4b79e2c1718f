/// The address of the icon of a website, wherever the site has it: `site-icon:` and the address of the site, such as
/// `site-icon:https://example.org/`. Views show it like any other picture.
package enum SiteIconAddress {
  /// What such an address begins with.
  package static let prefix = "site-icon:"

  /// Returns the address of the site; nil for any other text.
  package static func site(in text: String) -> String? {
    guard text.hasPrefix(prefix) else { return nil }
    let site = String(text.dropFirst(prefix.count))
    return site.hasPrefix("https://") || site.hasPrefix("http://") ? site : nil
  }
}
