import TesseraText
import TesseraValues

/// Decodes feeds of all kinds into one shape: RSS 0.9x and 2.0, RSS 1.0 (RDF), Atom (RFC 4287) and JSON Feed 1.x.
///
/// ```json
/// { "title": "News", "address": "https://news.example.org/", "picture": null,
///   "items": [{ "id": "1", "title": "Rain", "address": "https://news.example.org/1", "date": "2018-06-20T18:00:00Z",
///     "author": "Ada", "summary": "It rains.", "picture": "https://news.example.org/1.jpg", "source": "News" }] }
/// ```
///
/// All values are texts without markup; what a feed lacks, or what is no address or date, is null. The source is the
/// feed's title, unless an item names another one.
enum FeedResponseDecoder {
  /// The maximum number of items that are read from a feed, the first ones. Others are left out.
  static let maximumItems = 1000
  /// The maximum length of an item's summary, in characters. A longer one is cut, and ends with an ellipsis.
  static let maximumSummaryLength = 1000

  static func value(of body: [UInt8]) throws(Diagnostic) -> Value {
    if body.first(where: { !" \n\r\t\u{FEFF}".utf8.contains($0) }) == UInt8(ascii: "{") {
      let json = try AnswerFormat.json.value(of: body)
      guard json.value(at: "items").array != nil else { throw problem("its JSON has no 'items'") }
      return JSONFeed.value(of: json)
    }
    guard case .dictionary(let document) = try XMLResponseDecoder.value(of: body), let (name, root) = document.first
    else { throw problem("it is empty") }
    switch FeedElement.localName(name) {
    case "feed": return AtomFeed.value(of: FeedElement(root, prefix: FeedElement.prefix(name)))
    case "rss", "RDF": return RSSFeed.value(of: FeedElement(root))
    default: throw problem("its root is '\(name.prefix(60))'")
    }
  }

  private static func problem(_ words: String) -> Diagnostic {
    Diagnostic(
      rule: "feed-syntax", message: "the response is no feed: \(words)",
      fix: "Request an address of RSS, Atom or JSON Feed, not that of the site's page")
  }

  /// Returns a feed in the common shape.
  /// - Parameter items: The items, whose author and source are the feed's if they name none.
  static func feed(title: String?, address: String?, picture: String?, author: String?, items: [FeedItem]) -> Value {
    let values = items.prefix(maximumItems).map { item in
      var item = item
      item.author = item.author ?? author
      item.source = item.source ?? title
      return item.value
    }
    return [
      "title": .text(title), "address": .text(FeedItem.address(address)), "picture": .text(FeedItem.address(picture)),
      "items": .array(values),
    ]
  }
}

/// An item of a feed, of whatever kind.
struct FeedItem {
  var id: String?
  var title: String?
  var address: String?
  var date: String?
  var author: String?
  /// The text, without markup.
  var summary: String?
  var picture: String?
  var source: String?

  var value: Value {
    let address = Self.address(address)
    return [
      // What identifies an item must not change, and must not be missing.
      "id": .text(id ?? address ?? title), "title": .text(title), "address": .text(address),
      "date": .text(date.flatMap(FeedDate.text)), "author": .text(author), "summary": .text(summary.map(Self.cut)),
      "picture": .text(Self.address(picture)), "source": .text(source),
    ]
  }

  /// Returns what may be opened or loaded: an address by HTTP.
  static func address(_ text: String?) -> String? {
    guard let text, text.hasPrefix("https://") || text.hasPrefix("http://"), let url = try? HTTPURL(text) else {
      return nil
    }
    return url.text
  }

  private static func cut(_ text: String) -> String {
    let length = FeedResponseDecoder.maximumSummaryLength
    guard let end = text.index(text.startIndex, offsetBy: length - 1, limitedBy: text.endIndex),
      text.index(end, offsetBy: 2, limitedBy: text.endIndex) != nil
    else { return text }
    return text[..<end] + "…"
  }

  /// Returns the text of HTML; nil if there is none.
  static func text(ofHTML html: String?) -> String? {
    guard let html else { return nil }
    let text = HTMLText.text(of: html)
    return text.isEmpty ? nil : text
  }

  /// Returns the address of the first picture in HTML.
  static func picture(inHTML html: String?) -> String? { html.flatMap { HTMLText.firstPicture(in: $0) } }
}

extension Value {
  /// A text, or null.
  fileprivate static func text(_ text: String?) -> Value { text.map(Value.string) ?? .null }
}
