import TesseraValues

/// An element of a feed in XML, as ``XMLResponseDecoder`` reads it.
struct FeedElement {
  private let value: Value
  /// Stands before the names of the feed's own elements, such as `atom:`.
  private let prefix: String

  init(_ value: Value, prefix: String = "") {
    self.value = value
    self.prefix = prefix
  }

  /// The text of the element; nil if it has none.
  var text: String? {
    let text = value.string ?? value.value(at: "text").string
    return text?.isEmpty == false ? text : nil
  }

  /// Returns the child elements with a name.
  func all(_ name: String) -> [FeedElement] {
    guard case .dictionary(let members) = value, let found = members[prefix + name] ?? members[name] else { return [] }
    return (found.array ?? [found]).map { FeedElement($0, prefix: prefix) }
  }

  /// Returns the text of the first child element that has one, of those with the given names, in their order.
  func text(_ names: String...) -> String? {
    for name in names {
      for element in all(name) { if let text = element.text { return text } }
    }
    return nil
  }

  /// Returns an attribute; nil if it is missing or empty.
  func attribute(_ name: String) -> String? {
    guard case .dictionary(let members) = value, let text = members[name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// Whether the address of a medium that says no more of itself ends as those of pictures do.
  private var namesPicture: Bool {
    let path = attribute("url")?.prefix { $0 != "?" && $0 != "#" }.lowercased() ?? ""
    return [".jpg", ".jpeg", ".png", ".gif", ".webp"].contains { path.hasSuffix($0) }
  }

  /// The picture that Media RSS or an enclosure names.
  var picture: String? {
    for thumbnail in all("media:thumbnail") { if let address = thumbnail.attribute("url") { return address } }
    for content in all("media:content") {
      let isPicture =
        content.attribute("medium") == "image" || content.attribute("type")?.hasPrefix("image/") == true
        || content.attribute("type") == nil && content.attribute("medium") == nil && content.namesPicture
      if isPicture, let address = content.attribute("url") { return address }
      if let address = content.picture { return address }
    }
    for group in all("media:group") { if let address = group.picture { return address } }
    for enclosure in all("enclosure") where enclosure.attribute("type")?.hasPrefix("image/") == true {
      if let address = enclosure.attribute("url") { return address }
    }
    for picture in all("itunes:image") { if let address = picture.attribute("href") { return address } }
    return nil
  }

  static func localName(_ name: String) -> String { String(name.split(separator: ":").last ?? "") }

  static func prefix(_ name: String) -> String { String(name.dropLast(localName(name).count)) }
}
