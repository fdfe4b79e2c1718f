import Foundation
import TesseraServices
import TesseraValues

/// Measures reading large responses: a feed of 5 MB, the same with a bare `&` in each item, which only a recovering
/// reader accepts, and calendars of 2,000 and 10,000 events, of which those around today are wanted. In the "old" one,
/// half of the events were years ago, as in calendars that people keep; in the "recurring" ones, all recur.
func formatBenchmarks() {
  func show(_ name: String, _ body: () -> Void) {
    // First, because the allocator keeps what a run has used.
    Measure(name: "formats.\(name).memory", unit: "MB", value: peakMegabytes(body)).print()
    Measure(name: "formats.\(name)", unit: "ns", value: medianProcessorNanoseconds(runs: 5, body)).print()
  }

  let entry = """
    <item><title>A story about &amp; around the usual things</title><link>https://example.org/stories/%d</link>
    <pubDate>Wed, 25 Nov 2026 18:00:00 +0000</pubDate><description><![CDATA[<p>\(String(repeating: "Many <b>words</b> about it. ", count: 180))</p>]]></description></item>
    """
  let items = (0..<1000).map { entry.replacing("%d", with: "\($0)") }.joined()
  let feed = Array(#"<rss version="2.0"><channel><title>News</title>\#(items)</channel></rss>"#.utf8)
  let damaged = Array(
    String(decoding: feed, as: UTF8.self).replacing("A story about &amp;", with: "A story about &").utf8)
  show("feed.5MB.damaged") { keep(try? ResponseFormat.feed.value(of: damaged)) }
  show("feed.5MB") { keep(try? ResponseFormat.feed.value(of: feed)) }

  let now = Date(timeIntervalSince1970: 1_795_651_200)
  let context = ResponseContext(now: now, timeZone: .gmt)
  for (count, name) in [(2000, "recurring"), (10_000, "old"), (10_000, "recurring")] {
    let calendar = calendar(of: count, isRecurring: name == "recurring", around: now)
    show("ics.\(count).\(name)") { keep(try? ResponseFormat.ics.value(of: calendar, in: context)) }
  }
}

private func calendar(of count: Int, isRecurring: Bool, around now: Date) -> [UInt8] {
  var lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
  for number in 0..<count {
    // Half of them in the last ten years, the others in the month.
    let days = number.isMultiple(of: 2) ? -Double(number % 3650) - 3 : Double(number % 30)
    let day = now.addingTimeInterval(days * 86_400).formatted(.iso8601.year().month().day().dateSeparator(.omitted))
    lines += [
      "BEGIN:VEVENT", "UID:\(number)@example.org", "SUMMARY:Meeting \(number)", "DTSTART:\(day)T090000Z",
      "DTEND:\(day)T100000Z", "LOCATION:Room \(number % 12)",
    ]
    if isRecurring { lines.append("RRULE:FREQ=WEEKLY;BYDAY=MO,TH") }
    lines.append("END:VEVENT")
  }
  lines.append("END:VCALENDAR")
  return Array(lines.joined(separator: "\r\n").utf8)
}
