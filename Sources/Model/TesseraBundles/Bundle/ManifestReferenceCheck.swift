import TesseraValues

/// Checks that the screens and images that a manifest names exist.
struct ManifestReferenceCheck {
  /// The places of the names in the manifest.
  struct Ranges {
    var main: SourceRange?
    var sizedScreens: [SourceRange] = []
    var icon: SourceRange?
  }

  let ranges: Ranges
  private(set) var diagnostics = Diagnostics()

  init(_ ranges: Ranges) { self.ranges = ranges }

  /// Checks the main screen, the screens of sizes and settings, and the icon. Without a main screen, the manifest gets the obvious one.
  /// - Parameters:
  ///   - manifest: The manifest, whose main screen is set if it names none.
  ///   - screens: The names of all screens.
  ///   - images: The names of all images.
  mutating func check(_ manifest: inout Manifest, screens: [String], images: some Collection<String>) {
    if manifest.main.isEmpty {
      if screens.contains("Main") || screens.count == 1 {
        manifest.main = screens.contains("Main") ? "Main" : screens[0]
      } else {
        diagnostics.add(
          Diagnostic(
            rule: "missing-screen", file: ManifestReader.path,
            message: screens.isEmpty
              ? "The bundle has no screen" : "The manifest does not specify the main screen",
            fix: screens.isEmpty ? "Add 'screens/Main.json'" : "Add the key 'main' with the name of a screen"))
      }
    } else if !screens.contains(manifest.main) {
      reportMissingScreen("The main screen", manifest.main, at: ranges.main, in: screens)
    }
    for (choice, range) in zip(manifest.sizes.screens, ranges.sizedScreens) where !screens.contains(choice.screen) {
      reportMissingScreen("The screen", choice.screen, at: range, in: screens)
    }
    if let settings = manifest.board.settings, !screens.contains(settings.value) {
      reportMissingScreen("The screen", settings.value, at: settings.range, in: screens)
      manifest.board.settings = nil
    }
    if let icon = manifest.icon, !images.contains(icon) {
      diagnostics.add(
        Diagnostic(
          rule: "missing-image", file: ManifestReader.path, range: ranges.icon,
          message: "The icon '\(icon)' is not an image in the bundle",
          fix: SpellingSuggestion.fix(for: icon, in: images)
            ?? "Add 'images/\(icon).png', or name an image without directory and ending"))
    }
  }

  private mutating func reportMissingScreen(
    _ subject: String, _ name: String, at range: SourceRange?, in screens: [String]
  ) {
    diagnostics.add(
      Diagnostic(
        rule: "missing-screen", file: ManifestReader.path, range: range,
        message: "\(subject) '\(name)' has no file 'screens/\(name).json'",
        fix: SpellingSuggestion.fix(for: name, in: screens)))
  }
}
