import TesseraXcodeFiles
import Testing

@Suite struct InterfaceDocumentReaderTests {
  private static let xib = "com.apple.InterfaceBuilder3.CocoaTouch.XIB"

  /// The first object of a xib with these objects.
  private func object(_ content: String) throws -> InterfaceObject {
    try #require(try document("<objects>\(content)</objects>").scenes.first?.objects.first)
  }

  private func document(_ content: String, type: String = xib) throws -> InterfaceDocument {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document type=\"\(type)\" version=\"3.0\">"
    let text = "\(start)\(content)</document>"
    return try InterfaceDocumentReader.document(of: Array(text.utf8))
  }

  @Test func `A storyboard has scenes with view controllers, placeholders and connections`() throws {
    let document = try InterfaceDocumentReader.document(of: Fixtures.bytes("WidgetDemo.storyboard"))
    #expect(document.kind == .storyboard)
    #expect(document.omissions.isEmpty)
    #expect(document.scenes.count == 5)
    #expect(document.scenes.allSatisfy { $0.placeholders.count == 1 && $0.instances.count == 1 })
    let start = try #require(document.initialViewController)
    #expect(start.elementName == "navigationController")
    #expect(start.object("navigationBar")?["barStyle"] == "black")
    guard case .segue(let root) = start.connections.first?.kind else {
      Issue.record("no segue")
      return
    }
    #expect(root.relationship == "rootViewController")
    let feed = try #require(document.objectsByID[start.connections[0].destinationID])
    #expect(feed.customClass == "StandardViewController" && feed.customModule == "WidgetKit")
    let table = try #require(feed.object("view")?.objects("subviews").first { $0.elementName == "tableView" })
    #expect(table.object("tableHeaderView")?.record("textInputTraits")?["smartQuotesType"] == "no")
    let cell = try #require(table.objects("prototypes").first)
    #expect(cell["reuseIdentifier"] == "Cell")
    #expect(cell.object("contentView")?.objects("subviews").count == 2)
    guard case .segue(let selection) = cell.connections.last?.kind else {
      Issue.record("no segue")
      return
    }
    #expect(selection.kind == "show" && selection.hasPreview)
  }

  @Test(arguments: [
    ("<rect key=\"v\" x=\"1\" y=\"-2.5\" width=\"3\" height=\"4\"/>", "rectangle 1.0 -2.5 3.0 4.0"),
    ("<size key=\"v\" width=\"3\" height=\"4\"/>", "size 3.0 4.0"),
    ("<point key=\"v\" x=\"3\" y=\"4\"/>", "point 3.0 4.0"),
    ("<inset key=\"v\" minX=\"1\" minY=\"2\" maxX=\"3\" maxY=\"4\"/>", "insets 2.0 1.0 4.0 3.0"),
    ("<edgeInsets key=\"v\" top=\"1\" left=\"2\" bottom=\"3\" right=\"4\"/>", "insets 1.0 2.0 3.0 4.0"),
    (
      "<directionalEdgeInsets key=\"v\" top=\"1\" leading=\"2\" bottom=\"3\" trailing=\"4\"/>",
      "insets 1.0 2.0 3.0 4.0"
    ),
    ("<string key=\"v\">a\nb </string>", "a\nb "), ("<string key=\"v\" base64-UTF8=\"YES\">\nYQ\n</string>", "a"),
    ("<mutableString key=\"v\"/>", ""), ("<nil key=\"v\"/>", "null"), ("<real key=\"v\" value=\"0.5\"/>", "0.5"),
    ("<integer key=\"v\" value=\"5\"/>", "5.0"), ("<boolean key=\"v\" value=\"YES\"/>", "true"),
    ("<autoresizingMask key=\"v\" flexibleMinX=\"YES\" flexibleMaxY=\"YES\"/>", "mask 33"),
    ("<autoresizingMask key=\"v\"/>", "mask 0"),
    ("<state key=\"v\" title=\"A\"><color key=\"titleColor\" white=\"1\"/></state>", "state A [\"titleColor\"]"),
  ])
  func `Values have their types`(element: String, words: String) throws {
    let value = try #require(try object("<view id=\"a\">\(element)</view>").value("v"))
    let found =
      switch value {
      case .null: "null"
      case .boolean(let flag): "\(flag)"
      case .number(let number): "\(number)"
      case .string(let text): text
      case .point(let point): "point \(point.x) \(point.y)"
      case .size(let size): "size \(size.width) \(size.height)"
      case .rectangle(let frame): "rectangle \(frame.x) \(frame.y) \(frame.width) \(frame.height)"
      case .insets(let insets): "insets \(insets.top) \(insets.left) \(insets.bottom) \(insets.right)"
      case .autoresizing(let mask): "mask \(mask.rawValue)"
      case .record(let record): "\(record.elementName) \(record["title"] ?? "") \(record.values.map(\.key))"
      default: "other"
      }
    #expect(found == words)
  }

  @Test(
    arguments: [
      ("type=\"system\" pointSize=\"14\"", .system(weight: nil, isItalic: false), 14),
      ("type=\"system\" weight=\"semibold\" pointSize=\"9\"", .system(weight: "semibold", isItalic: false), 9),
      ("type=\"boldSystem\" pointSize=\"14\"", .system(weight: "bold", isItalic: false), 14),
      ("type=\"italicSystem\" pointSize=\"14\"", .system(weight: nil, isItalic: true), 14),
      ("name=\"Menlo-Bold\" family=\"Menlo\" pointSize=\"12.5\"", .named("Menlo-Bold", family: "Menlo"), 12.5),
      ("style=\"UICTFontTextStyleBody\"", .style("UICTFontTextStyleBody"), nil),
    ] as [(String, InterfaceFont.Face, Double?)])
  func `Fonts are of the system, named or of a style`(
    attributes: String, face: InterfaceFont.Face, size: Double?
  ) throws {
    let font = try object("<label id=\"a\"><fontDescription key=\"fontDescription\" \(attributes)/></label>").font()
    #expect(font?.face == face)
    #expect(font?.pointSize == size)
  }

  @Test func `Colors have components, a space and names`() throws {
    let view = try object(
      """
      <view id="a"><color key="rgb" red="1" green="0.5" blue="0" alpha="0.25" colorSpace="custom" \
      customColorSpace="displayP3"/><color key="gray" white="0.5" alpha="1" colorSpace="calibratedWhite"/>\
      <color key="named" name="Accent"/><color key="system" systemColor="labelColor"/>\
      <color key="old" cocoaTouchSystemColor="darkTextColor"/></view>
      """)
    #expect(view.color("rgb")?.components == .rgb(red: 1, green: 0.5, blue: 0))
    #expect(view.color("rgb")?.colorSpace == "displayP3")
    #expect(view.color("rgb")?.alpha == 0.25)
    #expect(view.color("gray")?.components == .gray(0.5))
    #expect(view.color("gray")?.colorSpace == "calibratedWhite")
    #expect(view.color("named")?.catalogueName == "Accent")
    #expect(view.color("named")?.components == nil)
    #expect(view.color("system")?.systemName == "labelColor")
    #expect(view.color("old")?.systemName == "darkTextColor")
  }

  @Test func `Resources have the colors of the time when the document was saved`() throws {
    let document = try document(
      """
      <resources><namedColor name="Accent"><color red="1" green="0" \
      blue="0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/></namedColor><systemColor name="labelColor">\
      <color white="0.0" alpha="1" colorSpace="custom" customColorSpace="genericGamma22GrayColorSpace"/></systemColor>\
      </resources>
      """)
    #expect(document.namedColors["Accent"]?.components == .rgb(red: 1, green: 0, blue: 0))
    #expect(document.systemColors["labelColor"]?.components == .gray(0))
  }

  @Test(arguments: [
    ("firstAttribute=\"width\" constant=\"40\"", "a.width = + 40.0"),
    ("firstAttribute=\"bottom\" secondItem=\"b\" secondAttribute=\"bottom\"", "a.bottom = b.bottom + 0.0"),
    (
      "firstItem=\"b\" firstAttribute=\"leading\" secondItem=\"a\" secondAttribute=\"leadingMargin\" priority=\"750\"",
      "b.leading = a.leadingMargin + 0.0 @750.0"
    ),
    (
      "firstAttribute=\"width\" relation=\"lessThanOrEqual\" secondItem=\"b\" secondAttribute=\"height\" multiplier=\"4:2\"",
      "a.width <= b.height * 2.0 + 0.0"
    ),
    (
      "firstAttribute=\"trailing\" relation=\"greaterThanOrEqual\" secondItem=\"b\" secondAttribute=\"trailing\" "
        + "constant=\"20\" symbolic=\"YES\"",
      "a.trailing >= b.trailing + standard"
    ),
    ("firstAttribute=\"width\" multiplier=\"0.5\"", "a.width = * 0.5 + 0.0"),
  ])
  func `Constraints are equations, and the owner is their item by default`(attributes: String, words: String) throws {
    let view = try object("<view id=\"a\"><constraints><constraint \(attributes) id=\"c\"/></constraints></view>")
    #expect(view.constraints.map(\.words) == [words])
  }

  @Test func `Parts that cannot be read are left out and listed with their lines`() throws {
    let document = try document(
      """
      <objects><view id="a">
      <constraints><constraint firstAttribute="depth"/><constraint firstAttribute="width" multiplier="1:0"/>
      <constraint firstAttribute="width" relation="near"/><constraint firstAttribute="width">\
      <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="url" keyPath="v" value="x"/>\
      </userDefinedRuntimeAttributes></constraint></constraints>
      <connections><outlet property="x"/><wire destination="b"/></connections>
      <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="url" keyPath="u" value="x"/>\
      <userDefinedRuntimeAttribute type="string" value="x"/></userDefinedRuntimeAttributes>
      <variation key="widthClass=compact"/><subviews><view/><view id="a"/></subviews></view></objects>
      """)
    #expect(
      document.omissions.map(\.reason) == [
        "A constraint has the unknown attribute 'depth', at line 3",
        "A constraint has the unreadable multiplier '1:0', at line 3",
        "A constraint has the unknown relation 'near', at line 4",
        "The runtime attribute 'v' has the unreadable type 'url', at line 4",
        "The connection 'outlet' has no 'destination', at line 5",
        "The connection 'wire' is unknown, at line 5",
        "The runtime attribute 'u' has the unreadable type 'url', at line 6",
        "A runtime attribute has no key path, at line 6",
        "'view' in 'subviews' has no ID and is left out, at line 7",
        "The ID 'a' names a second object, at line 7",
      ])
    #expect(document.objectsByID["a"]?.children.count == 1)
  }

  @Test func `Connections are outlets, collections, actions and segues`() throws {
    let view = try object(
      """
      <button id="a"><connections><outlet property="delegate" destination="b" id="1"/>\
      <outletCollection property="views" destination="c" id="2"/>\
      <action selector="tap:" destination="-1" eventType="touchUpInside" id="3"/>\
      <segue destination="d" kind="presentation" identifier="more" modalPresentationStyle="formSheet" animates="NO" \
      id="4"/></connections></button>
      """)
    #expect(view.connections.map(\.destinationID) == ["b", "c", "-1", "d"])
    guard case .outlet("delegate") = view.connections[0].kind,
      case .outletCollection("views") = view.connections[1].kind,
      case .action("tap:", "touchUpInside") = view.connections[2].kind,
      case .segue(let segue) = view.connections[3].kind
    else {
      Issue.record("\(view.connections)")
      return
    }
    #expect(segue.identifier == "more" && segue.modalPresentationStyle == "formSheet")
    #expect(!segue.hasPreview)
  }

  @Test(arguments: [
    ("com.apple.InterfaceBuilder3.Cocoa.XIB", "Interface Builder documents of the type"),
    ("com.apple.InterfaceBuilder.AppleTV.Storyboard", "Interface Builder documents of the type"),
  ])
  func `Interfaces of other systems are refused`(type: String, reason: String) {
    let error = #expect(throws: XcodeFileError.self) { try document("", type: type) }
    #expect(error?.reason.hasPrefix(reason) == true)
  }

  @Test func `Views are read as deep as the XML may be`() throws {
    let count = XMLTreeReader.Limit.depth / 2 - 1
    let start = (0..<count).map { "<view id=\"\($0)\"><subviews>" }.joined()
    let document = try document("<objects>\(start)\(String(repeating: "</subviews></view>", count: count))</objects>")
    #expect(document.objectsByID.count == count)
    #expect(document.listing().contains("#\(count - 1)"))
  }

  @Test func `Other XML is refused`() {
    #expect(throws: XcodeFileError("The XML is not a document of Interface Builder, but 'plist'")) {
      try InterfaceDocumentReader.document(of: Array("<plist/>".utf8))
    }
  }
}
