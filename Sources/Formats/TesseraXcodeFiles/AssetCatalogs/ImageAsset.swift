/// Whether an image is drawn in its own colours.
package enum ImageRenderingMode: String, Sendable, Hashable {
  /// The view that shows it decides.
  case automatic
  /// It is drawn in its own colours.
  case original
  /// Only its opacity matters: it is drawn in a tint colour.
  case template
}

/// An image of a catalogue for certain devices. Images of the same set have the same name.
package struct ImageAsset: Sendable, Hashable {
  /// Where the content is.
  package enum Source: Sendable, Hashable {
    /// The number of a rendition in the compiled catalogue.
    case rendition(Int)
    /// The path of a file in the source catalogue.
    case file(String)
  }

  /// The name by which code and nibs refer to the set, with the names of its namespaces before it: `icons/gear`.
  package var name: String
  /// The devices for which it is.
  package var traits: AssetTraits
  /// Whether it is drawn in its own colours.
  package var renderingMode = ImageRenderingMode.automatic
  /// Whether it belongs to an app icon.
  package var isAppIcon = false
  /// Where the content is.
  package var source: Source

  /// Creates an image.
  package init(name: String, traits: AssetTraits, source: Source) {
    self.name = name
    self.traits = traits
    self.source = source
  }

  /// Whether it is drawn in a tint colour.
  package var isTemplate: Bool { renderingMode == .template }
}
