import Foundation
import TesseraValues
import Testing

@testable import TesseraServices

@Suite("Feeds")
struct FeedResponseTests {
  private func feed(_ text: String) throws -> Value { try AnswerFormat.feed.value(of: Array(text.utf8)) }

  private func item(_ fields: [String: Value]) -> Value {
    let all = ["id", "title", "address", "date", "author", "summary", "picture", "source"]
    return .dictionary(Dictionary(uniqueKeysWithValues: all.map { ($0, fields[$0] ?? .null) }))
  }

  @Test("RSS 2.0, with what Dublin Core, Media RSS and podcasts add")
  func rss() throws {
    let value = try feed(
      """
      <?xml version="1.0"?>
      <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom">
        <channel>
          <title>News &amp;amp; more</title><link>https://a.example/</link>
          <atom:link rel="self" href="https://a.example/feed"/>
          <image><url>https://a.example/logo.png</url><title>x</title></image>
          <item>
            <title>Salt &amp;amp; &lt;b&gt;pepper&lt;/b&gt;</title><link>https://a.example/1</link>
            <guid isPermaLink="false">one</guid><pubDate>Wed, 20 Jun 2018 20:00:00 +0200</pubDate>
            <dc:creator>Ada</dc:creator><description><![CDATA[<p>It <i>rains</i>.</p><p>Bring a coat.</p>]]></description>
            <media:group><media:content url="https://a.example/1.jpg" medium="image"/></media:group>
            <source url="https://b.example/feed">B</source>
          </item>
          <item>
            <guid>https://a.example/2</guid><author>grace@a.example (Grace)</author>
            <content:encoded>&lt;img alt="a" src="https://a.example/2.png?a=1&amp;amp;b=2"&gt;Sun</content:encoded>
            <enclosure url="https://a.example/2.mp3" type="audio/mpeg"/>
          </item>
          <item><title>Odd</title><link>javascript:alert(1)</link><pubDate>yesterday</pubDate><description/></item>
        </channel>
      </rss>
      """)
    #expect(value.value(at: "title") == "News & more")
    #expect(value.value(at: "address") == "https://a.example/")
    #expect(value.value(at: "picture") == "https://a.example/logo.png")
    #expect(
      value.value(at: "items") == [
        item([
          "id": "one", "title": "Salt & pepper", "address": "https://a.example/1", "date": "2018-06-20T18:00:00Z",
          "author": "Ada", "summary": "It rains.\nBring a coat.", "picture": "https://a.example/1.jpg", "source": "B",
        ]),
        item([
          "id": "https://a.example/2", "address": "https://a.example/2", "author": "Grace", "summary": "Sun",
          "picture": "https://a.example/2.png?a=1&b=2", "source": "News & more",
        ]),
        item(["id": "Odd", "title": "Odd", "source": "News & more"]),
      ])
  }

  @Test("RSS 1.0 has its items beside the channel, RSS 0.91 one item")
  func rdf() throws {
    let value = try feed(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel rdf:about="https://a.example/feed"><title>A</title><link>https://a.example/</link></channel>
        <item rdf:about="https://a.example/1"><title>One</title><link>https://a.example/1</link>
          <dc:date>2018-06-20T18:00:00+02:00</dc:date></item>
      </rdf:RDF>
      """)
    #expect(
      value.value(at: "items") == [
        item([
          "id": "https://a.example/1", "title": "One", "address": "https://a.example/1",
          "date": "2018-06-20T16:00:00Z", "source": "A",
        ])
      ])
    let old = try feed("<rss version='0.91'><channel><title>B</title><item><title>x</title></item></channel></rss>")
    #expect(old.value(at: "items") == [item(["id": "x", "title": "x", "source": "B"])])
    #expect(try feed("<rss><channel><title>B</title></channel></rss>").value(at: "items") == [])
  }

  @Test("Atom, with the example of RFC 4287, and with a prefix", arguments: ["", "a:"])
  func atom(prefix: String) throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
        <title type="text">dive into mark</title>
        <link rel="self" type="application/atom+xml" href="http://example.org/feed.atom"/>
        <link rel="alternate" type="text/html" hreflang="en" href="http://example.org/"/>
        <author><name>Mark</name></author>
        <entry>
          <title>1 &lt; 2 in &lt;b></title>
          <link rel="alternate" type="text/html" href="http://example.org/2005/04/02/atom"/>
          <link rel="enclosure" type="audio/mpeg" href="http://example.org/audio/ph34r_my_podcast.mp3"/>
          <id>tag:example.org,2003:3.2397</id><updated>2005-07-31T12:29:29Z</updated>
          <published>2003-12-13T08:29:29-04:00</published>
          <content type="html">&lt;p>A &lt;em>lot&lt;/em> &lt;img src='https://example.org/x.png'></content>
        </entry>
        <entry>
          <title type="html">Fish &amp;amp; chips</title><id>2</id><updated>2005-07-31T12:29:29.5Z</updated>
          <author><name>Ada</name></author><source><title>Other</title></source>
          <summary>Short</summary><link href="http://example.org/2"/>
          <media:group><media:thumbnail url="https://example.org/t.jpg"/></media:group>
          <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">no <b>text</b></div></content>
        </entry>
      </feed>
      """
    let names = [
      "feed", "title", "link", "author", "name", "entry", "id", "updated", "published", "content", "summary", "source",
    ]
    let prefixed = names.reduce(text) { text, name in
      text.replacing("<\(name)>", with: "<\(prefix)\(name)>").replacing("<\(name) ", with: "<\(prefix)\(name) ")
        .replacing("</\(name)>", with: "</\(prefix)\(name)>")
    }.replacing(
      "xmlns=\"http://www.w3.org/2005",
      with: prefix.isEmpty ? "xmlns=\"http://www.w3.org/2005" : "xmlns:a=\"http://www.w3.org/2005")
    let value = try feed(prefixed)
    #expect(value.value(at: "title") == "dive into mark")
    #expect(value.value(at: "address") == "http://example.org/")
    #expect(
      value.value(at: "items") == [
        item([
          "id": "tag:example.org,2003:3.2397", "title": "1 < 2 in <b>",
          "address": "http://example.org/2005/04/02/atom", "date": "2003-12-13T12:29:29Z", "author": "Mark",
          "summary": "A lot", "picture": "https://example.org/x.png", "source": "dive into mark",
        ]),
        item([
          "id": "2", "title": "Fish & chips", "address": "http://example.org/2", "date": "2005-07-31T12:29:29Z",
          "author": "Ada", "summary": "Short", "picture": "https://example.org/t.jpg", "source": "Other",
        ]),
      ])
  }

  @Test("JSON Feed 1.0 and 1.1, with its specification's example")
  func json() throws {
    let value = try feed(
      """
      \u{FEFF} { "version": "https://jsonfeed.org/version/1.1", "title": "My Example Feed",
        "home_page_url": "https://example.org/", "feed_url": "https://example.org/feed.json",
        "items": [
          { "id": "2", "content_text": "This is a second item.", "url": "https://example.org/second-item" },
          { "id": 1, "content_html": "<p>Hello, world!</p>", "url": "https://example.org/initial-post",
            "authors": [{ "name": "Ada" }], "image": "https://example.org/1.png", "date_published": "2018-06-20" },
          "no item"
        ] }
      """)
    #expect(
      value.value(at: "items") == [
        item([
          "id": "2", "address": "https://example.org/second-item", "summary": "This is a second item.",
          "source": "My Example Feed",
        ]),
        item([
          "id": "1", "address": "https://example.org/initial-post", "summary": "Hello, world!", "author": "Ada",
          "picture": "https://example.org/1.png", "date": "2018-06-20T00:00:00Z", "source": "My Example Feed",
        ]),
      ])
  }

  @Test(
    "dates of RFC 822 are read as its successors say",
    arguments: [
      ("Wed, 20 Jun 2018 18:00:00 GMT", "2018-06-20T18:00:00Z"), ("20 Jun 2018 18:00 UT", "2018-06-20T18:00:00Z"),
      ("Wed, 20 Jun 18 18:00:00 EDT", "2018-06-20T22:00:00Z"),
      ("Sat, 01 Jan 00 00:00:00 -0130", "2000-01-01T01:30:00Z"),
      ("1 January 99 0:00 Z", "1999-01-01T00:00:00Z"), ("  20 Jun 2018  ", "2018-06-20T00:00:00Z"),
      ("Wed 20 Jun 2018 18:00:00 +05:30", "2018-06-20T12:30:00Z"),
      ("Wed, 20 Jun 2018 18:00:00+0200", "2018-06-20T16:00:00Z"), ("20 Jun 2018 18:00Z", "2018-06-20T18:00:00Z"),
      ("2018-06-20T18:00:00.250+02:00", "2018-06-20T16:00:00Z"),
      ("20 Foo 2018", nil), ("99 Jun 2018", nil), ("20 Jun 2018 18:99 GMT", nil), ("", nil), ("now", nil),
    ])
  func dates(text: String, expected: String?) { #expect(FeedDate.text(text) == expected) }

  @Test(
    "what is no feed is refused",
    arguments: [
      ("<html><body/></html>", "its root is 'html'"), ("{\"a\": 1}", "'items'"), ("{", "Expected"), ("", "line"),
      ("plain", "line"), ("<rss><channel>", "line"), ("<!DOCTYPE a [<!ENTITY x 'y'>]><rss/>", "entities"),
    ])
  func refusals(text: String, words: String) {
    let error = #expect(throws: Diagnostic.self) { try feed(text) }
    #expect(error?.message.lowercased().contains(words.lowercased()) == true, "\(error?.message ?? "")")
  }

  @Test("large and hostile feeds are bounded")
  func bounds() throws {
    let items = String(repeating: "<item><title>t</title></item>", count: 3000)
    let many = try feed("<rss><channel>\(items)</channel></rss>").value(at: "items").array
    #expect(many?.count == 1000)
    let long = String(repeating: "word ", count: 10_000)
    let cut = try feed("<rss><channel><item><description>\(long)</description></item></channel></rss>")
      .value(at: "items").array?.first?.value(at: "summary").string
    #expect(cut?.count == 1000 && cut?.hasSuffix("…") == true)
    let nested = String(repeating: "&lt;img ", count: 200_000)
    #expect(try feed("<rss><channel><item><description>\(nested)</description></item></channel></rss>") != .null)
  }
}
