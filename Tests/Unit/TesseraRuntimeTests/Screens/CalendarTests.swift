import Foundation
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

/// A language, and the texts of a calendar of June 2018 in it.
struct CalendarLanguage: Sendable, CustomTestStringConvertible {
  var language: String
  var heading: String
  var firstWeekday: String
  /// The column of the first day, from 0.
  var column: Int
  var testDescription: String { language }
}

@Suite("Calendars")
struct CalendarTests {
  private func host(_ attributes: String, language: String = "en-US") async throws -> TestHost {
    let widget = try TestWidget(
      view: """
        {"type": "container", "children": [{"type": "calendar", "id": "calendar", \(attributes)
          "onMonthChange": {"type": "setContext", "context": "global", "path": "month", "value": "@{onMonthChange.month}"}},
         {"type": "text", "id": "label", "text": "@{global.month}"}]}
        """)
    #expect(widget.problems.isEmpty)
    let host = TestHost(
      await widget.instance.makePresentation(size: Size(width: 320, height: 480), languages: [language]), widget.clock)
    await widget.clock.settle()
    return host
  }

  /// Returns the visible days.
  private func days(_ host: TestHost) async -> [ViewNode] {
    await host.tree.preorder().filter { $0.kind == .calendarDay && !$0[.hidden].isTrue }
  }

  private func day(_ text: String, _ host: TestHost) async throws -> ViewNode {
    try #require(await days(host).first { $0[.content].string == text })
  }

  private func buttons(_ host: TestHost) async -> [ViewNode] {
    await host.tree.preorder().filter { $0.kind == .calendarButton }
  }

  @Test(arguments: [
    CalendarLanguage(language: "en-US", heading: "June 2018", firstWeekday: "Sun", column: 5),
    CalendarLanguage(language: "de-DE", heading: "Juni 2018", firstWeekday: "Mo", column: 4),
    CalendarLanguage(language: "fr-FR", heading: "juin 2018", firstWeekday: "lun.", column: 4),
    CalendarLanguage(language: "ar-EG", heading: "يونيو ٢٠١٨", firstWeekday: "سبت", column: 6),
  ])
  func `names and the first day of the week follow the language`(example: CalendarLanguage) async throws {
    let host = try await host("", language: example.language)
    let nodes = await host.tree.preorder()
    #expect(nodes.contains { $0.kind == .text && $0[.text].string == example.heading })
    #expect(nodes.first { $0.kind == .calendarWeekday }?[.text].string == example.firstWeekday)
    let cells = nodes.filter { $0.kind == .calendarDay }
    #expect(cells.firstIndex { !$0[.hidden].isTrue } == example.column)
    #expect(await days(host).count == 30)
  }

  @Test func `today is highlighted, and moves on at midnight`() async throws {
    let widget = try TestWidget(view: #"{"type": "calendar", "id": "calendar"}"#)
    let host = await widget.open()
    let known = await days(host).filter { $0[.current] == "date" }.map { $0[.content] }
    #expect(known == ["2018-06-20"])
    await widget.clock.advance(by: .seconds(5 * 3600))
    #expect(await days(host).filter { $0[.current] == "date" }.map { $0[.content] } == ["2018-06-21"])
  }

  @Test func `a day is selected by a press, unless it is out of bounds`() async throws {
    let host = try await host(#""minimum": "2018-06-10", "maximum": "2018-06-25","#)
    await host.send(.press(try await day("2018-06-12", host).id))
    #expect(try await host.node("calendar")[.value] == "2018-06-12")
    #expect(try await day("2018-06-12", host)[.value] == true)
    for text in ["2018-06-09", "2018-06-26"] {
      #expect(try await day(text, host)[.disabled] == true)
      await host.send(
        .press(try await day(text, host).id), .change(try await host.node("calendar").id, value: .string(text)))
    }
    #expect(try await host.node("calendar")[.value] == "2018-06-12")
    #expect(await buttons(host).allSatisfy { $0[.disabled] == true })
  }

  @Test(arguments: [
    (#""minimum": "2018-06-21","#, "Not before 2018-06-21"), (#""maximum": "2018-06-01","#, "Not after 2018-06-01"),
    (#""disabledDays": ["2018-06-20"],"#, "This value is not valid"),
    (#""disabledDays": [{"on": "2018-06-20"}], "markDate": "on","#, "This value is not valid"),
  ])
  func `a day from data that cannot be selected is shown, and a form rejects it`(attributes: String, error: String)
    async throws
  {
    let widget = try TestWidget(
      view: """
        {"type": "form", "id": "form", "onSubmit": {"type": "setContext", "context": "global", "path": "sent", "value": true},
         "children": [
           {"type": "calendar", "id": "calendar", "name": "day", \(attributes) "value": "2018-06-20"},
           {"type": "button", "id": "send", "onPress": {"type": "submit"}},
           {"type": "text", "id": "sent", "text": "@{global.sent}"}]}
        """)
    #expect(widget.problems.isEmpty)
    let host = await widget.open()
    try await host.press("send")
    #expect(try await host.node("calendar")[.error] == .string(error))
    #expect(try await host.text("sent") == "")
    #expect(try await day("2018-06-20", host)[.disabled] == true)
  }

  @Test func `buttons change the month, and the selected day is shown`() async throws {
    let host = try await host(#""month": "2018-12","#)
    await host.send(.press(await buttons(host)[1].id))
    #expect(try await host.node("calendar")[.content] == "2019-01")
    #expect(try await host.text("label") == "2019-01")
    await host.send(.change(try await host.node("calendar").id, value: "2020-02-29"))
    #expect(await days(host).count == 29)
  }

  @Test(arguments: [("0001-01", 0, 31), ("9999-12", 1, 31)])
  func `the calendar stops at its first and last month`(month: String, button: Int, count: Int) async throws {
    let host = try await host("\"month\": \"\(month)\",")
    for _ in 0..<2 { await host.send(.press(await buttons(host)[button].id)) }
    #expect(try await host.node("calendar")[.content] == .string(month))
    #expect(await days(host).count == count)
  }

  @Test func `days are marked by up to three dots, and announce their events`() async throws {
    let host = try await host(
      #"""
      "marks": ["2018-06-02", {"date": "2018-06-03", "text": "Choir", "color": "#f00"},
        {"date": "2018-06-03"}, {"date": "2018-06-03"}, {"date": "2018-06-03"}, {"date": "someday"}],
      """#)
    func dots(_ text: String) async throws -> [Value] {
      let tree = await host.tree
      let box = try await day(text, host).children.compactMap { tree[$0] }.first
      return box?.children.compactMap { tree[$0]?[.backgroundColor] } ?? []
    }
    #expect(try await dots("2018-06-02") == ["accent"])
    #expect(try await dots("2018-06-03") == ["#f00", "accent", "accent"])
    #expect(try await dots("2018-06-04").isEmpty)
    #expect(try await day("2018-06-03", host)[.accessibilityLabel] == "Sunday, June 3, 2018, Choir")
  }

  @Test func `a hundred thousand marks take no more work than ten thousand`() async throws {
    let marks = Array(repeating: #""2018-06-02""#, count: 90_000).joined(separator: ",")
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "diary", "value": {"marks": [\(marks)]}},
         "view": {"type": "calendar", "id": "calendar", "marks": "@{diary.marks}"}}
        """)
    let host = await widget.open()
    #expect(try await day("2018-06-02", host).children.count == 1)
    #expect(await host.presentation.problems.contains { $0.contains("only the first 10000 of 90000 marks") })
  }
}
