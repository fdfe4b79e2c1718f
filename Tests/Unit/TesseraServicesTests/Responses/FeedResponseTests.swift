import Foundation
import TesseraValues
import Testing

@testable import TesseraServices

private func inRSS(_ item: String, attributes: String = "") -> String {
  "<rss version='2.0' \(attributes)><channel><title>A</title><item>\(item)</item></channel></rss>"
}

private func inAtom(_ entry: String, attributes: String = "") -> String {
  "<feed xmlns='http://www.w3.org/2005/Atom' \(attributes)><title>F</title><entry>\(entry)</entry></feed>"
}

@Suite("Feeds")
struct FeedResponseTests {
  private func feed(_ text: String) throws -> Value { try ResponseFormat.feed.value(of: Array(text.utf8)) }

  private func item(_ fields: [String: Value]) -> Value {
    let all = ["id", "title", "address", "date", "author", "summary", "picture", "source"]
    return .dictionary(Dictionary(uniqueKeysWithValues: all.map { ($0, fields[$0] ?? .null) }))
  }

  @Test func `RSS 2.0, with what Dublin Core, Media RSS and podcasts add`() throws {
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

  @Test func `RSS 1.0 has its items beside the channel, RSS 0.91 one item`() throws {
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

  @Test(arguments: ["", "a:"])
  func `Atom, with the example of RFC 4287, and with a prefix`(prefix: String) throws {
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
          <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">long <b>text</b></div></content>
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

  @Test func `JSON Feed 1.0 and 1.1, with its specification's example`() throws {
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

  @Test(arguments: [
    ("Wed, 20 Jun 2018 18:00:00 GMT", "2018-06-20T18:00:00Z"), ("20 Jun 2018 18:00 UT", "2018-06-20T18:00:00Z"),
    ("Wed, 20 Jun 18 18:00:00 EDT", "2018-06-20T22:00:00Z"),
    ("Sat, 01 Jan 00 00:00:00 -0130", "2000-01-01T01:30:00Z"),
    ("1 January 99 0:00 Z", "1999-01-01T00:00:00Z"), ("  20 Jun 2018  ", "2018-06-20T00:00:00Z"),
    ("Wed 20 Jun 2018 18:00:00 +05:30", "2018-06-20T12:30:00Z"),
    ("Wed, 20 Jun 2018 18:00:00+0200", "2018-06-20T16:00:00Z"), ("20 Jun 2018 18:00Z", "2018-06-20T18:00:00Z"),
    ("2018-06-20T18:00:00.250+02:00", "2018-06-20T16:00:00Z"),
    // What other programs write.
    ("Tue, Jan 23 2018 02:54:55 MST", "2018-01-23T09:54:55Z"), ("Wed Jun 20 18:00:00 2018", "2018-06-20T18:00:00Z"),
    ("2018-06", "2018-06-01T00:00:00Z"), ("Aug 15, 2019", "2019-08-15T00:00:00Z"),
    ("2016/6/29 15:07:41", "2016-06-29T15:07:41Z"), ("20.6.2018 18:00", "2018-06-20T18:00:00Z"),
    ("20180620T180000Z", nil), ("20180620", "2018-06-20T00:00:00Z"), ("2018-06-20t18:00:00z", "2018-06-20T18:00:00Z"),
    ("Wednesday, 20-Jun-18 18:00:00 GMT", "2018-06-20T18:00:00Z"),
    ("Wed Jun 20 2018 18:00:00 GMT+0200 (Central European Summer Time)", "2018-06-20T16:00:00Z"),
    ("2018-06-20 18:00:00 +0200 CEST", "2018-06-20T16:00:00Z"),
    ("June 20th, 2018 at 6:05 p.m.", "2018-06-20T18:05:00Z"),
    ("Wed, 20 Jun 2018 12:00 AM", "2018-06-20T00:00:00Z"), ("20 Jun 2018 6pm EST", "2018-06-20T23:00:00Z"),
    ("Mi, 20 Jun 2018 24:00:00", "2018-06-21T00:00:00Z"), ("2018-06-20T24:00:00Z", "2018-06-21T00:00:00Z"),
    // Zones.
    ("Wed, 20 Jun 2018 18:00:00 GMT+0200", "2018-06-20T16:00:00Z"),
    ("20 Jun 2018 18:00 UTC-3", "2018-06-20T21:00:00Z"),
    ("Wed, 20 Jun 2018 18:00:00 CEST", "2018-06-20T16:00:00Z"), ("17 Mar 2020 23:00:00 AEDT", "2020-03-17T12:00:00Z"),
    ("20 Jun 2018 18:00 Europe/Berlin", "2018-06-20T16:00:00Z"), ("20 Jan 2018 18:00 NPT", "2018-01-20T12:15:00Z"),
    ("20 Jun 2018 18:00 M", "2018-06-20T18:00:00Z"),
    // Right, or none: several zones have these names, countries order these numbers differently, and the rest is not.
    ("20 Jun 2018 18:00 IST", nil), ("20 Jun 2018 18:00 XYZT", nil), ("06/07/2018", nil), ("6/29/2018 15:07", nil),
    ("Wed, 31 Feb 2018 18:00:00 GMT", nil), ("2018-02-31", nil), ("2018-02-31T10:00:00Z", nil), ("29 Feb 2019", nil),
    ("29 Feb 2020", "2020-02-29T00:00:00Z"), ("2018-13-01", nil), ("2018-06-20T24:30:00Z", nil),
    ("20 Jun 2018 25:00", nil),
    ("20 Jun 2018 18:00 PM", nil), ("20 Jun 2018 0:30 PM", nil), ("2018-06-20T18:00:00+99:00", nil),
    ("20 Jun 2018 18:00 +2500", nil), ("20 Jun", nil), ("Jun 2018", "2018-06-01T00:00:00Z"), ("20 21 Jun 2018", nil),
    ("20 Jun 2018 6.30pm", nil),
    ("20 Foo 2018", nil), ("99 Jun 2018", nil), ("20 Jun 2018 18:99 GMT", nil), ("", nil), ("now", nil),
  ])
  func `dates are right, or none: those of RFC 822 as its successors say, and others`(text: String, expected: String?) {
    #expect(FeedDate.text(text) == expected)
  }

  @Test(arguments: [
    ("<html><body/></html>", "its root is 'html'"), ("{\"a\": 1}", "'items'"), ("{", "Expected"), ("", "no element"),
    ("plain", "no element"), ("<!DOCTYPE a [<!ENTITY x 'y'>]><rss/>", "entities"),
  ])
  func `what is no feed is refused`(text: String, words: String) {
    let error = #expect(throws: Diagnostic.self) { try feed(text) }
    #expect(error?.message.lowercased().contains(words.lowercased()) == true, "\(error?.message ?? "")")
  }

  /// Returns the first item of a feed that is read from `https://feed.example.org/blog/feed.xml`.
  private func first(_ text: String) throws -> Value {
    var context = ResponseContext()
    context.address = try HTTPURL("https://feed.example.org/blog/feed.xml")
    return try ResponseFormat.feed.value(of: Array(text.utf8), in: context).value(at: "items").array?.first ?? .null
  }

  @Test(
    arguments: [
      (inAtom("<link href='/blog/foo'/>"), "https://feed.example.org/blog/foo"),
      (
        inAtom("<link href='post/1'/>", attributes: "xml:base='https://a.example/blog/'"),
        "https://a.example/blog/post/1"
      ),
      (
        inAtom("<id/><link xml:base='2004/' href='x'/>", attributes: "xml:base='https://a.example/'"),
        "https://a.example/2004/x"
      ),
      (inRSS("<link>/posts/1</link>"), "https://feed.example.org/posts/1"),
      (inRSS("<link>\n  HTTPS://A.example/x y\n</link>"), "https://a.example/x%20y"),
      (inRSS("<link>//b.example/x</link>"), "https://b.example/x"),
      (inRSS("<link>?p=1&q=2</link>"), "https://feed.example.org/blog/feed.xml?p=1&q=2"),
      (inRSS("<link>https://a.example/grüße</link>"), "https://a.example/gr%C3%BC%C3%9Fe"),
      (inRSS("<link/><guid>https://a.example/1</guid>"), "https://a.example/1"),
      (inRSS("<guid isPermaLink='false'>https://a.example/1</guid>"), nil), (inRSS("<guid>one</guid>"), nil),
      (inAtom("<id>https://a.example/p/1</id>"), "https://a.example/p/1"),
      (inAtom("<id>tag:a.example,2003:1</id>"), nil),
      (inRSS("<link>javascript:alert(1)</link>"), nil), (inRSS("<link>mailto:a@b.example</link>"), nil),
      (
        #"{"home_page_url": "https://a.example/", "items": [{"id": "1", "url": "/p/1"}]}"#, "https://a.example/p/1"
      ),
      (#"{"items": [{"id": "1", "external_url": "p/1"}]}"#, "https://feed.example.org/blog/p/1"),
    ] as [(String, String?)])
  func `addresses are resolved from xml:base, or from the feed's own address (RFC 3986, section 5)`(
    text: String, expected: String?
  ) throws {
    #expect(try first(text).value(at: "address").string == expected)
  }

  @Test func `pictures are resolved, too, also those in HTML`() throws {
    #expect(
      try first(inRSS("<description>&lt;img src='../a.png'&gt;</description>")).value(at: "picture")
        == "https://feed.example.org/a.png")
    let media = "xmlns:m='http://search.yahoo.com/mrss/'"
    #expect(
      try first(inRSS("<m:thumbnail url=' t.png '/>", attributes: media)).value(at: "picture")
        == "https://feed.example.org/blog/t.png")
  }

  @Test(
    arguments: [
      ("<title>1 &lt; 2</title>", "1 < 2"), ("<title type='text'>a &amp;amp; b</title>", "a &amp; b"),
      ("<title type='html'>a &amp;amp; &lt;b>c&lt;/b></title>", "a & c"),
      ("<title type='html'><![CDATA[<p>a</p><p>b</p>]]></title>", "a\nb"),
      (
        "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>Less: <em>is</em> &lt;more&gt;</div></title>",
        "Less: is <more>"
      ),
      ("<title type='xhtml'><h:div xmlns:h='http://www.w3.org/1999/xhtml'>a<h:br/>b</h:div></title>", "a\nb"),
      ("<title type='html'>un<b>escaped</b></title>", "unescaped"), ("<title>un<b>declared</b></title>", "undeclared"),
      ("<title/>", nil),
    ] as [(String, String?)])
  func `text constructs of Atom are plain, HTML or XHTML (RFC 4287, section 3.1), with any prefix`(
    title: String, expected: String?
  ) throws {
    #expect(try first(inAtom(title)).value(at: "title").string == expected)
  }

  @Test func `namespaces count, whatever their prefixes are, and those of others do not`() throws {
    let item = try first(
      inRSS(
        """
        <title>A</title><x:title>B</x:title><m:content medium='image' url='https://a.example/t.png'/>
        <d:creator>Ann</d:creator><d:date>2020-01-01T00:00:00Z</d:date><c:encoded>Long</c:encoded>
        """,
        attributes: """
          xmlns:m="http://search.yahoo.com/mrss/" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:x="urn:x"
          xmlns:c="http://purl.org/rss/1.0/modules/content/"
          """))
    #expect(
      [item.value(at: "title"), item.value(at: "author"), item.value(at: "date"), item.value(at: "summary")]
        == ["A", "Ann", "2020-01-01T00:00:00Z", "Long"])
    #expect(item.value(at: "picture") == "https://a.example/t.png")
    let rdf = try first(
      """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://purl.org/rss/1.0/"><s:channel/>
      <s:item r:about="https://a.example/1"><s:title>A</s:title></s:item></r:RDF>
      """)
    #expect([rdf.value(at: "id"), rdf.value(at: "title")] == ["https://a.example/1", "A"])
  }

  @Test(arguments: [
    "\n\n \(inRSS("<title>A</title>"))", "\u{FEFF}\n\(inRSS("<title>A</title>"))",
    inRSS("<title>A</title><description>it&rsquo;s&nbsp;R&D</description><link>https://a.example/?a=1&b=2</link>"),
    inRSS("<title>A</title></item><item><title>B<b></title>"),
    inRSS("<title>A</title>").replacing("</rss>", with: ""),
    inRSS("<title>A</title><description>\u{1}\u{8}</description>"),
  ])
  func `one broken part does not lose a feed`(text: String) throws {
    #expect(try first(text).value(at: "title") == "A")
  }

  @Test func `items with one identity that are different ones have their own, and keep it when others come and go`()
    throws
  {
    func ids(_ items: String) throws -> [String?] {
      try feed("<rss><channel>\(items)</channel></rss>").value(at: "items").array?.map { $0.value(at: "id").string }
        ?? []
    }
    let one = "<item><guid>x</guid><title>A</title><link>https://a.example/1</link></item>"
    let two = "<item><guid>x</guid><title>B</title><link>https://a.example/2</link></item>"
    let three = "<item><guid>x</guid><title>C</title><link>https://a.example/3</link></item>"
    #expect(try ids(one) == ["x"])
    #expect(try ids(one + one) == ["x", "x"])
    #expect(try ids(two + one) == ["x https://a.example/2", "x https://a.example/1"])
    #expect(try ids(three + two) == ["x https://a.example/3", "x https://a.example/2"])
    #expect(try ids("<item><title>A</title></item><item><title>B</title></item>") == ["A", "B"])
    #expect(
      try ids("<item><guid>x</guid><title>A</title></item><item><guid>x</guid><title>B</title></item>") == [
        "x A", "x B",
      ])
    #expect(try ids("<item><description>Long</description></item>") == ["Long"])
    // An address that was not resolved before was no identity.
    #expect(try ids("<item><title>A</title><link>/1</link></item>") == ["A"])
  }

  @Test func `large and hostile feeds are bounded`() throws {
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
