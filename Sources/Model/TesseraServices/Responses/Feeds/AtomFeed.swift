import TesseraValues

/// Atom (RFC 4287).
enum AtomFeed {
  static func value(of root: FeedElement) -> Value {
    FeedResponseDecoder.feed(
      title: text(root.all("title").first), address: link(of: root), picture: root.text("icon", "logo"),
      author: root.all("author").first?.text("name"),
      items: root.all("entry").prefix(FeedResponseDecoder.maximumItems).map(item))
  }

  private static func item(_ entry: FeedElement) -> FeedItem {
    let media = entry.all("media:group").first ?? entry
    let content = entry.all("summary").first { $0.text != nil } ?? entry.all("content").first
    let html = entry.all("content").first.flatMap(html)
    var item = FeedItem(id: entry.text("id"))
    item.title = text(entry.all("title").first)
    item.address = link(of: entry)
    item.date = entry.text("published", "updated")
    item.author = entry.all("author").first?.text("name")
    item.summary = text(content) ?? media.text("media:description")
    item.picture = entry.picture ?? enclosure(of: entry) ?? FeedItem.picture(inHTML: html ?? content.flatMap(self.html))
    item.source = text(entry.all("source").first?.all("title").first)
    return item
  }

  /// Returns the address of the page that an element is about (section 4.2.7.2).
  private static func link(of element: FeedElement) -> String? {
    let links = element.all("link")
    return links.first { ["alternate", nil].contains($0.attribute("rel")) }?.attribute("href")
  }

  private static func enclosure(of entry: FeedElement) -> String? {
    entry.all("link").first {
      $0.attribute("rel") == "enclosure" && $0.attribute("type")?.hasPrefix("image/") == true
    }?.attribute("href")
  }

  /// Returns the text of a text construct (section 3.1): plain unless it says that it is HTML. XHTML has elements, whose
  /// order is lost, so that it gives no text.
  private static func text(_ element: FeedElement?) -> String? {
    guard let element else { return nil }
    return html(element).map { FeedItem.text(ofHTML: $0) } ?? element.text
  }

  private static func html(_ element: FeedElement) -> String? {
    ["html", "text/html"].contains(element.attribute("type")) ? element.text : nil
  }
}
