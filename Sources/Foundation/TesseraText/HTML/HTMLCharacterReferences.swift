/// The character references of HTML: `&amp;`, `&#8364;`, `&#x20AC;`.
package enum HTMLCharacterReferences {
  /// Reads a reference from the beginning; nil, and nothing is read, if an `&` begins none.
  package static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    // No known name is longer.
    guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
    guard let scalar = name.hasPrefix("#") ? scalar(numbered: name.dropFirst()) : named[name] else { return nil }
    rest = rest[(end + 1)...]
    return String(Character(scalar))
  }

  /// Returns a text with its references resolved.
  static func resolving(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let text = text(&rest) {
        result += text.utf8
      } else {
        result.append(rest.removeFirst())
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func scalar(numbered number: Substring) -> Unicode.Scalar? {
    let isHexadecimal = number.first == "x" || number.first == "X"
    let digits = isHexadecimal ? number.dropFirst() : number
    guard digits.first?.isHexDigit == true, let code = UInt32(digits, radix: isHexadecimal ? 16 : 10) else {
      return nil
    }
    // As in "numeric character reference end state" of the HTML standard.
    if (0x80...0x9F).contains(code) { return windows1252[Int(code - 0x80)] }
    return code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}"
  }

  /// The characters that pages mean by the numbers 0x80 to 0x9F.
  private static let windows1252 = Array(
    ("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}" + "\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ").unicodeScalars)

  /// The scalars by name: those of HTML 4 that texts use.
  static let named: [String: Unicode.Scalar] = {
    var result: [String: Unicode.Scalar] = ["quot": "\"", "amp": "&", "apos": "'", "lt": "<", "gt": ">"]
    func add(_ names: String, _ first: UInt32) {
      for (index, name) in names.split(separator: " ").enumerated() {
        result[String(name)] = Unicode.Scalar(first + UInt32(index))
      }
    }
    add(
      "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute "
        + "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring "
        + "AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml "
        + "times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil "
        + "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash "
        + "ugrave uacute ucirc uuml yacute thorn yuml", 0xA0)
    add("Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho", 0x391)
    add("Sigma Tau Upsilon Phi Chi Psi Omega", 0x3A3)
    add(
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau", 0x3B1)
    add("upsilon phi chi psi omega", 0x3C5)
    add("ndash mdash", 0x2013)
    add("lsquo rsquo sbquo", 0x2018)
    add("ldquo rdquo bdquo", 0x201C)
    add("dagger Dagger bull", 0x2020)
    add("larr uarr rarr darr harr", 0x2190)
    for (name, scalar) in [
      ("OElig", "Œ"), ("oelig", "œ"), ("Scaron", "Š"), ("scaron", "š"), ("Yuml", "Ÿ"), ("fnof", "ƒ"), ("circ", "ˆ"),
      ("tilde", "˜"), ("ensp", "\u{2002}"), ("emsp", "\u{2003}"), ("thinsp", "\u{2009}"), ("zwnj", "\u{200C}"),
      ("zwj", "\u{200D}"), ("lrm", "\u{200E}"), ("rlm", "\u{200F}"), ("hellip", "…"), ("permil", "‰"), ("prime", "′"),
      ("Prime", "″"), ("lsaquo", "‹"), ("rsaquo", "›"), ("oline", "‾"), ("frasl", "⁄"), ("euro", "€"), ("trade", "™"),
      ("minus", "−"), ("infin", "∞"), ("asymp", "≈"), ("ne", "≠"), ("le", "≤"), ("ge", "≥"), ("hearts", "♥"),
    ] as [(String, Unicode.Scalar)] { result[name] = scalar }
    return result
  }()
}
