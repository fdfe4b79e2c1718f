import CICU

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The encoding of a text, by the labels of the Encoding standard (WHATWG), as browsers read them.
package struct TextEncoding: Sendable, Hashable {
  /// The name of ICU's converter.
  private let converter: String

  private init(converter: String) { self.converter = converter }

  /// UTF-8.
  package static let utf8 = TextEncoding(converter: "UTF-8")
  /// Windows-1252, which is also what `iso-8859-1` and `us-ascii` mean.
  package static let windows1252 = TextEncoding(converter: "windows-1252")

  /// Finds the encoding of a label, whatever the case of its letters; nil if the standard has none of that name.
  package init?(label: String) {
    let label = label.lowercased().trimmingPrefix { $0.isWhitespace }
    guard label.utf8.count <= 40 else { return nil }
    let name = String(label.reversed().trimmingPrefix { $0.isWhitespace }.reversed())
    guard let converter = Self.converters[name] else { return nil }
    self.converter = converter
  }

  /// Returns the encoding that a byte order mark at the beginning of some bytes says, and the number of bytes of the mark.
  package static func marked(_ bytes: some Collection<UInt8>) -> (encoding: TextEncoding, count: Int)? {
    let head = Array(bytes.prefix(3))
    if head == [0xEF, 0xBB, 0xBF] { return (.utf8, 3) }
    if head.prefix(2) == [0xFF, 0xFE] { return (TextEncoding(converter: "UTF-16LE"), 2) }
    if head.prefix(2) == [0xFE, 0xFF] { return (TextEncoding(converter: "UTF-16BE"), 2) }
    return nil
  }

  /// Whether ASCII is what it is in ASCII.
  package var isASCIICompatible: Bool { !converter.hasPrefix("UTF-16") }

  /// Decodes bytes without a byte order mark. What is malformed becomes U+FFFD.
  ///
  /// - Complexity: O(*n*), about 100 MB a second. Three times the memory of the bytes is used meanwhile.
  package func text(of bytes: ArraySlice<UInt8>) -> String {
    if self == .utf8 { return String(decoding: bytes, as: UTF8.self) }
    return bytes.withUnsafeBytes { buffer in
      var length: Int32 = 0
      let start = buffer.bindMemory(to: CChar.self).baseAddress
      guard let count = Int32(exactly: buffer.count), count < .max - 16,
        let units = tessera_decode(converter, start, count, &length)
      else { return String(decoding: buffer, as: UTF8.self) }
      defer { free(units) }
      return String(decoding: UnsafeBufferPointer(start: units, count: Int(length)), as: UTF16.self)
    }
  }

  /// ICU's converters by the labels of the standard's table (section 4.2). ISO-2022-JP and the replacement encoding are
  /// left out: they hide markup, and no service was seen that sends them.
  private static let converters: [String: String] = {
    var result: [String: String] = [:]
    for (converter, labels) in table { for label in labels.split(separator: " ") { result[String(label)] = converter } }
    return result
  }()

  private static let table = [
    ("UTF-8", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"),
    (
      "windows-1252",
      """
      ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 \
      iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
      """
    ),
    ("ibm-866", "866 cp866 csibm866 ibm866"),
    ("ISO-8859-2", "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"),
    ("ISO-8859-3", "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"),
    ("ISO-8859-4", "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"),
    ("ISO-8859-5", "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"),
    ("ISO-8859-6", "arabic asmo-708 csisolatinarabic ecma-114 iso-8859-6 iso-ir-127 iso8859-6 iso88596 iso_8859-6"),
    (
      "ISO-8859-7", "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7"
    ),
    (
      "ISO-8859-8",
      "csisolatinhebrew hebrew iso-8859-8 iso-8859-8-i iso-ir-138 iso8859-8 iso88598 iso_8859-8 logical visual"
    ),
    ("ISO-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ("ISO-8859-13", "iso-8859-13 iso8859-13 iso885913"),
    ("ISO-8859-14", "iso-8859-14 iso8859-14 iso885914"),
    ("ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
    ("ISO-8859-16", "iso-8859-16"),
    ("KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r"),
    ("KOI8-U", "koi8-ru koi8-u"),
    ("macintosh", "csmacintosh mac macintosh x-mac-roman"),
    ("windows-874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    ("windows-1250", "cp1250 windows-1250 x-cp1250"),
    ("windows-1251", "cp1251 windows-1251 x-cp1251"),
    ("windows-1253", "cp1253 windows-1253 x-cp1253"),
    (
      "windows-1254",
      "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 l5 latin5 windows-1254 x-cp1254"
    ),
    ("windows-1255", "cp1255 windows-1255 x-cp1255"),
    ("windows-1256", "cp1256 windows-1256 x-cp1256"),
    ("windows-1257", "cp1257 windows-1257 x-cp1257"),
    ("windows-1258", "cp1258 windows-1258 x-cp1258"),
    ("x-mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian"),
    ("gb18030", "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030"),
    ("Big5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    ("EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
    ("windows-31j", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
    (
      "windows-949",
      "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
    ),
    ("UTF-16BE", "unicodefffe utf-16be"),
    ("UTF-16LE", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"),
  ]
}
