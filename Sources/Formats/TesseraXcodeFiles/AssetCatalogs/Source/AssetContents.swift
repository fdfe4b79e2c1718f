import TesseraValues

/// A file `Contents.json` of a source catalogue.
struct AssetContents {
  /// The entries of `images`.
  let images: [[String: Value]]
  /// The entries of `colors`.
  let colors: [[String: Value]]
  /// Whether the name of the group is a part of the names in it.
  let providesNamespace: Bool
  /// Whether images of the set are drawn in their own colours.
  let renderingMode: ImageRenderingMode

  init(_ bytes: [UInt8]) throws(XcodeFileError) {
    let value: Value
    do {
      value = try Value.parseJSON(bytes, limits: SourceAssetCatalog.limits)
    } catch { throw XcodeFileError(error.message) }
    guard let members = value.dictionary else { throw XcodeFileError("'Contents.json' is not an object") }
    images = (members["images"]?.array ?? []).compactMap(\.dictionary)
    colors = (members["colors"]?.array ?? []).compactMap(\.dictionary)
    let properties = members["properties"]?.dictionary ?? [:]
    providesNamespace = if case .bool(true) = properties["provides-namespace"] { true } else { false }
    renderingMode =
      properties["template-rendering-intent"]?.string.flatMap(ImageRenderingMode.init(rawValue:)) ?? .automatic
  }

  /// Reads a colour: a colour space with components, or a reference to one of the system.
  static func color(_ content: Value) throws(XcodeFileError) -> ColorAsset.Content {
    let members = content.dictionary ?? [:]
    if let reference = members["reference"]?.string { return .system(reference) }
    let spaceName = members["color-space"]?.string ?? "srgb"
    guard let space = AssetColor.ColorSpace(rawValue: spaceName) else {
      throw XcodeFileError("the colour space '\(spaceName)' is not known")
    }
    let components = members["components"]?.dictionary ?? [:]
    let names = space.componentCount == 1 ? ["white"] : ["red", "green", "blue"]
    var numbers: [Double] = []
    for name in names {
      guard let number = component(components[name], isOpacity: false) else {
        throw XcodeFileError("the component '\(name)' of a colour is absent or not a number")
      }
      numbers.append(number)
    }
    guard let alpha = component(components["alpha"] ?? .string("1.0"), isOpacity: true),
      let color = AssetColor(space, numbers, alpha: alpha)
    else { throw XcodeFileError("the opacity of a colour is not a number") }
    return .color(color)
  }

  /// Reads a component in one of Xcode's forms: `0xFF` and `255` count to 255, `0.5` and `1.000` to 1. An opacity without
  /// a point counts to 1.
  private static func component(_ value: Value?, isOpacity: Bool) -> Double? {
    switch value {
    case .double(let number): return number
    case .integer(let number): return isOpacity || number == 0 || number == 1 ? Double(number) : Double(number) / 255
    case .string(let text):
      let digits = text.lowercased()
      if digits.hasPrefix("0x") {
        return UInt16(digits.dropFirst(2), radix: 16).flatMap { $0 <= 255 ? Double($0) / 255 : nil }
      }
      guard let number = Double(digits), number.isFinite else { return nil }
      return isOpacity || digits.contains(".") || digits.contains("e") ? number : number / 255
    default: return nil
    }
  }

  /// Reads the parts of an image that keep their size, in pixels.
  static func resizingInsets(_ entry: [String: Value]) -> ImageInsets? {
    insets(entry["resizing"]?.dictionary?["cap-insets"])
  }

  /// Reads insets. Absent sides are 0; nil if all are.
  static func insets(_ value: Value?) -> ImageInsets? {
    guard let sides = value?.dictionary else { return nil }
    func side(_ name: String) -> Int {
      switch sides[name] {
      case .integer(let number): Int(clamping: max(0, min(number, 1 << 15)))
      case .double(let number): Int(max(0, min(number, 32768)))
      default: 0
      }
    }
    let insets = ImageInsets(top: side("top"), left: side("left"), bottom: side("bottom"), right: side("right"))
    return insets == ImageInsets(top: 0, left: 0, bottom: 0, right: 0) ? nil : insets
  }
}
