/// What people call the device of a session: its browser and its system, such as `Firefox, Linux`.
enum DeviceName {
  /// The maximum number of characters of the name of an unknown program. The rest is left out.
  private static let maximumLength = 30

  /// The marks of browsers. Browsers also have the marks of those after them.
  private static let browsers = [
    ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]

  /// The marks of systems. Systems also have the marks of those after them.
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"), ("Linux", "Linux"),
  ]

  /// Returns the name of a device by its `User-Agent` field; nil if it tells nothing.
  static func name(ofUserAgent field: String) -> String? {
    let browser = browsers.first { field.contains($0.0) }?.1 ?? program(in: field)
    let system = systems.first { field.contains($0.0) }?.1
    let parts = [browser, system].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Returns the name of the first product in a field, such as `curl` in `curl/8.5`.
  private static func program(in field: String) -> String? {
    let name = field.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
    return name.isEmpty ? nil : String(name.prefix(maximumLength))
  }
}
