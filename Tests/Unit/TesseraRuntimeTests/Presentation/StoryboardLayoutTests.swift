import TesseraBundles
import TesseraLayout
import TesseraValues
import TesseraViews
import TesseraXcode
import Testing

/// Where the views of translated storyboards are.
@Suite("Layout of storyboards")
struct StoryboardLayoutTests {
  private static func widget(_ controllers: String...) throws -> TestWidget {
    let scenes = controllers.map { "<scene><objects>\($0)</objects></scene>" }.joined()
    let files = [
      "Info.plist": """
      <?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.tessera.small</string>\
      <key>CFBundleName</key><string>Small</string></dict></plist>
      """,
      "Main.storyboard": """
      <?xml version="1.0"?><document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
      initialViewController="one"><scenes>\(scenes)</scenes></document>
      """,
    ]
    let widget = try TestWidget(
      bundle: WidgetBundle(files: BundleFormats([.xcode]).open(MemoryBundleFiles(texts: files))))
    #expect(widget.problems == [])
    return widget
  }

  private static func navigation(_ id: String, root: String) -> String {
    """
    <navigationController id="\(id)" sceneMemberID="viewController"><navigationBar key="navigationBar" id="\(id)-bar"/>\
    <connections><segue destination="\(root)" kind="relationship" relationship="rootViewController" id="rel-\(id)"/>\
    </connections></navigationController>
    """
  }

  private static func controller(_ id: String, _ name: String, _ content: String, title: String = "") -> String {
    """
    <viewController storyboardIdentifier="\(name)" id="\(id)" sceneMemberID="viewController"><view key="view" \
    id="\(id)-view"><rect key="frame" x="0" y="0" width="375" height="667"/>\(content)</view>\
    <navigationItem key="navigationItem" title="\(title)" id="\(id)-item"/></viewController>
    """
  }

  @Test func `rows of fixed tables have their heights, and texts at both ends`() async throws {
    let widget = try Self.widget(
      """
      <tableViewController storyboardIdentifier="Main" id="one" sceneMemberID="viewController"><tableView key="view" \
      dataMode="static" style="grouped" rowHeight="44" id="tab"><rect key="frame" x="0" y="0" width="375" \
      height="667"/><sections><tableViewSection headerTitle="Device" id="s1"><cells>\
      <tableViewCell accessoryType="disclosureIndicator" textLabel="l1" detailTextLabel="l2" \
      style="IBUITableViewCellStyleValue1" id="r1"><rect key="frame" x="0" y="0" width="375" height="44"/>\
      <tableViewCellContentView key="contentView" id="r1c"><rect key="frame" x="0" y="0" width="341" height="44"/>\
      <subviews><label text="Name" id="l1"><rect key="frame" x="16" y="12" width="45" height="20"/></label>\
      <label text="Mine" id="l2"><rect key="frame" x="280" y="12" width="45" height="20"/></label></subviews>\
      </tableViewCellContentView></tableViewCell>\
      <tableViewCell rowHeight="80" id="r2"><rect key="frame" x="0" y="44" width="375" height="80"/>\
      <tableViewCellContentView key="contentView" id="r2c"><rect key="frame" x="0" y="0" width="375" height="80"/>\
      <subviews><label text="Last" id="l3" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="16" y="12" width="45" height="20"/></label></subviews><constraints>\
      <constraint firstItem="l3" firstAttribute="centerY" secondItem="r2c" secondAttribute="centerY" id="c1"/>\
      <constraint firstItem="l3" firstAttribute="leading" secondItem="r2c" secondAttribute="leadingMargin" id="c2"/>\
      </constraints></tableViewCellContentView></tableViewCell></cells></tableViewSection></sections></tableView>\
      </tableViewController>
      """)
    for width in [320.0, 500] {
      let host = await widget.open(size: Size(width: width, height: 480))
      let (name, mine) = (try await host.node("nameLabel").frame, try await host.node("mineLabel").frame)
      let content = try await host.node("rowContent").frame
      #expect(content.width == width - 34)
      #expect(content.height == 44)
      #expect(name.x == 16)
      #expect(mine.maxX == content.width - 8)
      #expect(abs(name.midY - 22) < 0.51)
      let last = try await host.node("lastLabel").frame
      #expect(abs(last.midY - 40) < 0.51)
    }
  }

  @Test func `an embedded controller fills its place`() async throws {
    let widget = try Self.widget(
      Self.controller(
        "one", "Main",
        """
        <subviews><containerView translatesAutoresizingMaskIntoConstraints="NO" id="box"><rect key="frame" x="0" \
        y="100" width="375" height="200"/><connections><segue destination="two" kind="embed" id="s1"/></connections>\
        </containerView></subviews><constraints>\
        <constraint firstItem="box" firstAttribute="leading" secondItem="one-view" secondAttribute="leading" \
        constant="20" id="c1"/><constraint firstAttribute="trailing" secondItem="box" secondAttribute="trailing" \
        constant="20" id="c2"/><constraint firstItem="box" firstAttribute="height" constant="200" id="c3"/>\
        <constraint firstItem="box" firstAttribute="centerY" secondItem="one-view" secondAttribute="centerY" id="c4"/>\
        </constraints>
        """),
      Self.controller(
        "two", "Inner",
        """
        <subviews><view translatesAutoresizingMaskIntoConstraints="NO" id="dot"><rect key="frame" x="0" y="0" \
        width="10" height="10"/><color key="backgroundColor" red="1" green="0" blue="0" alpha="1" \
        colorSpace="custom" customColorSpace="sRGB"/><userDefinedRuntimeAttributes><userDefinedRuntimeAttribute \
        type="string" keyPath="wx.identifier" value="dot"/></userDefinedRuntimeAttributes></view></subviews>\
        <constraints>\
        <constraint firstAttribute="trailing" secondItem="dot" secondAttribute="trailing" id="d1"/>\
        <constraint firstAttribute="bottom" secondItem="dot" secondAttribute="bottom" id="d2"/>\
        <constraint firstItem="dot" firstAttribute="width" constant="10" id="d3"/>\
        <constraint firstItem="dot" firstAttribute="height" constant="10" id="d4"/></constraints>
        """))
    let host = await widget.open(size: Size(width: 320, height: 480))
    let dot = try await host.node("dot").frame
    #expect((dot.maxX, dot.maxY) == (280, 200))
  }

  @Test func `both sides of a split controller share a wide window`() async throws {
    let label = """
      <subviews><label text="Chosen" id="lab"><rect key="frame" x="0" y="80" width="80" height="20"/></label>\
      </subviews>
      """
    let button = """
      <subviews><button buttonType="system" id="but"><rect key="frame" x="0" y="80" width="80" height="30"/>\
      <state key="normal" title="Open"/><connections><segue destination="dna" kind="showDetail" id="s9"/>\
      </connections></button></subviews>
      """
    let widget = try Self.widget(
      """
      <splitViewController id="one" sceneMemberID="viewController"><connections>\
      <segue destination="mna" kind="relationship" relationship="masterViewController" id="r2"/>\
      <segue destination="dna" kind="relationship" relationship="detailViewController" id="r1"/>\
      </connections></splitViewController>
      """,
      Self.navigation("mna", root: "mas"), Self.navigation("dna", root: "det"),
      Self.controller("mas", "Master", button, title: "All"), Self.controller("det", "Detail", label, title: "One"))
    let wide = await widget.open(size: Size(width: 1000, height: 600))
    let detail = try await wide.node("detailView").frame
    // Edges are whole points; the line between the sides is half a point wide.
    #expect((detail.x, detail.width, detail.height) == (321, 679, 600))
    #expect(await wide.nodes("barTitle2").isEmpty == false)
    // Each side begins below its own bar.
    #expect(try await wide.node("chosenLabel").frame.y == 16)
    #expect(try await wide.node("openButton").frame.y == 16)
    try await wide.press("openButton")
    #expect(await wide.nodes("openButton").isEmpty == false)

    let narrow = await widget.open(size: Size(width: 400, height: 600))
    #expect(await narrow.nodes("barTitle").first?.identifier == "barTitle")
    try await narrow.press("openButton")
    #expect(await narrow.nodes("openButton").isEmpty)
    #expect(try await narrow.text("chosenLabel") == "Chosen")
  }

  @Test func `tabs keep what people did in them`() async throws {
    func page(_ id: String) -> String {
      Self.controller(
        id, "Page \(id)",
        """
        <subviews><textField placeholder="\(id)" id="\(id)-f"><rect key="frame" x="0" y="80" width="100" \
        height="30"/></textField></subviews>
        """)
    }
    let widget = try Self.widget(
      """
      <tabBarController id="one" sceneMemberID="viewController"><connections>\
      <segue destination="first" kind="relationship" relationship="viewControllers" id="r1"/>\
      <segue destination="second" kind="relationship" relationship="viewControllers" id="r2"/></connections>\
      </tabBarController>
      """, page("first"), page("second"))
    let host = await widget.open(size: Size(width: 320, height: 480))
    let bar = try await host.node("tabBar")
    #expect(bar.frame.maxY == 480)
    // UIKit's root view extends under the status bar, and the page begins below.
    #expect(try await host.node("firstTextField").frame.y == 60)
    try await host.type("Words", into: "firstTextField")
    await host.send(.change(bar.id, value: .integer(1)))
    #expect(try await host.node("secondTextField").frame.width == 100)
    await host.send(.change(bar.id, value: .integer(0)))
    #expect(try await host.value("firstTextField") == "Words")
    #expect(try await host.node("firstTextField").frame.height == 30)
  }

  @Test(arguments: [(320.0, 8.0), (800, 40)])
  func `constants follow the size class of the window`(_ width: Double, _ distance: Double) async throws {
    let widget = try Self.widget(
      Self.controller(
        "one", "Main",
        """
        <subviews><label text="Wide" translatesAutoresizingMaskIntoConstraints="NO" id="lab"><rect key="frame" x="0" \
        y="0" width="10" height="10"/></label></subviews><constraints>\
        <constraint firstItem="lab" firstAttribute="leading" secondItem="one-view" secondAttribute="leading" \
        constant="8" id="c1"><variation key="widthClass=regular" constant="40"/></constraint>\
        <constraint firstItem="lab" firstAttribute="top" secondItem="one-view" secondAttribute="top" constant="30" \
        id="c2"/></constraints>
        """))
    let host = await widget.open(size: Size(width: width, height: 480))
    #expect(try await host.node("wideLabel").frame.x == distance)
  }
}
