"""Records how feeds are read.

All feeds are written here, and read by feedparser. Where it is wrong against the RFCs or common sense, the case brings the
right values, and says why in `differs`. The fixture `feeds.json` is a list of objects, one a line: `name`, `body` (base64),
`contentType`, `address`, `title`, `items` and `differs`.

- Titles and authors are plain text. Its white space is collapsed, without no-break spaces.
- Links are absolute and as the feed writes them: other letters than those of ASCII are not encoded.
- Dates are in UTC, without fractions: the first that can be read of published, updated and created.
- Authors are the name of the first author who has one, or else what is there.

Install feedparser 6.0 and run `record.py`, or `record.py --table` to print what is read, too.
"""

import base64
import html
import io
import json
import os
import pathlib
import re
import sys
import time
from dataclasses import dataclass

import feedparser

FILE = pathlib.Path(__file__).resolve().parents[2] / "Tests/Unit/TesseraServicesTests/Fixtures/feeds.json"
SITE = "https://feed.example.org"
ADDRESS = f"{SITE}/blog/feed.xml"
BLANK = {"title": None, "link": None, "date": None, "author": None, "id": None}
NAMESPACES = {
    "atom": "http://www.w3.org/2005/Atom", "content": "http://purl.org/rss/1.0/modules/content/",
    "dc": "http://purl.org/dc/elements/1.1/", "dcterms": "http://purl.org/dc/terms/",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd", "media": "http://search.yahoo.com/mrss/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rss": "http://purl.org/rss/1.0/",
}


@dataclass
class Case:
    name: str
    body: bytes | str
    type: str | None = "application/xml"
    # Why feedparser is wrong, and the right values: the fields of each item that it gets wrong, and the feed's title.
    differs: str | None = None
    right: list[dict] | None = None
    title: str | None = None


# Parts of feeds

def xmlns(*usual, **prefixes):
    """Returns declarations of namespaces, with their usual or with other prefixes: `xmlns("dc", m="media")`."""
    return "".join(f' xmlns:{prefix}="{NAMESPACES[name]}"' for prefix, name in [*zip(usual, usual), *prefixes.items()])


def rss(*items, head="<title>Example</title>", attributes="", version="2.0"):
    items = "".join(f"\n<item>{item}</item>" for item in items)
    return f'<rss version="{version}"{attributes}><channel>{head}{items}\n</channel></rss>\n'


def rdf(*items, namespace=NAMESPACES["rss"], attributes=""):
    """Returns RSS 1.0 or, with another namespace, 0.90."""
    items = "".join(f'\n<item rdf:about="{SITE}/{number}">{item}</item>' for number, item in enumerate(items, 1))
    channel = f'<channel rdf:about="{SITE}/"><title>Example</title></channel>'
    return f'<rdf:RDF{xmlns("rdf")} xmlns="{namespace}"{attributes}>{channel}{items}\n</rdf:RDF>\n'


def atom(*entries, head="<title>Example</title>", attributes=f' xmlns="{NAMESPACES["atom"]}"', more=""):
    entries = "".join(f"\n<entry>{entry}</entry>" for entry in entries)
    return f"<feed{attributes}{more}>{head}{entries}\n</feed>\n"


def declared(text, encoding="utf-8"):
    return f'<?xml version="1.0" encoding="{encoding}"?>\n{text}'


def title(text, link=f"<link>{SITE}/1</link>"):
    return f"<title>{text}</title>{link}"


def entry(number, rest="", link='<link href="/1"/>'):
    return f"<title>Entry {number}</title><id>urn:x:{number}</id>{link}{rest}"


ADA, BO = "<author><name>Ada</name></author>", "<author><name>Bo</name></author>"
OLD_ATOM = ' version="0.3" xmlns="http://purl.org/atom/ns#"'
PUBLISHED = "<pubDate>Wed, 20 Jun 2018 18:00:00 GMT</pubDate>"


# Cases by kind

def dialects():
    dtd = ('<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN"\n'
           '  "http://my.netscape.com/publish/formats/rss-0.91.dtd">\n')
    yield Case("RSS 0.91 has a document type with entities", declared(dtd + rss(title("Caf&eacute;"), version="0.91")),
               "text/xml")
    yield Case("RSS 0.92 has items with a description only", rss("<description>Hello</description>", version="0.92"))
    yield Case("RSS 2.0 has what a blog sends", declared(rss(
        f'{title("One")}<dc:creator>Ada</dc:creator>{PUBLISHED}<guid isPermaLink="false">1</guid><category>News</category>'
        "<description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>",
        attributes=xmlns("dc", "content"))), "application/rss+xml")
    for whose, namespace in [("its makers", "http://backend.userland.com/rss2"), ("Atom", NAMESPACES["atom"])]:
        yield Case(f"RSS 2.0 has the default namespace of {whose}",
                   rss(title("One") + PUBLISHED, attributes=f' xmlns="{namespace}"'))
    yield Case("RSS says no version", rss(title("One") + PUBLISHED).replace(' version="2.0"', ""), "text/xml; charset=utf-8")
    yield Case("RSS 1.0 has Dublin Core", declared(rdf(
        f'{title("One")}<dc:date>2018-06-20T18:00:00+02:00</dc:date><dc:creator>Ada</dc:creator>', title("Two"),
        attributes=xmlns("dc"))), "application/rdf+xml")
    prefixed = re.sub("(</?)(?=channel|item|title|link)", r"\1r:", rdf(title("One"))).replace("xmlns=", "xmlns:r=")
    yield Case("RSS 1.0 has other prefixes", prefixed.replace("rdf:", "x:").replace(":rdf", ":x"))
    yield Case("RSS 1.0 has RDF as the default namespace",
               prefixed.replace("rdf:RDF", "RDF").replace("<RDF", f'<RDF xmlns="{NAMESPACES["rdf"]}"'))
    for host in ("my", "channel"):
        yield Case(f"RSS 0.90 has a namespace of {host}.netscape.com",
                   rdf(title("One"), namespace=f"http://{host}.netscape.com/rdf/simple/0.9/"))
    blog = atom(entry(1, f"<published>2018-06-20T18:00:00Z</published><updated>2018-06-21T18:00:00Z</updated>{ADA}"
                      "<summary>Short</summary>"))
    yield Case("Atom 1.0 has what a blog sends", declared(blog), "application/atom+xml; charset=utf-8")
    yield Case("Atom 1.0 has a prefix", re.sub(r"<(/?)", r"<\1a:", blog).replace("xmlns=", "xmlns:a="),
               "application/atom+xml")
    yield Case("Atom 0.3 has dates of several names", atom(
        entry(1, f"<issued>2018-06-20T18:00:00Z</issued><modified>2018-06-21T18:00:00Z</modified>{ADA}"),
        entry(2, "<modified>2018-06-21T18:00:00Z</modified>"), entry(3, "<created>2018-06-19T18:00:00Z</created>"),
        attributes=OLD_ATOM))
    yield Case("Media RSS and podcasts have other prefixes", rss(
        f"<m:title>One</m:title><link>{SITE}/1</link><pod:author>Ada</pod:author>",
        attributes=xmlns(m="media", pod="itunes")))
    yield Case("Media RSS and podcasts have namespaces in other letters", rss(
        f"<m:title>One</m:title><link>{SITE}/1</link><pod:author>Ada</pod:author>",
        attributes=xmlns(m="media", pod="itunes").replace("mrss/", "mrss").replace("dtds/podcast", "DTDs/Podcast")))
    yield Case("Dublin Core has another prefix, declared where it is used",
               rss(f'{title("One")}<d:creator{xmlns(d="dc")}>Ada</d:creator><e:date{xmlns(e="dc")}>2018-06-20</e:date>'))
    yield Case("Dublin Core is used without a declaration", rss(title("One") + "<dc:creator>Ada</dc:creator>"))
    yield Case("RSS has links and dates of Atom", rss(
        f'<title>One</title><a10:link href="{SITE}/1"/><a10:updated>2018-06-20T18:00:00Z</a10:updated>',
        attributes=xmlns(a10="atom")))
    yield Case("The prefix of Dublin Core means something else", rss(
        f'{title("One")}<dc:creator>Ship</dc:creator><dc:date>2018-06-20</dc:date>',
        attributes=' xmlns:dc="https://example.org/x"'),
        differs="The namespace says what an element is, not its prefix (XML Namespaces, section 3).",
        right=[{"date": None, "author": None}])
    yield Case("Elements of another default namespace are not the item's", rss(
        f'{title("One")}<place xmlns="https://example.org/x"><title>Berlin</title><link>{SITE}/berlin</link></place>'),
        differs="A link in an element of another namespace is not the item's.", right=[{"link": f"{SITE}/1"}])
    yield Case("Elements with a prefix are not the item's",
               rss(f'<x:title>No</x:title>{title("One")}<x:link>{SITE}/no</x:link>',
                   attributes=' xmlns:x="https://example.org/x"'))


def encodings():
    german, polish, russian, quoted = "Größe für Käufer", "Zażółć gęślą jaźń", "Новости дня", "“Smart” – it’s… 5 €"
    japanese, chinese, taiwanese, korean = "日本のニュース", "中文新闻", "繁體中文", "한국 뉴스"
    marked = "A byte order mark wins over the header (RFC 7303, section 3.2)."
    label = "The label means the encoding of Windows on the web (Encoding standard, section 4.2)."
    utf8, little, big, xml = b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF", "application/xml"

    def case(name, text, codec, declaration=None, type=xml, before=b"", differs=None):
        text_ = rss(title(text), head=f"<title>{text}</title>")
        body = before + (declared(text_, declaration) if declaration else text_).encode(codec)
        # These values are right for all cases, and those of feedparser for most.
        return Case(name, body, type, differs, [{"title": text, "link": f"{SITE}/1"}], text)

    yield case("UTF-8 is declared", german + " 😀", "utf-8", "utf-8")
    yield case("UTF-8 is what nobody says", russian, "utf-8", type=None)
    yield case("UTF-8 is said in quotes and capitals", german, "utf-8", None, 'application/xml ;CHARSET="UTF-8"')
    yield case("UTF-8 is said by the label utf8", german, "utf-8", "utf8", f"{xml}; charset=utf8")
    yield case("UTF-8 is said of text", korean, "utf-8", None, "text/plain; charset=utf-8")
    yield case("UTF-8 wins by the header over ISO-8859-1", german, "utf-8", "iso-8859-1", f"{xml}; charset=utf-8")
    yield case("UTF-8 wins by its mark over ISO-8859-1", german, "utf-8", "iso-8859-1", xml, utf8)
    yield case("UTF-8 wins by its mark over the header", german, "utf-8", "utf-8", f"{xml}; charset=koi8-r", utf8, marked)
    yield case("UTF-8 has a mark and then white space", german, "utf-8", "utf-8", xml, utf8 + b"\n")
    yield case("UTF-8 has an unknown encoding declared", german, "utf-8", "x-unknown")
    yield case("UTF-8 is declared for Windows-1252", quoted, "cp1252", "utf-8")
    yield case("UTF-8 holds what looks as if it was encoded twice", "What Ã¶ means", "utf-8", "utf-8",
               differs="The text is what its encoding says, even if other text looks so by mistake.")
    yield case("ISO-8859-1 is declared", german, "iso-8859-1", "ISO-8859-1")
    yield case("ISO-8859-1 is said by the header", german, "iso-8859-1", None, "text/xml; charset=iso-8859-1")
    yield case("ISO-8859-1 wins by the header over UTF-8", german, "iso-8859-1", "utf-8", f"{xml}; charset=iso-8859-1")
    yield case("ISO-8859-1 is declared for Windows-1252", quoted, "cp1252", "iso-8859-1")
    yield case("ISO-8859-2 is declared", polish, "iso-8859-2", "iso-8859-2")
    yield case("ISO-8859-15 is declared", "5 € für Œuvre", "iso-8859-15", "iso-8859-15")
    yield case("ISO-8859-15 wins by the header over ISO-8859-1", "5 € für Œuvre", "iso-8859-15", "iso-8859-1",
               f"{xml}; charset=iso-8859-15")
    yield case("Windows-1250 is said by the header", polish, "cp1250", None, f"{xml}; charset=windows-1250")
    yield case("Windows-1252 is declared", quoted, "cp1252", "windows-1252")
    yield case("KOI8-R is declared", russian, "koi8-r", "KOI8-R")
    yield case("KOI8-R is declared in text/xml", russian, "koi8-r", "koi8-r", "text/xml")
    yield case("KOI8-R is declared beside an unknown one", russian, "koi8-r", "koi8-r", f"{xml}; charset=none")
    yield case("KOI8-R is declared after white space", russian, "koi8-r", "koi8-r", xml, b"\n ",
               "A declaration after white space is misplaced, but says what the encoding is.")
    yield case("Windows-1251 is declared", russian, "cp1251", "windows-1251")
    yield case("Windows-1251 wins by the header over KOI8-R", russian, "cp1251", "koi8-r", f"{xml}; charset=windows-1251")
    yield case("Shift_JIS is said by both", japanese, "shift_jis", "Shift_JIS", "text/xml; charset=Shift_JIS")
    yield case("Shift_JIS is said by the header", japanese, "shift_jis", None, f"{xml}; charset=shift_jis")
    yield case("Shift_JIS has characters of Windows", "①日本の㈱", "cp932", "shift_jis", differs=label)
    yield case("Shift_JIS is said by the label x-sjis", japanese, "shift_jis", "x-sjis", differs=label)
    yield case("EUC-JP is declared", japanese, "euc-jp", "EUC-JP")
    yield case("EUC-JP wins by the header over Shift_JIS", japanese, "euc-jp", "shift_jis", f"{xml}; charset=euc-jp")
    yield case("GB2312 has characters of GBK", "朱镕基新闻", "gbk", "gb2312")
    yield case("GBK is said by the header", chinese, "gbk", None, f"{xml}; charset=gbk")
    yield case("Big5 is declared", taiwanese, "big5", "big5")
    yield case("EUC-KR is said by both", korean, "euc-kr", "euc-kr", "text/xml; charset=euc-kr")
    yield case("EUC-KR has syllables of Windows", "펲시와 똠양꿍", "cp949", "euc-kr", differs=label)
    yield case("UTF-16 has a mark and low bytes first", german, "utf-16-le", "utf-16", xml, little)
    yield case("UTF-16 has a mark and high bytes first", japanese, "utf-16-be", "utf-16", xml, big)
    yield case("UTF-16 has a mark and no declaration", russian, "utf-16-le", None, xml, little,
               "A byte order mark says what the encoding is (XML 1.0, section 4.3.3).")
    yield case("UTF-16 is said by the header", russian, "utf-16-be", "utf-16", f"{xml}; charset=utf-16", big,
               "The byte order mark says in which order the bytes are (RFC 2781, section 4.3).")
    yield case("UTF-16 wins by its mark over the header", russian, "utf-16-le", "utf-8", f"{xml}; charset=utf-8", little,
               marked)
    yield case("UTF-16 has no mark, but a declaration", german, "utf-16-le", "utf-16")
    yield Case("KOI8-R is declared with white space",
               declared(rss(title(russian)), "koi8-r").replace("encoding=", "encoding = ").encode("koi8-r"),
               differs="White space may be around the equals sign (XML 1.0, production 25).", right=[{"title": russian}])
    yield Case("UTF-16 is declared for UTF-8", declared(rss(title("Größe!")), "utf-16"), title="Example",
               differs="A declaration that can be read as ASCII is not in UTF-16.",
               right=[{"title": "Größe!", "link": f"{SITE}/1"}])


def texts():
    entities = "Caf&eacute;&nbsp;&ndash; it&rsquo;s No&euml;l&hellip; &mdash; &copy; 2018"
    controls = "Characters that XML forbids are not part of the text (XML 1.0, production 2)."
    div = '<div xmlns="http://www.w3.org/1999/xhtml">'
    yield Case("Entities of HTML are not declared", rss(title(entities), head=f"<title>{entities}</title>"))
    yield Case("Entities of HTML are escaped", rss(title(entities.replace("&", "&amp;"))))
    yield Case("Entities that nobody knows stay", rss(title("One &foo; two")))
    yield Case("Ampersands are bare", rss(title("AT&T & R&D; Q&A"), title("Fish & chips")),
               differs="An ampersand that begins no reference stands for itself, and no semicolon is added.",
               right=[{"title": "AT&T & R&D; Q&A"}, {}])
    yield Case("Numeric references are in text", rss(
        title("&#8220;One&#8221; &#x2014; &#x1F600; &#233;"), title("It&#146;s &#147;new&#148; &#151; yes"),
        title("It&amp;#8217;s &amp;#x201C;new&amp;#x201D;")))
    yield Case("Control characters are in text", rss(title("One\x08 two\x0B three\x1F"), title("One\x00 two")),
               differs=controls,
               right=[{"title": "One two three"}, {"title": "One two"}])
    yield Case("Control characters are referred to", rss(title("One&#8; two&#x1; three")), differs=controls,
               right=[{"title": "One two three"}])
    yield Case("Less-than signs are not escaped", rss(title("1 < 2")))
    yield Case("Markup is escaped once or twice, or is none", rss(
        title("Some &lt;b&gt;bold&lt;/b&gt; text"), title("Use &amp;lt;b&amp;gt; for bold"),
        title("1 &lt; 2 &amp;&amp; 3 &gt; 2")))
    yield Case("Markup is what the text is about", rss(title("The &lt;div&gt; element")))
    yield Case("Markup is not escaped", rss(title("Some <b>bold</b> text")))
    yield Case("CDATA has what may be HTML", rss(title("<![CDATA[Some <b>bold</b> text]]>"),
                                                 title("<![CDATA[AT&T & more]]>"),
                                                 title("<![CDATA[Fish &amp; chips &#8211; caf&eacute;]]>")))
    yield Case("CDATA is a part of the text", rss(title("One <![CDATA[& two]]> &amp; three"),
                                                  title("<![CDATA[a]]]]><![CDATA[>b]]>")))
    yield Case("White space is around and in titles", rss(title("\n\t One\n   two\t three \n"),
                                                          head="<title>\n A\n B </title>"))
    yield Case("Letters are of all planes and directions", rss(title("e\u0301 שלום 👩‍👩‍👧 𝄞 \u200Bx")))
    yield Case("Comments and instructions are in text", rss(title("One<!-- no --> two<?no no?> three")))
    prefixed = '<h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:b>1</h:b> &lt; 2</h:div>'
    html_, text = ' type="html"', ' type="text"'
    for name, titles in {
        "plain text": [(text, "&lt;b> &amp;amp; 1 &lt; 2"), ("", "&lt;b> &amp;amp; 1"), (' type="text/plain"', "&lt;b> 1")],
        "HTML": [(html_, "&lt;b>1&lt;/b> &amp;lt; 2 &amp;amp; 3"), (html_, "<![CDATA[<b>1</b> &lt; 2 &amp; 3]]>"),
                 (' type="text/html"', "&lt;b>1&lt;/b> &amp;lt; 2")],
        "XHTML": [(' type="xhtml"', title) for title in (f"{div}<b>1</b> &lt; 2 &amp; 3</div>", prefixed,
                                                         "<b>1</b> &lt; 2")],
        "plain text with markup": [("", "One <b>two</b>")],
    }.items():
        yield Case(f"Atom's titles are {name}", atom(*(
            f"<title{type}>{title}</title><id>urn:x:{number}</id><link href='/{number}'/>"
            for number, (type, title) in enumerate(titles, 1))))
    coded = base64.b64encode("Größe &amp; <b>mehr</b>".encode()).decode()
    yield Case("Atom 0.3 has titles in base64 and escaped", atom(
        f'<title type="text/html" mode="base64">{coded}</title>',
        '<title type="text/html" mode="escaped">1 &amp;lt; 2</title>',
        attributes=OLD_ATOM))
    picture = f'<content type="xhtml">{div}<svg xmlns="http://www.w3.org/2000/svg"><title>No</title></svg></div></content>'
    yield Case("Titles of pictures in the content are not the entry's", atom(picture + entry(1)))
    xml = '<title>No</title><updated>2001-01-01T00:00:00Z</updated><link href="/no"/>'
    yield Case("Content in XML is not the entry's", atom(
        f'<content type="application/xml">{xml}</content>{entry(1, link="")}'),
        differs="What is in the content belongs to it (RFC 4287, section 4.1.3.3).",
        right=[{"title": "Entry 1", "link": None, "date": None}])
    yield Case("Content that is elsewhere is not the link", atom(entry(1, '<content type="video/mp4" src="/1.mp4"/>')))


def damage():
    one, two = title("One") + PUBLISHED, title("Two", f"<link>{SITE}/2</link>")
    whole = rss(one, two)
    half = whole[:whole.index("Two") + 3]
    yield Case("Addresses have bare ampersands", rss(title("One", f"<link>{SITE}/?a=1&b=2&c=3</link>")))
    yield Case("Addresses have bare ampersands before names of entities",
               rss(title("One", f"<link>{SITE}/?a=1&copy=2&lang=en</link>")),
               differs="A reference ends with a semicolon (XML 1.0, production 68).",
               right=[{"link": f"{SITE}/?a=1&copy=2&lang=en"}])
    yield Case("Attributes have bare ampersands", atom(entry(1, link=f'<link href="{SITE}/?a=1&b=2"/>')))
    yield Case("Attributes have no quotes or come twice", rss(
        f"{one}<guid isPermaLink=false>1</guid>", f'{two}<guid isPermaLink="false" isPermaLink="false">2</guid>'))
    yield Case("HTML in descriptions is not escaped", rss(
        f"<description><p>Hi<br/>there <a href='/x'>you</a></p></description>{one}", two))
    yield Case("HTML in descriptions is not closed", rss(f"{one}<description><p>Hi<br>there <img src=x></description>", two))
    yield Case("A title ends with another tag", whole.replace("Two</title>", "Two</titel>"),
               differs="An end tag with a typing error ends the element all the same.",
               right=[{}, {"title": "Two", "link": f"{SITE}/2"}])
    yield Case("An item is not closed", whole.replace("</item>", "", 1))
    yield Case("An end has no beginning", whole.replace("</item>", "</item></p>", 1))
    yield Case("The feed ends after an item", whole[:whole.rindex("</item>") + 7])
    yield Case("The feed ends in an address", whole[:whole.rindex("/2<")])
    yield Case("The feed ends in a tag", whole[:whole.rindex("</item>") + 4])
    yield Case("The feed ends in CDATA", half + "</title><description><![CDATA[It <b>rai")
    yield Case("White space is before the declaration", "\r\n\t " + declared(whole))
    yield Case("Words and a comment are before the declaration", "Notice: no such file\n<!-- cached -->\n" + declared(whole))
    yield Case("A style sheet and a comment are before the feed",
               declared(f'<?xml-stylesheet href="/feed.xsl" type="text/xsl"?>\n<!-- made by hand -->\n{whole}'))
    yield Case("A script is after the feed", whole + "<script>cached()</script>\n<!-- served in 3 ms -->")


def addresses():
    def links(name, *links, differs=None, right=(), **more):
        """A case of RSS with a link in each item, and of what the links are if feedparser is wrong."""
        items = [title(f"Item {number}", f"<link>{link}</link>") for number, link in enumerate(links, 1)]
        return Case(name, rss(*items, **more), differs=differs, right=[{"link": link} for link in right] or None)

    def guids(name, *guids, differs=None, right=None):
        """A case of RSS with guids (their attributes and text) and no links."""
        items = [f"<title>One</title><guid{attributes}>{text}</guid>" for attributes, text in guids]
        return Case(name, rss(*items), differs=differs, right=right)

    yield links("Links are relative to the feed", "2018/1", "/2018/2", "../archive/./3")
    yield links("Links name a host only, numbers or ports", "//cdn.example.org/1", "http://[2001:db8::1]:8080/2",
                "http://192.0.2.1/3")
    yield links("Links have a query or a fragment only", "?p=1", "#one", "./?p=2#two")
    yield links("Links lack a scheme", "www.example.org/1")
    yield links("Links have white space around", f"\n   {SITE}/1\n  ", "\t/2 ", f"<![CDATA[\n{SITE}/3 ]]>")
    yield links("Links have line breaks in them", f"{SITE}/\n2018/1")
    yield links("Links have spaces in them", f"{SITE}/a b", right=[f"{SITE}/a%20b"],
                differs="There are no spaces in addresses; what is meant is %20 (RFC 3986, section 2).")
    yield links("Links have schemes in capitals", "HTTP://feed.example.org/1", "HTTPS://feed.example.org/2",
                differs="A scheme is written in small letters (RFC 3986, section 3.1).",
                right=["http://feed.example.org/1", f"{SITE}/2"])
    yield links("Links have paths beyond ASCII", f"{SITE}/größe/日本?q=ä#ö", "/größe", "/gr%C3%B6%C3%9Fe")
    yield links("Links have hosts beyond ASCII", "https://bücher.example.org/1")
    yield links("Links have escaped ampersands", f"{SITE}/?a=1&amp;b=2", f"<![CDATA[{SITE}/?a=1&b=2]]>",
                f"{SITE}/?a=1&amp;amp;b=2")
    yield links("Links are scripts", "javascript:alert(1)", differs="A script is not the address of an item.", right=[None])
    yield links("A base is on the root", "1", "/2", attributes=' xml:base="https://other.example.org/a/b/"')
    yield links("A base has no slash at its end", "1", "./2", attributes=' xml:base="https://other.example.org/a/b"')
    yield links("A base is relative", "1", "/2", attributes=' xml:base="../news/"')
    yield Case("A base is on the link", rss("<title>One</title><link xml:base='/a/'>1</link>",
                                            "<title>Two</title><link>2</link>"))
    yield Case("Bases are nested", atom(entry(1, link='<link xml:base="c/" href="1"/>'), entry(2, link='<link href="2"/>'),
                                        more=' xml:base="/a/"').replace("<entry>", '<entry xml:base="b/">', 1))
    yield Case("The base of the content is not that of the link", atom(
        '<content xml:base="https://other.example.org/" type="html">x</content>' + entry(1, link='<link href="1"/>')))
    permanent = ' isPermaLink="true"'
    yield guids("A guid is a link unless it says that it is none", (permanent, f"{SITE}/1"), ("", f"{SITE}/2"),
                (' isPermaLink="false"', f"{SITE}/3"))
    yield guids("A guid is a link in other letters", (' isPermaLink="True"', f"{SITE}/1"),
                differs="True is true, also with a capital letter.", right=[{"link": f"{SITE}/1"}])
    yield guids("A guid is relative", (permanent, "/2018/1"), ("", "42"), right=[{"id": "/2018/1"}, {"id": "42"}],
                differs="The link is resolved, but the identifier stays the string that it is (RSS 2.0, guid).")
    yield guids("A guid is a name and no link", ("", "tag:example.org,2018:1"), right=[{"link": None}],
                differs="A tag is a name, and not an address to open (RFC 4151).")
    yield Case("A guid is before the link", rss(f'<guid>{SITE}/guid</guid>{title("One")}'))
    yield Case("A guid is beside an empty link", rss(f"<title>One</title><link/><guid>{SITE}/1</guid>"),
               differs="An empty link is none, so that the permanent one counts.", right=[{"link": f"{SITE}/1"}])
    self_, file, page = (f'<link rel="{rel}" href="/{rel}"/>' for rel in ("self", "enclosure", "alternate"))
    self_atom = self_.replace("link", "atom:link", 1)
    yield Case("RSS has links of Atom", rss("<title>One</title><atom:link href='/1'/>", self_atom + title("Two"),
                                            title("Three") + self_atom, attributes=xmlns("atom")))
    yield Case("RSS has its link in an attribute", rss(f'<title>One</title><link href="{SITE}/1"/>'))
    yield Case("RSS has an enclosure and no link",
               rss('<title>One</title><enclosure url="/1.mp3" length="1" type="audio/mpeg"/><comments>/no</comments>'))
    yield Case("Atom's links come in any order", atom(
        entry(1, link=page + self_ + file), entry(2, link=self_ + page + file), entry(3, link=file + self_ + page)))
    yield Case("Atom's links are many", atom(
        entry(1, link=f'{self_}{file}<link href="/page"/>'),
        entry(2, link='<link href="/2"/><link type="text/json" href="/no"/>'),
        entry(3, link=f'<link rel="replies" type="text/html" href="/r"/>{page}<link rel="via" href="/v"/>')))
    yield Case("Atom's link has the address of a relation",
               atom(entry(1, link='<link rel="http://www.iana.org/assignments/relation/alternate" href="/1"/>')),
               differs="The relation is the registered one of that name (RFC 4287, section 4.2.7.2).",
               right=[{"link": f"{SITE}/1"}])
    yield Case("Atom's link leads to a document", atom(entry(1, link='<link type="application/pdf" href="/1.pdf"/>')),
               differs="What an entry is about may be of any media type (RFC 4287, section 4.2.7).",
               right=[{"link": f"{SITE}/1.pdf"}])
    yield Case("Atom's link has white space around", atom(entry(1, link=f'<link href=" {SITE}/1 "/>')),
               differs="White space around an address is not part of it (RFC 3986, appendix C).",
               right=[{"link": f"{SITE}/1"}])
    yield Case("Atom's identifiers are there without links",
               atom(f"<title>One</title><id>{SITE}/1</id>", entry(2, link=""), entry(3, link=self_ + file)),
               differs="A name is not an address to open (RFC 4287, section 4.2.6).",
               right=[{}, {"link": None}, {"link": None}])
    yield Case("Atom's identifier is relative", atom("<title>One</title><id>post-1</id><link href='/1'/>"),
               differs="Identifiers are compared as they are (RFC 4287, section 4.2.6.1).", right=[{"id": "post-1"}])


def dates():
    def case(name, *dates, differs=None, element="pubDate"):
        """A case of dates, one in each item. Those that feedparser gets wrong come with what is right."""
        dates = [date if isinstance(date, tuple) else (date,) for date in dates]
        items = [f"<title>Item {n}</title><{element}>{date[0]}</{element}>" for n, date in enumerate(dates, 1)]
        return Case(name, rss(*items, attributes=xmlns("dc") if element == "dc:date" else ""), differs=differs,
                    right=[{"date": date[1]} if len(date) > 1 else {} for date in dates])

    def iso(name, *dates, differs=None):
        return case(name, *dates, differs=differs, element="dc:date")

    day, noon, evening = "Wed, 20 Jun 2018", "2018-06-20T12:00:00Z", "2018-06-20T18:00:00Z"
    none = "A date that does not exist is none, and not another day."
    yield case("Dates may lack the weekday or the seconds", f"{day} 18:00:05 GMT", "20 Jun 2018 18:00:05 GMT",
               f"{day} 18:00 GMT")
    yield case("Zones are those of Greenwich", "20 Jun 2018 18:00 UT", "20 Jun 2018 18:00:00 Z", f"{day} 18:00:00 UTC")
    yield case("Zones are American in winter", *(f"{day} 18:00:00 {zone}" for zone in ("EST", "CST", "PST")))
    yield case("Zones are American in summer", *(f"{day} 18:00:00 {zone}" for zone in ("EDT", "MDT", "PDT")))
    yield case("Zones are numbers", *(f"{day} 18:00:00 {zone}" for zone in ("+0200", "-0330", "+0545")))
    yield case("Zones have colons or words", *(f"{day} 18:00:00 {zone}" for zone in ("-03:30", "GMT-05:00", "+0200 (CEST)")))
    yield case("Zones are unknown", f"{day} 18:00:00 -0000", f"{day} 18:00:00 XYZ")
    yield case("Zones are single letters", (f"{day} 18:00:00 A", evening), (f"{day} 18:00:00 N", evening),
               differs="Single letters count as -0000 (RFC 2822, section 4.3).")
    yield case("Zones are missing or have no space before them", "20 Jun 2018 18:00:00", (f"{day} 18:00:00", evening),
               (f"{day} 20:00:00+0200", evening), differs="The time can be read, with a weekday as without one.")
    yield case("Years have two or three digits", "Wed, 20 Jun 18 18:00:00 GMT",
               ("20 Jun 75 18:00:00 GMT", "1975-06-20T18:00:00Z"), ("20 Jun 118 18:00:00 GMT", evening),
               differs="Years of two digits from 50 on, and of three, count from 1900 (RFC 2822, section 4.3).")
    yield case("Names are long or in other letters",
               "Wednesday, 20 June 2018 18:00:00 GMT", "WED 20 JUN 2018 18:00:00 gmt", "wed, 5 sept 2018 9:05 Gmt")
    yield case("Weekdays are wrong, German or have no space after them", "Mon, 20 Jun 2018 18:00:00 GMT",
               ("Mi, 20 Jun 2018 20:00:00 +0200", evening), ("Wed,20 Jun 2018 18:00:00 GMT", evening),
               differs="The weekday says nothing that the date does not (RFC 2822, section 3.3).")
    yield case("White space is in dates, or no time",
               "\n Wed, 20  Jun 2018\n 18:00:00   GMT ", "<![CDATA[ 20 Jun 2018 ]]>", day)
    yield case("Months are before days", "Tue, Jan 23 2018 02:54:55 MST", "Jan 23 2018 02:54:55 +0100")
    yield case("Dates are those of programs", "Wed Jun 20 18:00:00 2018", "Wed Jun 20 18:00:00 +0200 2018",
               "Wed Jun 20 2018 18:00:00 GMT+0200 (CEST)")
    yield case("Times are of half a day", (f"{day} 6:00:00 PM", evening), differs="PM is the afternoon, not a zone.")
    yield case("A leap second ends a year of RFC 822", ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
               differs="A minute may have a second 60 (RFC 2822, section 3.3).")
    yield case("Days exist or do not", "Sat, 31 Feb 2018 10:00:00 GMT", "29 Feb 2018 10:00:00 GMT",
               "29 Feb 2016 10:00:00 GMT")
    yield case("Hours, minutes and seconds do not exist", f"{day} 25:00:00 GMT", f"{day} 18:60:00 GMT",
               f"{day} 18:00:75 GMT")
    yield case("Dates are no dates", "yesterday", "", "Wed, 20 Foo 2018 18:00:00 GMT")
    yield case("Dates are in forms of countries", "Mittwoch, 20. Juni 2018", "20.06.2018 18:00", "06/20/2018")
    yield case("Dates are Greek", "Τετ, 20 Ιούν 2018 20:00:00 +0200")
    yield case("Dates begin with a year and go on in other ways", ("2018-június-20T18:00+02:00", None),
               ("2018년 06월 20일  18:00:00", None), ("2018/06/20 18:00", None),
               differs="What follows the year is not read, and the present month is made up.")
    yield iso("Dates of RFC 3339 have zones and fractions", evening, "2018-06-20t18:00:00.999999-03:30",
              "2018-06-20T18:00:00.250+02:00")
    yield iso("Dates of the W3C are short", "2018-06-20", "2018-06", "2018")
    yield iso("Dates of the W3C lack parts of the time", "2018-06-20T18:00Z", "2018-06-20T18:00:00",
              "2018-06-20T18:00+02:00")
    yield iso("Dates have a space before the time", "2018-06-20 18:00:00", "2018-06-20 18:00:00 +0200",
              "2018-06-20 18:00:00Z")
    yield iso("Dates have a space and a name of the zone", ("2018-06-20 18:00:00 UTC", evening),
              ("2018-06-20 18:00:00 EST", "2018-06-20T23:00:00Z"), differs="The time is there, and is not midnight.")
    yield iso("Offsets have no colon", "2018-06-20T18:00:00+0200", ("2018-06-20T17:30:00+0530", noon),
              "2018-06-20T18:00:00+02", differs="The last two digits of +0530 are minutes.")
    yield iso("A leap second ends a year of RFC 3339", "2016-12-31T23:59:60Z", "2016-12-31T15:59:60-08:00")
    yield iso("Parts are not padded, not separated or the end of the day", "2018-6-5T8:05:00Z", "20180620",
              "2018-06-20T24:00:00Z")
    yield iso("February has no 31st day", ("2018-02-31T10:00:00Z", None), ("2018-02-31", None), differs=none)
    yield iso("The year has no month 13 or 0", ("2018-13-01T10:00:00Z", None), ("2018-00-10", None), differs=none)
    yield iso("Hours, minutes and offsets of RFC 3339 do not exist", ("2018-06-20T25:00:00Z", None),
              ("2018-06-20T18:60:00Z", None), ("2018-06-20T18:00:00+25:00", None), differs=none)
    yield iso("Dates are zero", ("0000-00-00 00:00:00", None), "0001-01-01T00:00:00Z", differs=none)
    yield iso("Dates are numbers or times only", ("1529517600", None), ("18:00", None), ("20-06-18", None),
              differs="Nobody can know what day that is.")
    both = "<pubDate>{}</pubDate><dc:date>2018-06-20T18:00:00Z</dc:date>"
    yield Case("The date of publication counts more, that of the channel not at all", rss(
        both.format("Tue, 19 Jun 2018 18:00:00 GMT"), "<dc:date>2018-06-20</dc:date><pubDate>19 Jun 2018</pubDate>",
        title("Three"), head=f"<title>A</title>{PUBLISHED}<lastBuildDate>20 Jun 2018</lastBuildDate>",
        attributes=xmlns("dc")))
    yield Case("A date that is empty or none leaves it to others",
               rss(both.format(""), both.format("soon"), attributes=xmlns("dc")))
    yield Case("Dublin Core has dates of several names", rss(
        "<t:created>2018-06-18</t:created>", "<t:modified>2018-06-19</t:modified><t:issued>2018-06-17</t:issued>",
        attributes=xmlns(t="dcterms")))
    yield Case("Atom has dates in any order", atom(
        entry(1, "<updated>2018-06-21T00:00:00Z</updated><published>2018-06-20T00:00:00Z</published>"),
        entry(2, "<updated>2018-06-21T00:00:00Z</updated><published>no</published>")))


def authors():
    def case(name, *authors, **more):
        return Case(name, rss(*(title("One") + author for author in authors), attributes=xmlns("dc", "itunes"), **more))

    yield case("Authors have an address and a name", "<author>ada@example.org (Ada Byron)</author>",
               "<author>Ada &lt;ada@example.org&gt;</author>")
    yield case("Authors have a name or an address only", "<author>Ada Byron</author>", "<author>ada@example.org</author>")
    yield case("Authors are creators", "<dc:creator>Ada</dc:creator>", "<dc:creator><![CDATA[ Ada & Bo ]]></dc:creator>",
               "<dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator>")
    yield case("Authors are named in two ways", "<author>ada@example.org</author><dc:creator>Ada</dc:creator>",
               "<itunes:author>Ada</itunes:author><author>ada@example.org (Ada)</author>")
    yield case("Authors are empty or have white space in them", "<author/>", "<dc:creator>\n Ada\n  Byron </dc:creator>")
    yield case("Authors of the channel are not the item's", "", head=(
        "<title>A</title><managingEditor>bo@example.org (Bo)</managingEditor><itunes:author>Bo</itunes:author>"))
    yield Case("Atom's authors have addresses, are several, or only contribute", atom(
        entry(1, f"<author><email>ada@example.org</email><name>Ada</name><uri>{SITE}/</uri></author>"), entry(2, ADA + BO),
        entry(3, "<contributor><name>Cy</name></contributor>")))
    yield Case("Atom's author is the feed's", atom(entry(1), entry(2, ADA), head=f"<title>A</title>{BO}"),
               differs="The feed's author is that of entries without one (RFC 4287, section 4.2.1).",
               right=[{"author": "Bo"}, {}])
    yield Case("Atom's author is the source's", atom(
        entry(1, f"<source><title>B</title><id>urn:b</id><updated>2001-01-01T00:00:00Z</updated>{ADA}</source>"),
        head=f"<title>A</title>{BO}"), right=[{"author": "Ada"}],
        differs="The source's author is that of an entry without one (RFC 4287, section 4.2.1).")


def gaps():
    yield Case("Items lack one element each", rss(
        f"<link>{SITE}/1</link><guid>{SITE}/1</guid>", f"<title>Two</title><guid>{SITE}/2</guid>", title("Three")))
    yield Case("Items or their elements are empty",
               rss("<title/><link/><guid/><pubDate/><author/><description/>", "", " \n "))
    same = '<guid isPermaLink="false">same</guid>'
    yield Case("Items have the same guid", rss(title("One") + same, title("Two") + same))
    yield Case("Items have a title of a medium", rss(
        "<title></title><media:title>One</media:title>",
        f'<media:group><media:title>No</media:title></media:group>{title("Two")}', attributes=xmlns("media")))
    yield Case("Items have a title of Dublin Core before theirs",
               rss(f'<dc:title>No</dc:title>{title("One")}', attributes=xmlns("dc")),
               differs="The item's own title counts more than that of a module.", right=[{"title": "One"}])
    yield Case("The feed has no items", rss())
    yield Case("The feed has no title", rss(title("One"), head=f"<link>{SITE}/</link>"))
    yield Case("The feed has its title after those of others", rss(title("One"), head=(
        "<image><title>Logo</title><url>/logo.png</url><link>/no</link></image>"
        "<textInput><title>Search</title><name>q</name><link>/no</link></textInput>")).replace(
            "\n</channel>", "<title>Example</title></channel>"))


# Recording

def collapsed(text):
    return re.sub(r"[ \t\n\f\r]+", " ", text or "").strip(" ") or None


def text_of(title):
    """Returns the plain text of a title, which feedparser says is HTML or not."""
    text = title.get("value", "")
    return collapsed(text if title.get("type") == "text/plain" else html.unescape(re.sub(r"<[^>]*>", "", text)))


def author(entry):
    names = [person["name"] for person in entry.get("authors", []) if person.get("name")]
    return collapsed(names[0] if names else entry.get("author"))


def date(entry):
    for key in ("published_parsed", "updated_parsed", "created_parsed"):
        if parts := entry.get(key):
            return "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*parts[:6])
    return None


def read(body, content_type):
    """Returns the title and the items that feedparser reads."""
    headers = {"content-location": ADDRESS} | ({"content-type": content_type} if content_type else {})
    result = feedparser.parse(io.BytesIO(body), response_headers=headers)
    items = [{"title": text_of(entry.get("title_detail", {})), "link": entry.get("link") or None, "date": date(entry),
              "author": author(entry), "id": entry.get("id") or None} for entry in result.entries]
    return {"title": text_of(result.feed.get("title_detail", {})), "items": items}


def corrected(found, case):
    """Returns what is right: as many items as the case corrects, with the fields of feedparser where it is right."""
    items = found["items"]
    if case.right is not None:
        missing = [BLANK] * (len(case.right) - len(items))
        items = [item | right for item, right in zip(items + missing, case.right)]
    return {"title": case.title or found["title"], "items": items}


def record(case):
    body = case.body.encode() if isinstance(case.body, str) else case.body
    found = read(body, case.type)
    right = corrected(found, case)
    assert (right != found) == (case.differs is not None), f"{case.name}: {found} is read, {right} is right"
    assert len(body) <= 1500 and len(right["items"]) <= 3, case.name
    if "--table" in sys.argv:
        print(case.name, body, right, *([case.differs, found] if case.differs else []), "", sep="\n  ")
    return {"name": case.name, "body": base64.b64encode(body).decode(), "contentType": case.type, "address": ADDRESS,
            **right, "differs": case.differs}


def main():
    # Some dates of feedparser depend on the zone.
    os.environ["TZ"] = "UTC"
    time.tzset()
    cases = []
    for kind in (dialects, encodings, texts, damage, addresses, dates, authors, gaps):
        of_kind = list(kind())
        print(f"{kind.__name__}: {len(of_kind)}, of which differ {sum(case.differs is not None for case in of_kind)}")
        cases += of_kind
    assert len({case.name for case in cases}) == len(cases) == 200, len(cases)
    FILE.write_text("[\n" + ",\n".join(json.dumps(record(case), ensure_ascii=False) for case in cases) + "\n]\n")


if __name__ == "__main__":
    main()
