import TesseraValues

/// JSON Feed 1.0 and 1.1.
enum JSONFeed {
  /// - Parameter base: The address of the feed, from which relative addresses in it start.
  static func value(of feed: Value, base: HTTPURL?) -> Value {
    // A feed may be read from a copy of it, but its addresses belong to the site.
    let base = WebAddress.url(text(feed, "home_page_url", "feed_url") ?? "", from: base) ?? base
    return FeedResponseDecoder.feed(
      title: text(feed, "title"), address: WebAddress.text(text(feed, "home_page_url"), from: base),
      picture: WebAddress.text(text(feed, "icon", "favicon"), from: base),
      author: author(of: feed),
      items: (feed.value(at: "items").array ?? []).filter { $0.dictionary != nil }
        .prefix(FeedResponseDecoder.maximumItems).map { item($0, base) })
  }

  private static func item(_ value: Value, _ base: HTTPURL?) -> FeedItem {
    let html = text(value, "content_html")
    // Some feeds number their items.
    var item = FeedItem(id: text(value, "id") ?? value.value(at: "id").integer.map(String.init))
    item.title = text(value, "title")
    item.reference = text(value, "url", "external_url")
    item.address = WebAddress.text(item.reference, from: base)
    item.date =
      text(value, "date_published").flatMap(FeedDate.text) ?? text(value, "date_modified").flatMap(FeedDate.text)
    item.author = author(of: value)
    item.summary = text(value, "summary", "content_text") ?? FeedItem.text(ofHTML: html)
    item.picture =
      WebAddress.text(text(value, "image", "banner_image"), from: base) ?? FeedItem.picture(inHTML: html, from: base)
    return item
  }

  private static func author(of value: Value) -> String? {
    value.value(at: "authors").array?.first.flatMap { text($0, "name") } ?? text(value.value(at: "author"), "name")
  }

  /// Returns the first of some members that is a text with characters.
  private static func text(_ value: Value, _ keys: String...) -> String? {
    guard case .dictionary(let members) = value else { return nil }
    return keys.lazy.compactMap { members[$0]?.string }.first { !$0.isEmpty }
  }
}
