public import TesseraPayloads
import TesseraValues

/// The screens of the shop, as its server sends them. The cart is kept by the client, in what belongs to all screens.
public enum ShopScreens {
  private static let cart = Reference.global.cart
  private static let total = Reference.global.total
  private static let page = Style().padding(16).grow()
  private static let card = Style().padding(8).margin(4).background("#F2F2F7").cornerRadius(10)

  /// What there is, with a way to the cart.
  public static var home: Component {
    let shop = Context("shop", ["products": Value.array(Product.all.map(\.value))] as Value)
    return Screen("home", title: "Shop", context: shop) {
      Container {
        Text("In the cart: \(Operation("length", cart))").id("count")
        ForEach(shop.products, key: "id", as: "product", columns: 2) { product in
          Touchable {
            Action.push("/products/\(product.id)")
          } child: {
            Container {
              Image(url: "/pictures/\(product.id).svg").style(Style().height(90))
              Text("\(product.name)").id("product")
              Text("\(product.price) €", color: "#6D6D72")
            }
            .style(card).accessibilityLabel("A product")
            // Clients of Beagle show the card without a shadow.
            .tessera(["style": ["shadow": ["y": 1, "radius": 3, "color": "#00000033"]]])
          }
        }
        .style(Style().grow())
      }
      .style(page)
      .onInit { .when(Operation("isNull", cart), [.set(cart, to: Value.array([])), .set(total, to: 0)]) }
    }
    .barItem("Cart") { .push("/cart", prefetch: true) }
  }

  /// One product.
  public static func product(_ product: Product) -> Component {
    Screen("product", title: product.name) {
      ScrollView {
        Container {
          Image(url: "/pictures/\(product.id).svg").style(Style().height(180))
          Text(product.name).id("name").style(Style().margin(8, .vertical))
          Text(product.words)
          Button("Add for \(product.price) €") {
            Action.set(cart, to: Operation("insert", cart, Reference("product")))
            Action.set(total, to: Operation("sum", total, product.price))
            Action.alert("\(product.name) is in your cart.", then: [.back])
          }
          .id("add").style(Style().margin(16, .top))
        }
        .style(page).context(Context("product", product.value))
      }
    }
  }

  /// What was chosen, and what it costs.
  public static var cartPage: Component {
    Screen("cart", title: "Cart") {
      Container {
        ForEach(cart, as: "line") { line in
          Container {
            Text("\(line.name), \(line.price) €").id("line")
            Button("Remove") {
              Action.set(total, to: Operation("subtract", total, line.price))
              Action.set(cart, to: Operation("removeIndex", cart, Reference("index")))
            }
            .id("remove")
          }
          .style(Style().row().justify(.spaceBetween).align(.center))
        }
        Text("Total: \(total) €").id("total").style(Style().margin(12, .vertical))
        Button("To the address", enabled: Operation("gt", Operation("length", cart), 0)) {
          Action.push("/address")
        }
        .id("next")
      }
      .style(page)
    }
  }

  /// Where it goes: a form that is sent only when it is complete.
  public static var address: Component {
    let address = Context("address", ["name": "", "street": "", "isTried": false] as Value)
    func field(_ label: String, _ place: Reference, missing: String) -> Component {
      TextInput(
        label, value: place,
        error: Operation("condition", Operation("isEmpty", place), missing, ""), showError: address.isTried
      )
      .accessibilityLabel(label).style(Style().margin(6, .vertical))
    }
    return Screen("address", title: "Address", context: address) {
      Form {
        Action.request(
          "/orders", method: "POST",
          data: Value.dictionary(["cart": cart.payload, "address": address.reference.payload]),
          onSuccess: [
            Action.set(cart, to: Value.array([])), .set(total, to: 0),
            Action.restart(with: "/thanks/\(Reference.answer("onSuccess").data.number)"),
          ],
          onError: [.alert("The order did not arrive. Try again.", title: "Sorry")])
      } onInvalid: {
        Action.set(address.isTried, to: true)
      } children: {
        field("Name", address.name, missing: "Who are you?").id("nameField")
        field("Street", address.street, missing: "Where do you live?").id("streetField")
        Button("Order for \(total) €") { .submit }.id("order")
      }
      .style(page)
    }
  }

  /// The end of it.
  public static func thanks(order: Int) -> Component {
    Screen("thanks", title: "Thank you") {
      Container {
        Text("Order \(order) is on its way.").id("thanks")
        Button("Back to the shop") { .restart(with: "/home") }.id("home")
      }
      .style(page)
    }
  }
}
