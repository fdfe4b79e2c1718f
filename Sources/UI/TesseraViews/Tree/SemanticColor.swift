/// A colour by its purpose. A host has one value for the light and one for the dark colour scheme.
public enum SemanticColor: String, Sendable, Hashable, CaseIterable {
  /// The background of the window and of screens.
  case background
  /// The background of groups, bars and fields.
  case secondaryBackground
  /// Primary text.
  case label
  /// Secondary text.
  case secondaryLabel
  /// Placeholder text in empty fields.
  case placeholderText
  /// Thin separator lines.
  case separator
  /// Interactive elements.
  case accent
  /// Text on the accent colour.
  case onAccent
  /// Errors and destructive actions.
  case destructive
  /// What needs attention before it is an error.
  case warning
  /// What is good: gains, and what works.
  case positive
  /// Transparent.
  case clear

  /// Red, green, blue and alpha from 0 to 255 in the light and the dark colour scheme. Text colours reach a contrast
  /// of 4.5 : 1 on both backgrounds (WCAG 2.2, level AA).
  public var components: (light: ColorComponents, dark: ColorComponents) {
    switch self {
    case .background: (ColorComponents(0xFF_FF_FF), ColorComponents(0x15_16_1A))
    case .secondaryBackground: (ColorComponents(0xF2_F3_F5), ColorComponents(0x22_24_2A))
    case .label: (ColorComponents(0x17_18_1C), ColorComponents(0xF1_F2_F4))
    case .secondaryLabel: (ColorComponents(0x5A_5E_68), ColorComponents(0xA6_AA_B4))
    case .placeholderText: (ColorComponents(0x6B_6F_79), ColorComponents(0x92_97_A2))
    case .separator: (ColorComponents(0xD9_DB_E0), ColorComponents(0x34_37_3F))
    case .accent: (ColorComponents(0x1F_5F_D6), ColorComponents(0x7C_AC_FF))
    case .onAccent: (ColorComponents(0xFF_FF_FF), ColorComponents(0x0B_16_2B))
    case .destructive: (ColorComponents(0xB8_24_2A), ColorComponents(0xFF_8A_85))
    case .warning: (ColorComponents(0x8A_5A_00), ColorComponents(0xFF_C1_5C))
    case .positive: (ColorComponents(0x1B_6E_35), ColorComponents(0x6F_D3_8A))
    case .clear:
      (ColorComponents(red: 0, green: 0, blue: 0, alpha: 0), ColorComponents(red: 0, green: 0, blue: 0, alpha: 0))
    }
  }
}

/// A colour in sRGB, not premultiplied.
public struct ColorComponents: Sendable, Hashable {
  /// The red component, 0 to 255.
  public var red: UInt8
  /// The green component, 0 to 255.
  public var green: UInt8
  /// The blue component, 0 to 255.
  public var blue: UInt8
  /// The alpha component, 0 (clear) to 255 (opaque).
  public var alpha: UInt8

  /// Creates a colour from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates an opaque colour from a number like 0xRRGGBB.
  public init(_ rgb: UInt32) {
    self.init(red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
  }

  /// Parses `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; nil for any other text.
  public init?(hex text: String) {
    guard text.hasPrefix("#") else { return nil }
    var digits: [UInt8] = []
    for character in text.dropFirst() {
      guard character.isASCII, let digit = character.hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    switch digits.count {
    case 3, 4:
      let parts = digits.map { $0 * 17 }
      self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 255)
    case 6, 8:
      let parts = stride(from: 0, to: digits.count, by: 2).map { (index: Int) -> UInt8 in
        digits[index] * 16 + digits[index + 1]
      }
      self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 255)
    default: return nil
    }
  }
}

/// The light or dark appearance.
public enum ColorScheme: String, Sendable, Hashable, CaseIterable {
  /// Dark text on a light background.
  case light
  /// Light text on a dark background.
  case dark
}

extension ColorComponents {
  /// Creates a colour from a colour attribute: a hexadecimal text or the name of a ``SemanticColor``; nil for any
  /// other text.
  public init?(_ text: String, in scheme: ColorScheme) {
    if let semantic = SemanticColor(rawValue: text) {
      self = scheme == .light ? semantic.components.light : semantic.components.dark
    } else {
      self.init(hex: text)
    }
  }
}
