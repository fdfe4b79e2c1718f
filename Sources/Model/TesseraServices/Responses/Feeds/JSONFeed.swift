import TesseraValues

/// JSON Feed 1.0 and 1.1.
enum JSONFeed {
  static func value(of feed: Value) -> Value {
    FeedResponseDecoder.feed(
      title: text(feed, "title"), address: text(feed, "home_page_url"), picture: text(feed, "icon", "favicon"),
      author: author(of: feed),
      items: (feed.value(at: "items").array ?? []).filter { $0.dictionary != nil }
        .prefix(FeedResponseDecoder.maximumItems).map(item))
  }

  private static func item(_ value: Value) -> FeedItem {
    let html = text(value, "content_html")
    // Some feeds number their items.
    var item = FeedItem(id: text(value, "id") ?? value.value(at: "id").integer.map(String.init))
    item.title = text(value, "title")
    item.address = text(value, "url", "external_url")
    item.date = text(value, "date_published", "date_modified")
    item.author = author(of: value)
    item.summary = text(value, "summary", "content_text") ?? FeedItem.text(ofHTML: html)
    item.picture = text(value, "image", "banner_image") ?? FeedItem.picture(inHTML: html)
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
