import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TeamExtension
@testable import TesseraRuntime

/// The worked example of a custom widget, with the numbers of the slider that it is modelled on. Defects are numbered
/// as in the list of the original's defects.
@Suite struct RangeSliderTests {
  /// R2 to R7.
  @Test(
    arguments: [
      (320.0, 0.0, 100.0, [(0.0, 20.0), (25, 90), (50, 160), (100, 300)]),
      (340, 0, 100, [(33, 119)]),
      (320, -50, 150, [(0, 90), (100, 230)]),
      (240, 0, 10, [(3, 80), (7, 160), (5, 120)]),
      (320, 0, 100, [(-7.142857, 0), (107.142857, 320)]),
    ] as [(Double, Double, Double, [(Double, Double)])])
  func `numbers map to positions on the track, and positions to numbers`(
    width: Double, least: Double, greatest: Double, pairs: [(Double, Double)]
  ) {
    let track = RangeTrack(width: width, bounds: least...greatest)
    for (number, x) in pairs {
      #expect(abs(track.x(for: number) - x) < 1e-4)
      #expect(abs(track.number(at: x) - number) < 1e-4)
    }
    let mirrored = RangeTrack(width: width, bounds: least...greatest, isRightToLeft: true)
    for (number, x) in pairs {
      #expect(abs(mirrored.x(for: number) - (width - x)) < 1e-4)
      #expect(abs(mirrored.number(at: width - x) - number) < 1e-4)
    }
  }

  /// R1.
  @Test(arguments: [(320.0, 320.0, 44.0), (375, 375, 44)])
  func `the slider is as wide as offered, and as high as a thumb`(offered: Double, width: Double, height: Double)
    async throws
  {
    let slider = try await Slider(offered)
    let frame = try await slider.host.node("slider").frame
    #expect(frame.size == Size(width: width, height: height))
  }

  /// R8 and R16.
  @Test(arguments: [("", 76.0, 244.0), (#""selectedMinimumValue": 40, "selectedMaximumValue": 45"#, 132, 146)])
  func `thumbs are at their numbers, with the bar between them`(values: String, left: Double, right: Double)
    async throws
  {
    let slider = try await Slider(values)
    #expect(try await slider.centers == [left, right])
  }

  /// R9, R10, and R16 where both squares overlap.
  @Test(arguments: [
    ("", 53.9, ""), ("", 54, "first"), ("", 97.9, "first"), ("", 98, ""), ("", 221.9, ""), ("", 222, "second"),
    ("", 265.9, "second"), ("", 266, ""), (#""selectedMinimumValue": 40, "selectedMaximumValue": 45"#, 140, "first"),
    (#""selectedMinimumValue": 40, "selectedMaximumValue": 45"#, 160, "second"),
  ])
  func `a pointer takes the thumb whose square it hits`(values: String, x: Double, taken: String) async throws {
    let slider = try await Slider(values)
    await slider.point(.began, x)
    // Moves left by one point, which both thumbs can.
    await slider.point(.moved, x - 1)
    let (minimum, maximum) = try await slider.selection
    let original = values.isEmpty ? (20.0, 80.0) : (40, 45)
    #expect((minimum != original.0) == (taken == "first"))
    #expect((maximum != original.1) == (taken == "second"))
  }

  /// R11 to R15, R17, R18 and R22: the point where the pointer goes down, and the two numbers after each of its moves.
  @Test(
    arguments: [
      (#""minimumRange": 10"#, 320.0, 80.0, [(150.0, 45.0, 80.0), (300, 70, 80), (-50, 0, 80)]),
      (#""minimumRange": 10"#, 320, 250, [(100, 20, 30), (400, 20, 100)]),
      (
        #""minimumValue": -50, "maximumValue": 150, "selectedMinimumValue": 0, "selectedMaximumValue": 100, "minimumRange": 25"#,
        320, 90, [(999, 75, 100)]
      ),
      (
        #""minimumValue": 0, "maximumValue": 10, "selectedMinimumValue": 3, "selectedMaximumValue": 7, "minimumRange": 2"#,
        240, 80, [(500, 5, 7)]
      ),
      ("", 320, 160, [(200, 20, 80)]),
    ] as [(String, Double, Double, [(Double, Double, Double)])])
  func `a held thumb follows the pointer within its limits`(
    values: String, width: Double, down: Double, moves: [(Double, Double, Double)]
  ) async throws {
    let slider = try await Slider(values, width: width)
    await slider.point(.began, down)
    for (x, minimum, maximum) in moves {
      await slider.point(.moved, x)
      let selection = try await slider.selection
      #expect(abs(selection.0 - minimum) < 1e-4 && abs(selection.1 - maximum) < 1e-4, "at \(x): \(selection)")
    }
    await slider.point(.ended, moves[moves.count - 1].0)
  }

  /// R19, which is defect 8: where both thumbs overlap, the first one is taken and cannot move.
  @Test func `of two thumbs in one place the one that can move does`() async throws {
    let slider = try await Slider(#""selectedMinimumValue": 0, "selectedMaximumValue": 0"#)
    await slider.point(.began, 20)
    await slider.point(.moved, 200)
    #expect(abs(try await slider.selection.1 - 64.285714) < 1e-4)
    #expect(try await slider.selection.0 == 0)
    let high = try await Slider(#""selectedMinimumValue": 100, "selectedMaximumValue": 100"#)
    await high.point(.began, 300)
    await high.point(.moved, 20)
    #expect(try await high.selection == (0, 100))
  }

  /// R20: a minimum distance that is larger than the available range.
  @Test func `a minimum distance without room pins both thumbs to the ends`() async throws {
    let slider = try await Slider(#""minimumRange": 150"#)
    #expect(try await slider.centers == [20, 300])
    for (down, x) in [(20.0, 200.0), (300, 100)] {
      await slider.point(.began, down)
      await slider.point(.moved, x)
      await slider.point(.ended, x)
    }
    #expect(try await slider.centers == [20, 300])
  }

  /// R21, which is defect 1.
  @Test func `numbers set by the screen move the thumbs and fire no event`() async throws {
    let slider = try await Slider()
    try await slider.host.press("thirty")
    #expect(try await slider.centers == [104, 244])
    #expect(try await slider.events == 0)
  }

  /// Defect 2.
  @Test func `other limits move the thumbs and clamp the numbers`() async throws {
    let slider = try await Slider()
    try await slider.host.press("sixty")
    // 20 of 60, and 80 clamped to 60.
    let centers = try await slider.centers
    #expect(abs(centers[0] - (20 + 280.0 / 3)) < 1e-4 && centers[1] == 300)
  }

  /// Defect 3: the names of images apply from the beginning.
  @Test func `images are shown from the first moment`() async throws {
    let slider = try await Slider(#""minThumbImageName": "knob", "trackBackgroundImageName": "bar""#)
    let drawings = await slider.host.tree.preorder().map { $0[.displayList].description }.joined()
    #expect(drawings.contains("knob") && drawings.contains("bar"))
  }

  /// Defects 4, 5 and 13: the result is in the model in double precision. The event is sent once, and not by a layout.
  @Test func `a move writes the model and fires one event`() async throws {
    let slider = try await Slider()
    #expect(try await slider.events == 0)
    await slider.host.send(.resize(Size(width: 240, height: 480)))
    await slider.host.send(.resize(Size(width: 320, height: 480)))
    #expect(try await slider.events == 0)
    await slider.point(.began, 76)
    #expect(try await slider.events == 0)
    await slider.point(.moved, 118)
    #expect(try await slider.events == 1)
    #expect(try await slider.host.text("told") == "35 80")
    #expect(try await slider.host.text("bound") == "35 80")
    #expect(try await slider.host.text("read") == "35 80")
    await slider.point(.moved, 118)
    await slider.point(.ended, 118)
    #expect(try await slider.events == 1)
  }

  /// Defects 6 and 7.
  @Test func `the slider's position makes no difference`() async throws {
    let slider = try await Slider(#""style": {"marginTop": 100, "marginLeft": 40, "width": 280}"#)
    #expect(try await slider.centers == [68, 212])
    #expect(try await slider.host.node("slider").frame.x == 40)
  }

  /// Defect 9.
  @Test func `a cancelled pointer releases the thumb`() async throws {
    let slider = try await Slider()
    await slider.point(.began, 76)
    await slider.point(.cancelled, 76)
    await slider.point(.moved, 200)
    #expect(try await slider.selection == (20, 80))
    await slider.point(.began, 244)
    await slider.point(.moved, 216)
    #expect(try await slider.selection == (20, 70))
  }

  @Test func `a pointer takes over from one whose end was lost`() async throws {
    let slider = try await Slider()
    await slider.point(.began, 76, id: 1)
    await slider.point(.began, 244, id: 2)
    await slider.point(.moved, 104, id: 1)
    #expect(try await slider.selection == (20, 80))
    await slider.point(.moved, 216, id: 2)
    #expect(try await slider.selection == (20, 70))
  }

  /// Defect 10.
  @Test(arguments: [
    #""minimumValue": 5, "maximumValue": 5"#, #""minimumValue": -1e15, "maximumValue": 1e15"#,
    #""maximumValue": 1e15, "selectedMaximumValue": 1e15"#, #""minimumValue": 100, "maximumValue": 0"#,
    #""selectedMinimumValue": -900, "selectedMaximumValue": 900"#, #""style": {"width": 40, "minWidth": 40}"#,
    #""style": {"width": 10, "minWidth": 10}"#, #""selectedMinimumValue": 90, "selectedMaximumValue": 10"#,
  ])
  func `invalid limits leave the thumbs on the track`(values: String) async throws {
    let slider = try await Slider(values)
    let width = try await slider.host.node("slider").frame.width
    for center in try await slider.centers { #expect(center.isFinite && center >= 0 && center <= max(40, width)) }
    await slider.point(.began, 20)
    await slider.point(.moved, 120)
    for center in try await slider.centers { #expect(center.isFinite && center >= 0 && center <= max(40, width)) }
    #expect(await slider.host.alert == nil)
  }

  /// Defect 11: at the ends, the square would extend beyond the view.
  @Test func `thumbs at the ends can be taken there`() async throws {
    let slider = try await Slider(#""selectedMinimumValue": 0, "selectedMaximumValue": 100"#)
    let tree = await slider.host.tree
    let thumbs = tree.preorder().filter { $0.kind.name == "rangeThumb" }.map(\.frame).sorted { $0.x < $1.x }
    #expect(thumbs == [Rect(x: 0, y: 0, width: 44, height: 44), Rect(x: 276, y: 0, width: 44, height: 44)])
    await slider.point(.began, 0)
    await slider.point(.moved, 28)
    #expect(try await slider.selection == (10, 100))
  }

  /// Defect 12.
  @Test func `a held thumb is drawn differently`() async throws {
    let slider = try await Slider()
    let before = await slider.host.tree.preorder().filter { $0.kind.name == "rangeThumb" }.map { $0[.displayList] }
    await slider.point(.began, 76)
    let held = await slider.host.tree.preorder().filter { $0.kind.name == "rangeThumb" }.map { $0[.displayList] }
    #expect(zip(before, held).count { $0 != $1 } == 1)
    await slider.point(.ended, 76)
    let after = await slider.host.tree.preorder().filter { $0.kind.name == "rangeThumb" }.map { $0[.displayList] }
    #expect(after == before)
  }

  /// Defect 14.
  @Test(arguments: [
    ("ArrowRight", 21.0), ("ArrowUp", 21), ("ArrowLeft", 19), ("ArrowDown", 19), ("PageUp", 30), ("PageDown", 10),
    ("Home", 0), ("End", 80),
  ])
  func `keys move the thumb that has the focus`(key: String, result: Double) async throws {
    let slider = try await Slider()
    let thumb = try #require(
      await slider.host.tree.preorder().first { $0.kind.name == "rangeThumb" && $0[.accessibilityLabel] == "Minimum" })
    #expect(thumb[.minimum] == 0 && thumb[.maximum] == 80 && thumb[.value] == 20)
    await slider.host.send(.key(thumb.id, Key(key)))
    #expect(try await slider.selection == (result, 80))
    #expect(try await slider.events == 1)
  }

  @Test func `pointer and keys respect the steps`() async throws {
    let slider = try await Slider(#""step": 15"#)
    await slider.point(.began, 244)
    await slider.point(.moved, 216)
    #expect(try await slider.selection == (20, 75))
    await slider.point(.ended, 216)
    let thumb = try #require(
      await slider.host.tree.preorder().first { $0.kind.name == "rangeThumb" && $0[.accessibilityLabel] == "Maximum" })
    await slider.host.send(.key(thumb.id, Key("PageUp")))
    #expect(try await slider.selection == (20, 100))
  }

  @Test func `the least number is on the right in right-to-left layouts`() async throws {
    let slider = try await Slider(#""style": {"direction": "rtl"}"#)
    #expect(try await slider.centers == [76, 244])
    await slider.point(.began, 244)
    await slider.point(.moved, 216)
    #expect(try await slider.selection == (30, 80))
    let thumb = try #require(
      await slider.host.tree.preorder().first { $0.kind.name == "rangeThumb" && $0[.accessibilityLabel] == "Minimum" })
    await slider.host.send(.key(thumb.id, Key("ArrowLeft")))
    #expect(try await slider.selection == (31, 80))
  }

  @Test func `screens call the slider's methods, and read the distance of its thumbs`() async throws {
    let slider = try await Slider()
    try await slider.host.press("choose")
    #expect(try await slider.selection == (10, 40))
    #expect(try await slider.host.text("distance") == "30")
    #expect(try await slider.events == 0)
  }

  @Test func `a disabled slider keeps its numbers`() async throws {
    let slider = try await Slider(#""disabled": true"#)
    await slider.point(.began, 76)
    await slider.point(.moved, 118)
    #expect(try await slider.selection == (20, 80))
  }
}

/// A slider of 320 × 44 points from 0 to 100 with 20 and 80 selected, and a screen that observes it.
private struct Slider {
  let host: TestHost

  init(_ width: Double) async throws { try await self.init("", width: width) }

  init(_ values: String = "", width: Double = 320) async throws {
    var members = [
      #""minimumValue""#: #"@{limits.from}"#, #""maximumValue""#: #"@{limits.to}"#,
    ]
    for name in [#""minimumValue""#, #""maximumValue""#] where values.contains(name) { members[name] = nil }
    let given = members.map { "\($0): \"\($1)\"" } + (values.isEmpty ? [] : [values])
    let hasSelection = values.contains("selectedM")
    let bind =
      hasSelection
      ? "" : #""bind": {"selectedMinimumValue": "chosen.from", "selectedMaximumValue": "chosen.to"},"#
    let widget = try TestWidget(
      view: """
        {"type": "container", "context": [
          {"id": "chosen", "value": {"from": 20, "to": 80}}, {"id": "limits", "value": {"from": 0, "to": 100}},
          {"id": "count", "value": 0}, {"id": "last", "value": ""}, {"id": "far", "value": ""}
        ], "children": [
          {"type": "rangeSlider", "id": "slider", \(bind) \(given.joined(separator: ", ")),
           "onRangeChange": [
             {"type": "setContext", "context": "count", "value": "@{count + 1}"},
             {"type": "setContext", "context": "last", "value": "@{onRangeChange.minimum} @{onRangeChange.maximum}"}]},
          {"type": "text", "id": "events", "text": "@{count}"},
          {"type": "text", "id": "told", "text": "@{last}"},
          {"type": "text", "id": "bound", "text": "@{chosen.from} @{chosen.to}"},
          {"type": "text", "id": "read", "text": "@{slider.selectedMinimumValue} @{slider.selectedMaximumValue}"},
          {"type": "text", "id": "distance", "text": "@{far}"},
          {"type": "button", "id": "thirty", "text": "30",
           "onPress": {"type": "setContext", "context": "chosen", "path": "from", "value": 30}},
          {"type": "button", "id": "sixty", "text": "60",
           "onPress": {"type": "setContext", "context": "limits", "path": "to", "value": 60}},
          {"type": "button", "id": "choose", "text": "Choose",
           "onPress": {"type": "call", "id": "slider", "method": "select", "arguments": {"minimum": 10, "maximum": 40},
             "onSuccess": {"type": "call", "id": "slider", "method": "distance",
               "onSuccess": {"type": "setContext", "context": "far", "value": "@{onSuccess.result}"}}}}
        ]}
        """, extensions: .team)
    // The bundle is one of texts.
    #expect(widget.problems.filter { !$0.contains("missing-image") } == [])
    host = await widget.open(size: Size(width: width, height: 480))
  }

  func point(_ phase: Pointer.Phase, _ x: Double, id: Int = 1) async {
    guard let view = await host.tree.preorder().first(where: { $0.kind.name == "rangeSliderTrack" }) else { return }
    let pointer = Pointer(id: id, location: Point(x: x, y: view.frame.height / 2), kind: .touch)
    await host.send(.pointer(view.id, pointer, phase))
  }

  /// The centres of the thumbs, which are the ends of the bar between them.
  var centers: [Double] {
    get async throws {
      let tree = await host.tree
      let track = try #require(tree.preorder().first { $0.kind.name == "rangeSliderTrack" })
      let bar = try #require(tree.preorder().first { $0.kind.name == "drawn" && track.children.contains($0.id) })
      return [bar.frame.minX, bar.frame.maxX]
    }
  }

  var selection: (Double, Double) {
    get async throws {
      let thumbs = await host.tree.preorder().filter { $0.kind.name == "rangeThumb" }
      func value(_ label: String) -> Double? {
        thumbs.first { $0[.accessibilityLabel].string == label }?[.value].number
      }
      return (try #require(value("Minimum")), try #require(value("Maximum")))
    }
  }

  var events: Int {
    get async throws { Int(try await host.text("events")) ?? -1 }
  }
}
