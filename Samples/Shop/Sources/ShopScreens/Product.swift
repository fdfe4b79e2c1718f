import TesseraValues

/// A product of the shop.
public struct Product: Sendable {
  /// The product number.
  public let id: Int
  /// The name.
  public let name: String
  /// The price in whole euros.
  public let price: Int
  /// The description.
  public let words: String
  /// The background colour of the picture.
  let color: String

  /// All products.
  public static let all = [
    Product(id: 1, name: "Lamp", price: 40, words: "Gives a warm light for long evenings.", color: "#F9A825"),
    Product(id: 2, name: "Chair", price: 75, words: "Made of beech, for people who sit a lot.", color: "#6D4C41"),
    Product(id: 3, name: "Teapot", price: 25, words: "Keeps a litre warm for an hour.", color: "#00838F"),
    Product(id: 4, name: "Blanket", price: 30, words: "Wool of sheep from next door.", color: "#AD1457"),
  ]

  /// The picture of the product, drawn by the server.
  public var picture: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="120" height="90" viewBox="0 0 120 90"><rect width="120" height="90" fill="\(color)"/>\
    <circle cx="60" cy="45" r="26" fill="#FFFFFF" fill-opacity="0.35"/></svg>
    """
  }

  /// The product as screens read it.
  var value: Value { ["id": .integer(Int64(id)), "name": .string(name), "price": .integer(Int64(price))] }
}
