import Foundation
import TesseraValues
import Testing

@testable import TesseraServices

/// Feeds as services send them, compared with feedparser, an independent reader. `Tools/feed-fixtures` records it.
@Suite("Feeds of other programs")
struct FeedFixtureTests {
  struct Item: Decodable, Sendable {
    var title: String?
    var link: String?
    var date: String?
    var author: String?
    var id: String?
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    /// In base64.
    var body: Data
    var contentType: String?
    var address: String
    var title: String?
    var items: [Item]
    /// Why feedparser is wrong, if it is.
    var differs: String?

    var testDescription: String { name }
  }

  private static let cases: [Case] = {
    guard let url = Bundle.module.url(forResource: "feeds", withExtension: "json", subdirectory: "Fixtures"),
      let data = try? Data(contentsOf: url)
    else { return [] }
    return (try? JSONDecoder().decode([Case].self, from: data)) ?? []
  }()

  /// The feeds that are read in another way on purpose.
  private static let disputed = [
    "Markup is what the text is about": "RSS does not say whether a title is HTML, and what looks like a tag is one",
    "A title ends with another tag": "an end tag of an unknown name ends nothing, as in browsers",
    "The feed ends in an address": "what is there of a feed is used",
    "A guid is relative": "a number is no address, although the standard says so",
    "Zones are unknown": "a date in an unknown zone is none, because it can be a day away",
    "Dates are in forms of countries": "with points, days come first everywhere",
    "Dates are Greek": "only English names of months are read",
    "Dates begin with a year and go on in other ways": "a date that begins with the year goes on in one way only",
  ]

  @Test func `there are feeds to compare with`() { #expect(Self.cases.count == 200) }

  @Test(arguments: cases)
  func `have the items that feedparser finds, or those of the standards`(_ case: Case) throws {
    var context = ResponseContext()
    context.contentType = `case`.contentType
    context.address = try HTTPURL(`case`.address)
    let feed = try ResponseFormat.feed.value(of: Array(`case`.body), in: context)
    let reason = Comment(rawValue: `case`.differs ?? "as feedparser")
    if let dispute = Self.disputed[`case`.name] {
      return withKnownIssue(Comment(rawValue: dispute)) { try check(feed, `case`, reason) }
    }
    try check(feed, `case`, reason)
  }

  private func check(_ feed: Value, _ case: Case, _ reason: Comment) throws {
    #expect(text(feed.value(at: "title")) == `case`.title, reason)
    let items = try #require(feed.value(at: "items").array)
    try #require(items.count == `case`.items.count, reason)
    for (item, expected) in zip(items, `case`.items) {
      #expect(text(item.value(at: "title")) == expected.title, reason)
      #expect(item.value(at: "address").string == WebAddress.text(expected.link, from: nil), reason)
      #expect(item.value(at: "date").string == expected.date, reason)
      #expect(item.value(at: "author").string == expected.author, reason)
      // Items without an identity get one, and equal ones are told apart.
      if let id = expected.id { #expect(item.value(at: "id").string?.hasPrefix(id) == true, reason) }
    }
  }

  /// Returns a text in one line, as the fixture has it.
  private func text(_ value: Value) -> String? {
    value.string?.split { " \n\t".contains($0) }.joined(separator: " ")
  }
}
