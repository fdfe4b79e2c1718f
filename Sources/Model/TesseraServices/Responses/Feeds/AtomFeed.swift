import Foundation
import TesseraValues

/// Atom (RFC 4287).
enum AtomFeed {
  static func value(of root: FeedElement) -> Value {
    FeedResponseDecoder.feed(
      title: text(root.all("title").first), address: link(of: root), picture: root.address("icon", "logo"),
      author: root.all("author").first?.text("name"),
      items: root.all("entry").prefix(FeedResponseDecoder.maximumItems).map(item))
  }

  private static func item(_ entry: FeedElement) -> FeedItem {
    let media = entry.all("media:group").first ?? entry
    let content = entry.all("summary").first { $0.markup != nil } ?? entry.all("content").first
    var item = FeedItem(id: entry.text("id"))
    item.title = text(entry.all("title").first) ?? media.text("media:title")
    item.reference = link(of: entry)
    // An entry without a link whose identifier is an address leads there, as that of RSS does.
    item.address = item.reference ?? WebAddress.text(entry.text("id"), from: nil)
    item.date = entry.date("published", "issued", "created", "updated", "modified")
    item.author =
      entry.all("author").first?.text("name") ?? entry.all("source").first?.all("author").first?.text("name")
    item.summary = text(content) ?? media.text("media:description")
    item.picture =
      entry.picture ?? enclosure(of: entry) ?? entry.all("content").first.flatMap(picture) ?? content.flatMap(picture)
    item.source = text(entry.all("source").first?.all("title").first)
    return item
  }

  /// Returns the address of the page that an element is about (section 4.2.7.2).
  private static func link(of element: FeedElement) -> String? {
    let links = element.all("link")
    return links.first { link in
      // A relation may be written as its address in the registry.
      ["alternate", nil].contains(
        link.attribute("rel")?.replacing("http://www.iana.org/assignments/relation/", with: ""))
    }?.address(inAttribute: "href")
  }

  private static func enclosure(of entry: FeedElement) -> String? {
    entry.all("link").first {
      $0.attribute("rel") == "enclosure" && $0.attribute("type")?.hasPrefix("image/") == true
    }?.address(inAttribute: "href")
  }

  /// Returns the text of a text construct (section 3.1): plain unless it says that it is HTML or XHTML.
  private static func text(_ element: FeedElement?) -> String? {
    guard let element else { return nil }
    return html(element).map { FeedItem.text(ofHTML: $0) } ?? element.text
  }

  private static func picture(_ element: FeedElement) -> String? {
    FeedItem.picture(inHTML: html(element), from: element.base)
  }

  private static func html(_ element: FeedElement) -> String? {
    switch element.attribute("type") {
    case "xhtml", "application/xhtml+xml": return element.markup
    case "html", "text/html": break
    // What says that it is text, but contains elements, is not.
    default: if !element.hasElements { return nil }
    }
    // Atom 0.3 says here how text is written.
    if element.attribute("mode") == "base64", let bytes = Data(base64Encoded: element.text ?? "") {
      return String(decoding: bytes, as: UTF8.self)
    }
    return element.html
  }
}
