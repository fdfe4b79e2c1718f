import TesseraBundles
import TesseraRuntime
import TesseraValues
import TesseraXcode
import Testing

/// What the tables of UIKit can write, against what the engine accepts: each attribute of each class with values of all
/// kinds, also those that Xcode does not write.
@Suite("Attributes of storyboards")
struct StoryboardAttributeTests {
  /// The values of attributes and of elements with a key, in Interface Builder's documents.
  private static let texts = [
    "YES", "NO", "0", "1", "2.5", "-3", "1e300", "left", "center", "date", "horizontal", "none", "star", "007", "",
    "@{a} %@",
  ]
  private static let elements = [
    #"<color KEY white="0.25" alpha="0.5" colorSpace="calibratedWhite"/>"#,
    #"<color KEY systemColor="labelColor"/>"#, #"<color KEY name="Unknown"/>"#,
    #"<fontDescription KEY type="system" pointSize="17"/>"#,
    #"<fontDescription KEY type="system" weight="black" pointSize="-1"/>"#,
    #"<fontDescription KEY style="UICTFontTextStyleBody"/>"#, #"<fontDescription KEY name="Foo" pointSize="0"/>"#,
    #"<size KEY width="-4" height="20"/>"#, #"<point KEY x="1" y="-2"/>"#,
    #"<inset KEY minX="-8" minY="4" maxX="1e9" maxY="0"/>"#, #"<integer KEY value="-7"/>"#,
    #"<string KEY>words</string>"#, #"<mutableString KEY/>"#, #"<nil KEY/>"#,
    #"<imageReference KEY image="star" catalog="system"/>"#, #"<attributedString KEY/>"#,
  ]
  private static let runtimeValues: [(type: String, content: String)] =
    ["YES", "NO"].map { ("boolean", #" value="\#($0)"/>"#) }
    + ["star", ""].map { ("image", #" value="\#($0)"/>"#) }
    + [
      ("string", #" value="words"/>"#), ("string", #" value=""/>"#), ("string", ##" value="#fff"/>"##),
      ("string", #" value="5"/>"#), ("string", #" value="@{a}"/>"#),
      ("string", #" value="&quot;to&quot;: &quot;hidden&quot;, &quot;from&quot;: &quot;content.a&quot;"/>"#),
      ("nil", "/>"), ("number", #"><integer key="value" value="-3"/></userDefinedRuntimeAttribute>"#),
      ("number", #"><real key="value" value="0.5"/></userDefinedRuntimeAttribute>"#),
      ("number", #"><real key="value" value="1e300"/></userDefinedRuntimeAttribute>"#),
      (
        "color",
        #"><color key="value" red="1" green="0" blue="2" alpha="1" colorSpace="custom"/></userDefinedRuntimeAttribute>"#
      ),
      ("size", #"><size key="value" width="-1" height="2"/></userDefinedRuntimeAttribute>"#),
      ("point", #"><point key="value" x="1" y="2"/></userDefinedRuntimeAttribute>"#),
      ("rect", #"><rect key="value" x="1" y="2" width="3" height="4"/></userDefinedRuntimeAttribute>"#),
    ]

  private static let classNames = ViewTable.classes.filter { $0.component != nil }.map(\.className)
  /// One class for each component.
  private static let representatives = Set(
    Dictionary(
      ViewTable.classes.compactMap { row in row.component.map { ($0, row.className) } },
      uniquingKeysWith: { one, _ in one }
    ).values
  ).sorted()
  private static let properties = Set(ViewTable.properties.map(\.name)).sorted()

  /// Returns the errors of a widget whose first screen has some views.
  private static func errors(of views: [String]) -> [String] {
    let files = [
      "Info.plist": """
      <?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.tessera.small</string>\
      <key>CFBundleName</key><string>Small</string></dict></plist>
      """,
      "Main.storyboard": """
      <?xml version="1.0"?><document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
      initialViewController="one"><scenes><scene><objects><viewController storyboardIdentifier="Main" id="one" \
      sceneMemberID="viewController"><view key="view" id="root"><rect key="frame" x="0" y="0" width="375" \
      height="667"/><subviews>\(views.joined(separator: "\n"))</subviews></view></viewController></objects></scene>\
      </scenes></document>
      """,
    ]
    let bundle = WidgetBundle(files: BundleFormats([.xcode]).open(MemoryBundleFiles(texts: files)))
    let definition = WidgetDefinition(bundle: bundle)
    return definition.diagnostics.filter { $0.severity == .error }.map(\.description)
  }

  /// Returns the element of a view.
  private static func view(_ className: String, _ id: String, attributes: String = "", content: String = "") -> String {
    let isStandard = className.hasPrefix("UI") || className.hasPrefix("WK")
    let name =
      className == "WKWebView"
      ? "wkWebView"
      : isStandard ? className.dropFirst(2).prefix(1).lowercased() + className.dropFirst(3) : "view"
    let custom = isStandard ? "" : #" customClass="\#(className)""#
    return """
      <\(name) id="\(id)"\(custom)\(attributes)><rect key="frame" x="0" y="0" width="80" height="20"/>\(content)</\(name)>
      """
  }

  @Test(arguments: classNames)
  func `become what the engine accepts`(className: String) {
    var views: [String] = []
    for property in Self.properties where ViewTable.row(of: property, in: className) != nil {
      for text in Self.texts {
        views.append(Self.view(className, "v\(views.count)", attributes: #" \#(property)="\#(text)""#))
      }
      for element in Self.elements {
        let content = element.replacing("KEY", with: #"key="\#(property)""#)
        views.append(Self.view(className, "v\(views.count)", content: content))
      }
    }
    #expect(views.count > 100)
    #expect(Self.errors(of: views) == [])
  }

  @Test(arguments: representatives)
  func `set at run time become what the engine accepts`(className: String) {
    var views: [String] = []
    for keyPath in AttributeTable.keyPaths {
      for (type, content) in Self.runtimeValues {
        let attribute = #"<userDefinedRuntimeAttribute type="\#(type)" keyPath="\#(keyPath)"\#(content)"#
        views.append(
          Self.view(
            className, "v\(views.count)",
            content: "<userDefinedRuntimeAttributes>\(attribute)</userDefinedRuntimeAttributes>"))
      }
    }
    #expect(views.count > 100)
    #expect(Self.errors(of: views) == [])
  }
}
