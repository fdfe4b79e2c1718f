import Foundation
import TesseraLayout
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraProtocol
@testable import TesseraServer

@Suite("Wire format")
struct WireFormatTests {
  @Test func `has the version that the web client reads`() throws {
    let file = Repository.url("Sources/Host/TesseraWebClient/Resources/client/protocol/version.js")
    let constant = "export const PROTOCOL_VERSION = \(WireFormat.version);"
    #expect(try String(contentsOf: file, encoding: .utf8).contains(constant))
  }

  @Test(arguments: [
    (
      PresentationUpdate.tree(smallTree, revision: 1),
      #"{"root":1,"tree":[{"children":[2],"frame":[0,0,320,240],"id":1,"kind":"window"},"#
        + #"{"attributes":{"fontSize":17,"text":"\"Hi\"\n<b>"},"frame":[8,8.5,100,17],"id":2,"#
        + #""identifier":"titleLabel","kind":"text"}]}"#
    ),
    (.patches([], revision: 2), #"{"patches":[]}"#),
    (
      .patches(
        [
          .insert(
            ViewNode(id: ViewID(9), kind: .cell, frame: .zero, children: [ViewID(10)]), parent: ViewID(3), index: 2)
        ], revision: 2),
      #"{"patches":[["insert",{"frame":[0,0,0,0],"id":9,"kind":"cell"},3,2]]}"#
    ),
    (
      .patches([.remove(ViewID(4)), .move(ViewID(5), index: 0)], revision: 2),
      #"{"patches":[["remove",4],["move",5,0]]}"#
    ),
    (
      .patches([.frame(ViewID(5), Rect(x: -1, y: 0, width: 10.25, height: 3))], revision: 2),
      #"{"patches":[["frame",5,[-1,0,10.25,3]]]}"#
    ),
    (
      .patches([.attributes(ViewID(5), [.hidden: .null, .text: "a"])], revision: 2),
      #"{"patches":[["attributes",5,{"hidden":null,"text":"a"}]]}"#
    ),
    (.patches([.effect(ViewID(5), .shake)], revision: 2), #"{"patches":[["effect",5,"shake"]]}"#),
  ])
  func `an update is one line of compact JSON`(update: PresentationUpdate, text: String) {
    #expect(WireFormat.text(of: update) == text)
    #expect(!text.contains("\n"))
  }

  @Test(arguments: [
    (12.078125, 12.078125), (12.0781249999, 12.078125), (66.6666666, 66.65625), (0.001, 0), (-0.5, -0.5),
    (.infinity, 0),
    (.nan, 0),
  ])
  func `a length is sent in 64ths of a point, rounded down`(length: Double, sent: Double) {
    let update = PresentationUpdate.patches(
      [.frame(ViewID(1), Rect(x: 0, y: 0, width: length, height: 0))], revision: 1)
    let frame = WireFormat.value(of: update).value(at: "patches").array?.first?.array?.last?.array
    #expect(frame?[2].number == sent)
  }

  @Test(arguments: [
    (#"["press",7]"#, ViewEvent.press(ViewID(7))),
    (#"["input",7,"a\"b\n😀"]"#, .input(ViewID(7), text: "a\"b\n😀")),
    (#"["input",7,""]"#, .input(ViewID(7), text: "")),
    (#"["choose",7,3]"#, .choose(ViewID(7), index: 3)),
    (#"["move",7,0,12]"#, .move(ViewID(7), from: 0, to: 12)),
    (#"["search",7,"a"]"#, .search(ViewID(7), text: "a")),
    (#"["change",7,0.5]"#, .change(ViewID(7), value: 0.5)),
    (#"["change",7,["a",null]]"#, .change(ViewID(7), value: ["a", nil])),
    (#"["submit",7]"#, .submit(ViewID(7))),
    (#"["focus",7]"#, .focus(ViewID(7))),
    (#"["blur",7]"#, .blur(ViewID(7))),
    (#"["scroll",7,12.5]"#, .scroll(ViewID(7), offset: 12.5)),
    (#"["scroll",7,-3]"#, .scroll(ViewID(7), offset: -3)),
    (#"["refresh",7]"#, .refresh(ViewID(7))),
    (#"["answer",7,1]"#, .answer(ViewID(7), index: 1)),
    (#"["back"]"#, .back),
    (#"["resize",375,667.5]"#, .resize(Size(width: 375, height: 667.5))),
  ])
  func `events are decoded`(text: String, event: ViewEvent) throws {
    #expect(try WireFormat.event(from: Value.parseJSON(text)) == event)
  }

  @Test func `a batch has a page, a number and events`() throws {
    let batch = try WireFormat.batch(from: #"{"page":"p","batch":3,"events":[["back"],["press",1]]}"#.utf8)
    #expect(batch == EventBatch(page: "p", number: 3, events: [.back, .press(ViewID(1))]))
  }

  @Test func `a batch can end with the events of an earlier one`() throws {
    let text = #"{"page":"p","batch":3,"events":[["back"],["press",1]],"repeats":{"batch":2,"first":1}}"#
    #expect(
      try WireFormat.batch(from: text.utf8)
        == EventBatch(
          page: "p", number: 3, events: [.back, .press(ViewID(1))],
          repetition: EventBatch.Repetition(batch: 2, first: 1)))
  }

  static let hostileBatches: [(String, String)] = [
    (#"{"page":"p","batch":2,"events":[["back"]],"repeats":{"batch":2,"first":0}}"#, "an earlier 'batch'"),
    (#"{"page":"p","batch":2,"events":[["back"]],"repeats":{"batch":0,"first":0}}"#, "an earlier 'batch'"),
    (#"{"page":"p","batch":2,"events":[["back"]],"repeats":{"batch":1,"first":1}}"#, "an earlier 'batch'"),
    (#"{"page":"p","batch":2,"events":[["back"]],"repeats":{"batch":1,"first":-1}}"#, "an earlier 'batch'"),
    (#"{"page":"p","batch":2,"events":[["back"]],"repeats":1}"#, "an earlier 'batch'"),
    ("", "ends where"),
    ("{", "ends where"),
    ("null", "must be an object"),
    ("[]", "must be an object"),
    (#"{"page":"p","batch":1}"#, "'events' must be"),
    (#"{"page":"p","batch":1,"events":[]}"#, "'events' must be"),
    (#"{"page":"p","batch":1,"events":{}}"#, "'events' must be"),
    (#"{"page":"","batch":1,"events":[["back"]]}"#, "'page' must be"),
    (#"{"page":"\#(String(repeating: "p", count: 65))","batch":1,"events":[["back"]]}"#, "'page' must be"),
    (#"{"page":7,"batch":1,"events":[["back"]]}"#, "'page' must be"),
    (#"{"page":"p","batch":0,"events":[["back"]]}"#, "'batch' must be"),
    (#"{"page":"p","batch":-1,"events":[["back"]]}"#, "'batch' must be"),
    (#"{"page":"p","batch":1.5,"events":[["back"]]}"#, "'batch' must be"),
    (#"{"page":"p","batch":true,"events":[["back"]]}"#, "'batch' must be"),
    (#"{"page":"p","batch":9223372036854775807,"events":[["back"]]}"#, "'batch' must be"),
    (#"{"page":"p","batch":1,"events":[["back"]],"more":1}"#, "Unknown member 'more'"),
    (#"{"page":"p","batch":1,"events":["back"]}"#, "begins with its name"),
    (#"{"page":"p","batch":1,"events":[[]]}"#, "begins with its name"),
    (#"{"page":"p","batch":1,"events":[[["back"]]]}"#, "begins with its name"),
    (#"{"page":"p","batch":1,"events":[["explode"]]}"#, "Unknown event 'explode'"),
    (#"{"page":"p","batch":1,"events":[["back",1]]}"#, "'back' must have 0 parts"),
    (#"{"page":"p","batch":1,"events":[["press"]]}"#, "'press' must have 1 parts"),
    (#"{"page":"p","batch":1,"events":[["press","1"]]}"#, "must be the number of a view"),
    (#"{"page":"p","batch":1,"events":[["press",0]]}"#, "must be the number of a view"),
    (#"{"page":"p","batch":1,"events":[["press",true]]}"#, "must be the number of a view"),
    (#"{"page":"p","batch":1,"events":[["press",99999999999]]}"#, "must be the number of a view"),
    (#"{"page":"p","batch":1,"events":[["input",1,7]]}"#, "must be a string"),
    (#"{"page":"p","batch":1,"events":[["change",1]]}"#, "2 parts"),
    (#"{"page":"p","batch":1,"events":[["move",1,-1,2]]}"#, "row indices"),
    (#"{"page":"p","batch":1,"events":[["scroll",1,true]]}"#, "must be a number of points"),
    (#"{"page":"p","batch":1,"events":[["scroll",1,1e300]]}"#, "must be a number of points"),
    (#"{"page":"p","batch":1,"events":[["scroll",1,1e999]]}"#, "too large"),
    (#"{"page":"p","batch":1,"events":[["answer",1,-1]]}"#, "an index from 0"),
    (#"{"page":"p","batch":1,"events":[["resize",0,100]]}"#, "width must be"),
    (#"{"page":"p","batch":1,"events":[["resize",100,99999]]}"#, "height must be"),
    (#"{"page":"p","batch":1,"events":[["resize",100,null]]}"#, "height must be"),
    (String(repeating: "[", count: 20), "deep"),
  ]

  @Test(arguments: hostileBatches)
  func `an invalid batch is rejected with a reason`(body: String, reason: String) {
    let error = #expect(throws: Diagnostic.self) { try WireFormat.batch(from: body.utf8) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func `texts, batches and bodies are limited`() throws {
    func batch(text: String, count: Int = 1) -> String {
      let event = #"["input",1,"\#(text)"]"#
      return #"{"page":"p","batch":1,"events":[\#(Array(repeating: event, count: count).joined(separator: ","))]}"#
    }
    let longest = String(repeating: "a", count: TextLimits.maximumLength)
    #expect(try WireFormat.batch(from: batch(text: longest).utf8).events.count == 1)
    #expect(throws: Diagnostic.self) { try WireFormat.batch(from: batch(text: longest + "a").utf8) }
    #expect(try WireFormat.batch(from: batch(text: "", count: WireFormat.maximumEvents).utf8).events.count == 100)
    #expect(throws: Diagnostic.self) {
      try WireFormat.batch(from: batch(text: "", count: WireFormat.maximumEvents + 1).utf8)
    }
    #expect(throws: Diagnostic.self) { try WireFormat.batch(from: batch(text: longest, count: 3).utf8) }
  }

  @Test func `invalid UTF-8 is rejected`() {
    let body = Array(#"{"page":""#.utf8) + [0xFF, 0xFE] + Array(#"","batch":1,"events":[["back"]]}"#.utf8)
    #expect(throws: Diagnostic.self) { try WireFormat.batch(from: body) }
  }

  @Test(arguments: [
    (#"{"width":375,"height":667}"#, Size(width: 375, height: 667)),
    (#"{"width":1,"height":16384}"#, Size(width: 1, height: 16384)),
    (#"{"width":375}"#, nil),
    (#"{"width":375,"height":"667"}"#, nil),
    (#"{"width":0,"height":0}"#, nil),
    (#"{"width":true,"height":true}"#, nil),
    (#"{"width":375,"height":667,"depth":1}"#, nil),
  ])
  func `a size has a width and a height`(text: String, size: Size?) {
    #expect((try? WireFormat.window(from: text.utf8).size) == size)
  }

  @Test func `a window keeps its place, its board and its purpose on the way to another process`() throws {
    var place = GridPlace(cells: GridSize(columns: 2, rows: 3))
    var window = DrawingWindow(size: Size(width: 10, height: 20), place: place, languages: ["de"])
    #expect(try WireFormat.drawingWindow(from: WireFormat.value(of: window)) == window)
    place.board = BoardSurroundings(
      page: GridSize(columns: 8, rows: 6), cell: Size(width: 60, height: 62), gap: Size(width: 12, height: 16),
      isEditing: true, isConfigured: true)
    window.place = place
    window.isForSettings = true
    #expect(try WireFormat.drawingWindow(from: WireFormat.value(of: window)) == window)
    place.fitting = [GridSize(columns: 1, rows: 1), GridSize(columns: 4, rows: 2)]
    place.board?.isEditing = false
    window.place = place
    #expect(try WireFormat.drawingWindow(from: WireFormat.value(of: window)) == window)
  }

  @Test(arguments: [
    #"[2,2,null,{}]"#, #"[2,2,null,{"page":[8,6]}]"#, #"[2,2,null,{"page":[8,6],"cell":[60,60]}]"#,
    #"[2,2,null,{"page":[0,6],"cell":[60,60],"gap":[12,12]}]"#,
    #"[2,2,null,{"page":[8,6],"cell":[60],"gap":[12,12]}]"#, #"[2,2,null,null,1]"#, #"[2,2,7]"#,
  ])
  func `a board around a widget has a page, cells and gaps`(cells: String) {
    #expect(throws: Diagnostic.self) {
      try WireFormat.window(from: #"{"width":9,"height":9,"cells":\#(cells)}"#.utf8)
    }
  }
}
