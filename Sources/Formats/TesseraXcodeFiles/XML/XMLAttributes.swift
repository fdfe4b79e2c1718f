/// Something with the attributes of an XML element.
package protocol XMLAttributes {
  var attributes: [String: String] { get }
}

extension XMLAttributes {
  /// The value of an attribute.
  package subscript(attribute: String) -> String? { attributes[attribute] }

  /// A number of an attribute in the notation of XML documents, always with a decimal point. Infinite numbers give `nil`.
  package func number(_ attribute: String) -> Double? {
    guard let number = attributes[attribute].flatMap(Double.init), number.isFinite else { return nil }
    return number
  }

  /// A truth value of an attribute, written `YES` or `NO`.
  package func boolean(_ attribute: String) -> Bool? {
    switch attributes[attribute] {
    case "YES": true
    case "NO": false
    default: nil
    }
  }
}
