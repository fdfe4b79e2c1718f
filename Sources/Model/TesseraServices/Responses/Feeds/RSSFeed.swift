import TesseraValues

/// RSS 0.9x and 2.0, whose items are in the channel, and RSS 1.0, whose items stand beside it.
enum RSSFeed {
  static func value(of root: FeedElement) -> Value {
    let channel = root.all("channel").first
    let items = Self.items(in: channel) + Self.items(in: root)
    let picture = channel?.all("image").first { $0.text("url") != nil } ?? root.all("image").first
    return FeedResponseDecoder.feed(
      title: FeedItem.text(ofHTML: channel?.html("title")?.text), address: channel?.address("link"),
      picture: picture?.address("url") ?? channel?.picture, author: nil,
      items: items.prefix(FeedResponseDecoder.maximumItems).map(item))
  }

  /// Returns the items of an element, also those in an item that is not closed.
  ///
  /// - Complexity: Recursive, as deep as the document is.
  private static func items(in element: FeedElement?) -> [FeedElement] {
    (element?.all("item") ?? []).flatMap { [$0] + items(in: $0) }
  }

  private static func item(_ element: FeedElement) -> FeedItem {
    let html = element.html("description", "itunes:summary", "content:encoded", "media:description")
    let content = element.html("content:encoded")
    let guid = element.all("guid").first
    var item = FeedItem(id: guid?.text ?? element.attribute("rdf:about"))
    item.title = FeedItem.text(ofHTML: element.html("title", "media:title")?.text)
    item.reference = element.text("link")
    item.address = element.address("link") ?? element.all("atom:link").first?.address(inAttribute: "href")
    // A guid is an address unless it says otherwise, but many are only a number or a word.
    if item.address == nil, let guid, guid.text?.contains("/") == true,
      guid.attribute("isPermaLink")?.lowercased() != "false"
    {
      item.address = guid.address
    }
    item.date = element.date(
      "pubDate", "dc:date", "atom:published", "atom:updated", "dcterms:issued", "dcterms:created", "dcterms:modified")
    item.author = FeedItem.text(ofHTML: element.text("dc:creator", "itunes:author") ?? element.text("author").map(name))
    item.summary = FeedItem.text(ofHTML: html?.text)
    item.picture =
      element.picture ?? FeedItem.picture(inHTML: content?.text, from: content?.base)
      ?? FeedItem.picture(inHTML: html?.text, from: html?.base)
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
