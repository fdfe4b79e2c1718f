/// What an asset catalogue contains, compiled or in source form. Image data are not loaded.
package struct AssetCatalog: Sendable {
  /// The images, by name. A set has as many as it has forms.
  package var images: [ImageAsset] = []
  /// What could not be read. The rest is complete.
  package var problems: [Problem] = []

  /// A part of a catalogue that could not be read.
  package struct Problem: Sendable, Hashable {
    /// The name of the asset, or the path of the file.
    package var location: String
    /// What is wrong.
    package var error: XcodeFileError
  }

  /// The most problems that are collected.
  package static let maximumProblems = 100

  /// Creates an empty catalogue.
  package init() {}

  /// Adds a problem, unless there are many.
  mutating func addProblem(_ location: String, _ error: XcodeFileError) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(Problem(location: location, error: error))
  }

  /// Sorts images by name and scale. Others keep their order.
  mutating func sort() {
    images.sort { ($0.name, $0.traits.scale ?? 0) < ($1.name, $1.traits.scale ?? 0) }
  }

  /// Returns the images of a set that fit devices of an idiom, the best first: those for the idiom before universal
  /// ones, those for the appearance before those for any, then those with the larger scale.
  package func images(named name: String, idiom: AssetTraits.Idiom, isDark: Bool = false) -> [ImageAsset] {
    let wanted = isDark ? AssetTraits.Luminosity.dark : .light
    func rank(_ image: ImageAsset) -> (Int, Int, Int) {
      let traits = image.traits
      let distance = (traits.idiom == idiom ? 0 : 2) + (traits.luminosity == wanted ? 0 : 1)
      return (distance, traits.isHighContrast ? 1 : 0, -(traits.scale ?? 4))
    }
    return
      images.filter {
        $0.name == name && ($0.traits.idiom == idiom || $0.traits.idiom == .universal)
          && ($0.traits.luminosity == wanted || $0.traits.luminosity == .any)
      }
      .sorted { rank($0) < rank($1) }
  }
}
