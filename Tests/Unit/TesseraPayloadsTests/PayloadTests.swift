import ShopScreens
import TesseraBeagle
import TesseraPayloads
import TesseraValues
import Testing

/// The payload DSL produces payloads that the decoder accepts.
@Suite("Writing payloads")
struct PayloadTests {
  static let screens: [(String, Component)] = [
    ("home", ShopScreens.home), ("cart", ShopScreens.cartPage), ("address", ShopScreens.address),
    ("product", ShopScreens.product(Product.all[0])), ("thanks", ShopScreens.thanks(order: 3)),
  ]

  @Test(arguments: screens.map(\.0))
  func `the shop's screens are read without diagnostics`(name: String) throws {
    let screen = try #require(Self.screens.first { $0.0 == name }?.1)
    var decoder = BeagleDecoder()
    let payload = decoder.decode(try JSONNode.parse(screen.json))
    #expect(decoder.diagnostics.all == [])
    // They contain nothing that is missing from the normal form.
    let normal = BeagleEncoder().document(of: payload)
    #expect(BeagleDecoder.isScreen(normal))
  }

  /// A screen with one component of each type.
  private static var everything: Component {
    let state = Context("s", ["tab": 0, "page": 0, "items": Value.array([]), "text": ""] as Value)
    return Screen("all", title: "All", context: state) {
      Container {
        TabBar([("A", "home"), ("B", nil)], state.tab)
        PageView(state.page) {
          Text("One", alignment: "CENTER")
          WebView(url: "https://example.org")
        }
        PageIndicator(pages: 2, current: state.page)
        PullToRefresh(isRefreshing: Operation("isEmpty", state.items)) {
          Action.request("/items", headers: ["a": "b"], onFinish: [.alert("Done")])
        } child: {
          ScrollView {
            ForEach(
              state.items, key: "id", onEnd: [.request("/more")],
              templates: { item in
                [
                  Template(when: Operation("eq", item.kind, 1), view: Image(named: "one")),
                  Template(view: Image(url: "/\(item.id).png")),
                ]
              })
            ForEach(state.items, columns: 2) { Text("\($0.name)") }
          }
        }
        Lazy("/later") { Text("Soon") }
        Form {
          Action.confirm("Sure?", title: "Send", then: [.reset(with: "/done")], otherwise: [.back(to: "home")])
        } children: {
          TextInput("Text", value: state.text)
          Button("Send") { .submit }
        }
        Touchable {
          Action.add(to: "box", .before) { Text("More") }
          Action.open("https://example.org")
          Action.openNative("settings", data: ["a": "b"])
          Action.push(screen: Screen("inner") { Text("Inner") }, handing: state.text)
          Action.present("/over")
          Action.push("/next")
          Action.restart(with: "/home")
          Action.when(Operation("gt", state.page, 0), [.back, .close])
          Action.set(state.page, to: 1).tessera(["path": .null])
        } child: {
          Container { Text("Box") }.id("box").tessera(["style": ["gap": 4]])
        }
      }
    }
  }

  @Test func `all components and actions of Beagle 2.x can be written`() throws {
    let text = Self.everything.json.lowercased()
    for name in [
      "button", "container", "gridview", "image", "lazycomponent", "listview", "pageindicator", "pageview",
      "pulltorefresh", "screencomponent", "scrollview", "simpleform", "tabbar", "text", "textinput", "touchable",
      "webview", "addchildren", "alert", "condition", "confirm", "openexternalurl", "opennativeroute", "popstack",
      "poptoview", "popview", "pushstack", "pushview", "resetapplication", "resetstack", "sendrequest", "setcontext",
      "submitform",
    ] {
      #expect(text.contains(#""beagle:\#(name)""#), "\(name)")
    }
    var decoder = BeagleDecoder()
    _ = decoder.decode(try JSONNode.parse(Self.everything.json))
    #expect(decoder.diagnostics.all == [])
  }

  /// Swift expressions and the payload expressions that they produce.
  @Test func `paths and operations are expressions`() {
    let cart = Context("cart", ["lines": Value.array([])] as Value)
    #expect("\(cart.lines[0].name)" == "@{cart.lines[0].name}")
    #expect("\(cart.reference)" == "@{cart}")
    #expect(
      Operation("condition", Operation("isEmpty", cart.note), "it's", 2.5).source
        == #"condition(isEmpty(cart.note), 'it\'s', 2.5)"#)
    #expect("Total: \(Operation("sum", cart.total, 1))" == "Total: @{sum(cart.total, 1)}")
  }

  @Test func `components and actions are written with Beagle's names`() {
    let button = Button("Go", enabled: Reference("s.on")) {
      Action.set(Reference("s.list[2].name"), to: "x")
      Action.push("/next", handing: Reference("s"))
    }.id("go").style(Style().row().width(.percent(50)).margin(4, .top))
    #expect(
      button.json == #"""
        {"_beagleComponent_":"beagle:button","enabled":"@{s.on}","id":"go","onPress":[{"_beagleAction_":"beagle:setContext","contextId":"s","path":"list[2].name","value":"x"},{"_beagleAction_":"beagle:pushView","navigationContext":{"value":"@{s}"},"route":{"url":"/next"}}],"style":{"flex":{"flexDirection":"ROW"},"margin":{"top":{"type":"REAL","value":4}},"size":{"width":{"type":"PERCENT","value":50}}},"text":"Go"}
        """#)
  }
}
