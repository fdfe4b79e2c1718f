import TesseraValues

/// RSS 0.9x and 2.0, whose items are in the channel, and RSS 1.0, whose items stand beside it.
enum RSSFeed {
  static func value(of root: FeedElement) -> Value {
    let channel = root.all("channel").first ?? FeedElement(.null)
    let items = channel.all("item") + root.all("item")
    let picture = channel.all("image").first ?? root.all("image").first
    return FeedResponseDecoder.feed(
      title: FeedItem.text(ofHTML: channel.text("title")), address: channel.text("link"),
      picture: picture?.text("url") ?? channel.picture, author: nil,
      items: items.prefix(FeedResponseDecoder.maximumItems).map(item))
  }

  private static func item(_ element: FeedElement) -> FeedItem {
    let html = element.text("description", "itunes:summary", "content:encoded", "media:description")
    let guid = element.all("guid").first
    var item = FeedItem(id: guid?.text ?? element.attribute("rdf:about"))
    item.title = FeedItem.text(ofHTML: element.text("title", "media:title"))
    // A guid is an address unless it says otherwise.
    item.address = element.text("link") ?? (guid?.attribute("isPermaLink") == "false" ? nil : guid?.text)
    item.date = element.text("pubDate", "dc:date", "atom:updated")
    item.author = FeedItem.text(ofHTML: element.text("dc:creator", "itunes:author") ?? element.text("author").map(name))
    item.summary = FeedItem.text(ofHTML: html)
    item.picture =
      element.picture ?? FeedItem.picture(inHTML: element.text("content:encoded")) ?? FeedItem.picture(inHTML: html)
    item.source = FeedItem.text(ofHTML: element.text("source"))
    return item
  }

  /// Returns the name in `ada@example.org (Ada)`.
  private static func name(_ author: String) -> String {
    let parts = author.split(separator: "(", maxSplits: 1)
    guard author.hasSuffix(")"), parts.count == 2, parts[0].contains("@"), parts[1].count > 1 else { return author }
    return String(parts[1].dropLast())
  }
}
