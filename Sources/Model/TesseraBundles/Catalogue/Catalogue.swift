/// A list of widgets that can be installed, as a static document on a server or a disk.
///
/// ```json
/// {
///   "format": 1,
///   "name": "Trains",
///   "widgets": [
///     {
///       "manifest": {"id": "org.example.departures", "name": "Departures", "version": "1.2.0"},
///       "strings": {"de": {"manifest.name": "Abfahrten"}},
///       "archive": "org.example.departures-1.2.0.zip",
///       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
///       "picture": "org.example.departures.png"
///     }
///   ]
/// }
/// ```
///
/// A widget's manifest says there what it does in the bundle, so people see what the widget contacts before they
/// install it. Addresses of archives and pictures are relative to that of the document.
package struct Catalogue: Sendable {
  /// The name of the document in a folder.
  package static let fileName = "catalogue.json"
  /// The maximum size of the document, in bytes. A larger one is refused.
  package static let maximumBytes = 8 << 20
  /// The maximum number of widgets. Further ones are left out, and reported.
  package static let maximumWidgets = 2_000

  /// The name of the catalogue.
  package var name: String
  /// The widgets, in the order of the document.
  package var entries: [Entry]

  /// A widget that can be installed.
  package struct Entry: Sendable {
    /// The manifest and the texts that belong to it, and nothing else of the bundle.
    package var outline: WidgetBundle
    /// Where the bundle is.
    package var source: Source
    /// The address of a picture of the widget, relative to that of the catalogue.
    package var picture: String?

    /// Creates an entry.
    package init(outline: WidgetBundle, source: Source, picture: String? = nil) {
      self.outline = outline
      self.source = source
      self.picture = picture
    }

    /// The widget's manifest.
    package var manifest: Manifest { outline.manifest }
  }

  /// Where the bundle of a widget is.
  package enum Source: Sendable, Hashable {
    /// An archive, with its address relative to that of the catalogue, and its SHA-256 in hexadecimal digits.
    case archive(String, sha256: String)
    /// A folder, or an archive whose content need not be checked, on this machine.
    case local(WidgetSource)
  }

  /// Creates a catalogue.
  package init(name: String, entries: [Entry]) {
    self.name = name
    self.entries = entries
  }

  /// Returns the widgets that a name means: the one with this identity, or else those with this last part of the
  /// identity or this display name, in any case.
  package func entries(named name: String) -> [Entry] {
    if let exact = entries.first(where: { $0.manifest.id == name }) { return [exact] }
    let wanted = name.lowercased()
    return entries.filter { entry in
      let lastPart = entry.manifest.id.split(separator: ".").last ?? ""
      return lastPart.lowercased() == wanted || entry.manifest.name.lowercased() == wanted
    }
  }
}
