import TesseraText
import TesseraValues
import TesseraXML

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

  /// - Parameters:
  ///   - body: The feed in UTF-8.
  ///   - base: The address of the feed, from which relative addresses in it start.
  ///   - decoding: Where XML is read; nil for this process.
  ///   - report: Receives what is wrong with a feed that is read all the same.
  static func value(
    of body: [UInt8], base: HTTPURL? = nil, decoding: (any ContentDecoding)? = nil,
    report: (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> Value {
    // Also behind byte order marks, of which some servers send two.
    if body.first(where: { !" \n\r\t\u{FEFF}".utf8.contains($0) }) == UInt8(ascii: "{") {
      let json = try ResponseFormat.json.value(of: body)
      guard json.value(at: "items").array != nil else { throw problem("its JSON has no 'items'") }
      return JSONFeed.value(of: json, base: base)
    }
    let document = try XMLDocument(body, decoding: decoding)
    let name = document.root.name
    let root = FeedElement(root: document.root, base: base)
    let value: Value
    switch name.local {
    case "feed": value = AtomFeed.value(of: root)
    case "rss", "RDF": value = RSSFeed.value(of: root)
    default: throw problem("its root is '\(name.description.prefix(60))'")
    }
    if let problem = document.problem { report(problem) }
    return value
  }

  private static func problem(_ words: String) -> Diagnostic {
    Diagnostic(
      rule: "feed-syntax", message: "the response is no feed: \(words)",
      fix: "Request an address of RSS, Atom or JSON Feed, not that of the site's page")
  }

  /// Returns a feed in the common shape.
  /// - Parameter items: The items, whose author and source are the feed's if they name none.
  static func feed(title: String?, address: String?, picture: String?, author: String?, items: [FeedItem]) -> Value {
    let values = distinct(Array(items.prefix(maximumItems))).map { item in
      var item = item
      item.author = item.author ?? author
      item.source = item.source ?? title
      return item.value
    }
    return [
      "title": .text(title), "address": .text(address), "picture": .text(picture),
      "items": .array(values),
    ]
  }

  /// Returns items whose identities differ where they are different items. Some feeds give all of them the same.
  ///
  /// Which items share an identity must not decide how it is completed: others come and go.
  private static func distinct(_ items: [FeedItem]) -> [FeedItem] {
    let groups = Dictionary(grouping: items, by: \.identity)
    return items.map { item in
      guard let identity = item.identity, let group = groups[identity], group.count > 1 else { return item }
      let hasAddresses = Set(group.map(\.address)).count > 1
      guard hasAddresses || Set(group.map(\.title)).count > 1 else { return item }
      var item = item
      item.id = [identity, hasAddresses ? item.address : item.title].compactMap(\.self).joined(separator: " ")
      return item
    }
  }
}

/// An item of a feed, of whatever kind.
struct FeedItem {
  var id: String?
  var title: String?
  /// The address of the item's page as the feed writes it.
  var reference: String?
  /// The whole address of the item's page, by HTTP.
  var address: String?
  /// In ISO 8601, in UTC.
  var date: String?
  var author: String?
  /// The text, without markup.
  var summary: String?
  /// The whole address of the picture, by HTTP.
  var picture: String?
  var source: String?

  /// What identifies the item. It must not change, and must not be missing.
  ///
  /// A relative address is none: it depends on that of the feed.
  var identity: String? {
    let reference = reference.flatMap {
      $0.hasPrefix("https://") || $0.hasPrefix("http://") ? try? HTTPURL($0).text : nil
    }
    return id ?? reference ?? title ?? address ?? date ?? summary.map { String($0.prefix(200)) }
  }

  var value: Value {
    [
      "id": .text(identity), "title": .text(title), "address": .text(address),
      "date": .text(date), "author": .text(author), "summary": .text(summary.map(Self.cut)),
      "picture": .text(picture), "source": .text(source),
    ]
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

  /// Returns the whole address of the first picture in HTML.
  static func picture(inHTML html: String?, from base: HTTPURL?) -> String? {
    html.flatMap { WebAddress.text(HTMLText.firstPicture(in: $0), from: base) }
  }
}

extension Value {
  /// A text, or null.
  fileprivate static func text(_ text: String?) -> Value { text.map(Value.string) ?? .null }
}
