import Testing

@testable import TesseraXcode
@testable import TesseraXcodeFiles

@Suite struct SourceDocumentTests {
  private static let xib = "com.apple.InterfaceBuilder3.CocoaTouch.XIB"

  private func document(_ content: String, type: String = xib) throws -> SourceDocument {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document type=\"\(type)\" version=\"3.0\">"
    return try SourceDocument(Array("\(start)\(content)</document>".utf8))
  }

  /// The first view of a xib with these objects.
  private func view(_ content: String) throws -> StoryboardView {
    let document = try document("<objects>\(content)</objects>")
    var reader = SourceViewReader(document)
    return try #require(document.scenes.first?.first.flatMap { reader.view($0) })
  }

  /// The first element of XML.
  private func element(_ text: String) throws -> XMLTreeElement { try XMLTreeReader.root(of: Array(text.utf8)) }

  @Test func `A storyboard has controllers with views, bars and connections`() throws {
    let source = try SourceDocument(Fixtures.bytes("WidgetDemo.storyboard"))
    #expect(source.omissions.isEmpty)
    #expect(source.scenes.allSatisfy { $0.count == 2 && $0.count(where: \.isPlaceholder) == 1 })
    let document = SourceStoryboardReader.read(source, file: "Main.storyboard")
    #expect(document.controllers.count == 5)
    let start = try #require(document.entryPoint.flatMap(document.controller))
    #expect(start.className.base == "UINavigationController")
    #expect(start.bar?.isBlack == true)
    guard case .navigation(let root?) = start.kind else {
      Issue.record("no root")
      return
    }
    let feed = try #require(document.controller(root))
    #expect(feed.className.custom == "StandardViewController")
    let table = try #require(feed.view?.subviews.first { $0.className.base == "UITableView" })
    #expect(table.parts["tableHeaderView"]?.className.base == "UISearchBar")
    let (name, cell) = try #require(table.prototypes.first)
    #expect(name == "Cell" && cell.properties["reuseIdentifier"] == .text("Cell"))
    #expect(cell.parts["contentView"]?.subviews.count == 2)
    let selection = try #require(cell.outlets.first { $0.name == "selectionSegueTemplate" }?.destination)
    #expect(feed.segues.filter { $0.id.hasPrefix(selection) }.map(\.kind) == [.show, .preview])
  }

  @Test(
    arguments: [
      ("<size width=\"3\" height=\"4\"/>", .list([.number(3), .number(4)])),
      ("<point x=\"3\" y=\"4\"/>", .list([.number(3), .number(4)])),
      ("<inset minX=\"1\" minY=\"2\" maxX=\"3\" maxY=\"4\"/>", .list([2, 1, 4, 3].map(StoryboardValue.number))),
      (
        "<edgeInsets top=\"1\" left=\"2\" bottom=\"3\" right=\"4\"/>",
        .list([1, 2, 3, 4].map(StoryboardValue.number))
      ),
      (
        "<directionalEdgeInsets top=\"1\" leading=\"2\" bottom=\"3\" trailing=\"4\"/>",
        .list([1, 2, 3, 4].map(StoryboardValue.number))
      ),
      ("<string>a\nb </string>", .text("a\nb ")), ("<string base64-UTF8=\"YES\">\nYQ\n</string>", .text("a")),
      ("<mutableString/>", .text("")), ("<nil/>", nil), ("<real value=\"0.5\"/>", .number(0.5)),
      ("<integer value=\"5\"/>", .number(5)), ("<boolean value=\"YES\"/>", .boolean(true)),
      ("<imageReference image=\"star\" catalog=\"system\"/>", .symbol("star")), ("<rect/>", nil),
    ] as [(String, StoryboardValue?)])
  func `Values have their types`(text: String, value: StoryboardValue?) throws {
    #expect(try SourceValueReader(colors: [:]).value(of: element(text)) == value)
  }

  @Test func `A view has a frame, a mask and the states of a button`() throws {
    let view = try view(
      """
      <button id="a"><rect key="frame" x="1" y="-2.5" width="3" height="4"/>\
      <autoresizingMask key="autoresizingMask" flexibleMinX="YES" flexibleMaxY="YES"/>\
      <state key="normal" title="A"><color key="titleColor" white="1"/></state></button>
      """)
    #expect(view.frame == StoryboardFrame(x: 1, y: -2.5, width: 3, height: 4))
    #expect(view.autoresizing == StoryboardAutoresizing(rawValue: 33))
    #expect(view.properties["title"] == .localized("A", key: "a.normalTitle"))
    #expect(view.properties["titleColor"] == .color(StoryboardColor(white: 1, alpha: 1)))
  }

  @Test(
    arguments: [
      ("type=\"system\" pointSize=\"14\"", StoryboardFont(size: 14, weight: 400)),
      ("type=\"system\" weight=\"semibold\" pointSize=\"9\"", StoryboardFont(size: 9, weight: 600)),
      ("type=\"boldSystem\" pointSize=\"14\"", StoryboardFont(size: 14, weight: 700)),
      ("type=\"italicSystem\" pointSize=\"14\"", StoryboardFont(size: 14, weight: 400, isItalic: true)),
      (
        "name=\"Menlo-Bold\" family=\"Menlo\" pointSize=\"12.5\"",
        StoryboardFont(size: 12.5, weight: 700, family: "Menlo")
      ),
      ("style=\"UICTFontTextStyleBody\"", StoryboardFont(size: 17, weight: 400)),
    ])
  func `Fonts are of the system, named or of a style`(attributes: String, font: StoryboardFont) throws {
    #expect(try SourceValueReader(colors: [:]).font(element("<fontDescription \(attributes)/>")) == font)
  }

  @Test(
    arguments: [
      (
        "red=\"1\" green=\"0.5\" blue=\"0\" alpha=\"0.25\" customColorSpace=\"displayP3\"",
        StoryboardColor(red: 1, green: 0.5, blue: 0, alpha: 0.25)
      ),
      ("white=\"0.5\" alpha=\"1\" colorSpace=\"calibratedWhite\"", StoryboardColor(white: 0.5, alpha: 1)),
      ("systemColor=\"labelColor\"", StoryboardColor(white: 0, alpha: 1, name: "labelColor")),
      ("cocoaTouchSystemColor=\"darkTextColor\"", StoryboardColor(white: 0, alpha: 1, name: "darkTextColor")),
      // As it was when the document was saved.
      ("name=\"Accent\"", StoryboardColor(red: 1, green: 0, blue: 0, alpha: 1, name: "Accent")),
      ("name=\"Circle\"", nil), ("name=\"Absent\"", nil),
    ] as [(String, StoryboardColor?)])
  func `Colors have components or names`(attributes: String, color: StoryboardColor?) throws {
    let document = try document(
      """
      <resources><systemColor name="Accent"><color white="0"/></systemColor><namedColor name="Accent">\
      <color red="1" green="0" blue="0" alpha="1" customColorSpace="sRGB"/></namedColor>\
      <namedColor name="Circle"><color name="Circle" white="?"/></namedColor></resources>
      """)
    #expect(try document.values.color(element("<color \(attributes)/>")) == color)
  }

  @Test(arguments: [
    ("firstAttribute=\"width\" constant=\"40\"", "a.width = + 40.0"),
    ("firstAttribute=\"bottom\" secondItem=\"b\" secondAttribute=\"bottom\"", "a.bottom = b.bottom + 0.0"),
    (
      "firstItem=\"b\" firstAttribute=\"leading\" secondItem=\"a\" secondAttribute=\"leadingMargin\" priority=\"750\"",
      "b.leading = margins of a.leading + 0.0 @750.0"
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
    (
      "firstAttribute=\"baseline\" secondItem=\"b\" secondAttribute=\"baseline\"",
      "a.lastBaseline = b.lastBaseline + 0.0"
    ),
  ])
  func `Constraints are equations, and the owner is their item by default`(attributes: String, words: String) throws {
    let view = try view("<view id=\"a\"><constraints><constraint \(attributes) id=\"c\"/></constraints></view>")
    #expect(view.constraints.map { $0.words { $0 } } == [words])
  }

  @Test func `Parts that cannot be read are left out and listed with their lines`() throws {
    let document = try document(
      """
      <objects><view id="a">
      <constraints><constraint firstAttribute="depth"/><constraint firstAttribute="width" multiplier="1:0"/>
      <constraint firstAttribute="width" relation="near"/><constraint firstAttribute="width">\
      <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="url" keyPath="v" value="x"/>\
      </userDefinedRuntimeAttributes></constraint><constraint firstAttribute="width" multiplier="2:"/></constraints>
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
        "A constraint has the unreadable multiplier '2:', at line 4",
        "The connection 'outlet' has no 'destination', at line 5",
        "The connection 'wire' is unknown, at line 5",
        "The runtime attribute 'u' has the unreadable type 'url', at line 6",
        "A runtime attribute has no key path, at line 6",
        "'view' in 'subviews' has no ID and is left out, at line 7",
        "The ID 'a' names a second object, at line 7",
      ])
    #expect(document.objects["a"]?.objects("subviews").count == 1)
  }

  @Test func `Connections are outlets, collections, actions and segues`() throws {
    let source = try document(
      """
      <scenes><scene><objects><viewController id="v" sceneMemberID="viewController"><button key="view" id="a">\
      <connections><outlet property="delegate" destination="b" id="1"/>\
      <outletCollection property="views" destination="c" id="2"/>\
      <action selector="tap:" destination="-1" eventType="touchUpInside" id="3"/>\
      <segue destination="d" kind="presentation" identifier="more" modalPresentationStyle="formSheet" animates="NO" \
      id="4"/></connections></button></viewController></objects></scene></scenes>
      """, type: "com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB")
    let controller = try #require(SourceStoryboardReader.read(source, file: "").controllers.first)
    #expect(
      controller.view?.outlets == [
        StoryboardOutlet(name: "delegate", destination: "b"), StoryboardOutlet(name: "views", destination: "c"),
      ])
    #expect(
      controller.view?.actions == [
        StoryboardAction(event: .press, selector: "tap:", destination: "-1"),
        StoryboardAction(event: .press, selector: "perform:", destination: "4"),
      ])
    #expect(
      controller.segues == [
        StoryboardSegue(id: "4", kind: .present, identifier: "more", destination: "d", presentation: "formSheet")
      ])
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
    #expect(document.objects.count == count)
    #expect(document.omissions.isEmpty)
  }

  @Test func `Other XML is refused`() {
    #expect(throws: XcodeFileError("The XML is not a document of Interface Builder, but 'plist'")) {
      try SourceDocument(Array("<plist/>".utf8))
    }
  }
}
