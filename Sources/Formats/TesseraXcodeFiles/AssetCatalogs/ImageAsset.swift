/// Whether an image is drawn in its own colours.
package enum ImageRenderingMode: String, Sendable, Hashable {
  /// The view that shows it decides.
  case automatic
  /// It is drawn in its own colours.
  case original
  /// Only its opacity matters: it is drawn in a tint colour.
  case template
}

/// Distances from the edges of an image, in pixels.
package struct ImageInsets: Sendable, Hashable {
  package var top: Int
  package var left: Int
  package var bottom: Int
  package var right: Int

  /// Creates insets.
  package init(top: Int, left: Int, bottom: Int, right: Int) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
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
  /// The name of the file that was compiled, such as `gear@2x.png`.
  package var fileName: String
  /// The devices for which it is.
  package var traits: AssetTraits
  /// Whether it is drawn in its own colours.
  package var renderingMode = ImageRenderingMode.automatic
  /// Whether it belongs to an app icon.
  package var isAppIcon = false
  /// The width in pixels; nil if only the content tells.
  package var width: Int?
  /// The height in pixels; nil if only the content tells.
  package var height: Int?
  /// The parts at the edges that keep their size when the image is resized; nil if it has none.
  package var resizingInsets: ImageInsets?
  /// The parts at the edges that layout leaves out; nil if it has none.
  package var alignmentInsets: ImageInsets?
  /// Where the content is.
  package var source: Source

  /// Creates an image.
  package init(name: String, fileName: String, traits: AssetTraits, source: Source) {
    self.name = name
    self.fileName = fileName
    self.traits = traits
    self.source = source
  }

  /// Whether it is drawn in a tint colour.
  package var isTemplate: Bool { renderingMode == .template }
}
