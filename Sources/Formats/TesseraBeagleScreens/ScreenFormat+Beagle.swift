public import TesseraRuntime

extension ScreenFormat {
  /// Beagle's payloads, as its iOS client 2.x reads them. What is wrong is left out or shown in its place.
  public static let beagle = ScreenFormat("beagle", reader: BeagleScreenReader(), requestHeaders: requestHeaders)

  /// Beagle's payloads, read as strictly as the original: the first mistake fails the whole screen.
  package static let strictBeagle = ScreenFormat(
    "beagle", reader: BeagleScreenReader(.strict), requestHeaders: requestHeaders)

  /// Backends answer with the payload for a platform, which the original's client for iOS names so.
  private static let requestHeaders = ["beagle-platform": "IOS"]
}
