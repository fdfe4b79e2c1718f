import TesseraValues
import TesseraXcodeFiles

extension XcodeBundle {
  /// The path of the compiled catalogue.
  private static let compiledCatalogue = "Assets.car"
  /// The maximum number of images of a catalogue. Further ones are left out.
  private static let maximumImages = 500

  /// Writes the images of catalogues, and those beside them.
  mutating func translateImages() {
    writeLooseImages()
    if files.contains(Self.compiledCatalogue) { translateCompiledCatalogue() } else { translateSourceCatalogues() }
  }

  /// Writes an image as a file.
  private mutating func writeImage(
    _ content: [UInt8], _ fileExtension: String, of asset: String, scale: Int?, _ mode: ImageRenderingMode = .automatic
  ) {
    translation.files["\(imagePath(of: asset, scale: scale, mode)).\(fileExtension)"] = content
  }

  /// Names an image that is written next, without the extension: `images/logo@2x` has two pixels per point. It takes the
  /// place of an earlier one of this name.
  private mutating func imagePath(of asset: String, scale: Int?, _ mode: ImageRenderingMode) -> String {
    let path = "images/\(pictures.add(asset, mode))"
    for fileExtension in ImageFormat.allCases.flatMap(\.fileExtensions) {
      for scale in ImageScale.allCases { translation.files["\(path)\(scale.suffix).\(fileExtension)"] = nil }
    }
    return path + (ImageScale(rawValue: min(scale ?? 1, 3)) ?? .one).suffix
  }

  // MARK: Catalogues

  private mutating func translateCompiledCatalogue() {
    let path = Self.compiledCatalogue
    do throws(XcodeFileError) {
      guard let content = bytes(path) else { throw XcodeFileError("The file cannot be read") }
      let reader = try AssetCatalogReader(content)
      var loader = AssetImageLoader(reader)
      for problem in reader.catalog.problems {
        report(.warning, "asset-catalogue", path, "'\(problem.location)' cannot be read: \(problem.error.reason)")
      }
      let images = Self.chosenImages(of: reader.catalog)
      // Images of a sheet one after the other, because the sheet is decoded for them.
      let sheets = images.map { loader.sheet(of: $0) }
      var contents: [Int: Result<(AssetImageFormat, [UInt8]), XcodeFileError>] = [:]
      for index in images.indices.sorted(by: { (sheets[$0], $0) < (sheets[$1], $1) }) {
        contents[index] = Result { () throws(XcodeFileError) in try loader.file(of: images[index]) }
      }
      for (index, image) in images.enumerated() {
        do throws(XcodeFileError) {
          guard let (format, file) = try contents[index]?.get() else { continue }
          write(file, format, of: image, in: path)
          reportTint(of: image, in: path)
        } catch {
          report(.warning, "asset-catalogue", path, "The image '\(image.name)' cannot be read: \(error.reason)")
        }
      }
    } catch {
      report(.error, "asset-catalogue", path, "The catalogue cannot be read: \(error.reason)")
    }
  }

  private mutating func translateSourceCatalogues() {
    let bytes = bytes
    let source = SourceAssetCatalog(paths: files) { path throws(XcodeFileError) in
      guard let content = bytes(path) else { throw XcodeFileError("The file cannot be read") }
      return content
    }
    for problem in source.catalog.problems {
      report(.warning, "asset-catalogue", problem.location, "A part of the set cannot be read: \(problem.error.reason)")
    }
    for image in Self.chosenImages(of: source.catalog) {
      guard case .file(let path) = image.source else { continue }
      guard let format = AssetImageFormat(fileName: path), let file = bytes(path) else {
        report(.warning, "asset-catalogue", path, "The image '\(image.name)' cannot be read")
        continue
      }
      write(file, format, of: image, in: path)
      reportTint(of: image, in: path)
    }
  }

  /// Returns one image for each name: that for phones in light mode with the largest scale.
  private static func chosenImages(of catalog: AssetCatalog) -> [ImageAsset] {
    let groups = Dictionary(grouping: catalog.images.filter { !$0.isAppIcon }, by: \.name)
    return groups.sorted { $0.key < $1.key }.prefix(maximumImages).compactMap { name, images in
      var group = AssetCatalog()
      group.images = images
      return group.images(named: name, idiom: .phone).first
    }
  }

  /// - Parameter location: The path of the file that contains the image, for diagnostics.
  private mutating func write(_ file: [UInt8], _ format: AssetImageFormat, of image: ImageAsset, in location: String) {
    switch format {
    case .svg: writeImage(file, "svg", of: image.name, scale: nil, image.renderingMode)
    case .png: writeImage(file, "png", of: image.name, scale: image.traits.scale, image.renderingMode)
    case .jpeg: writeImage(file, "jpg", of: image.name, scale: image.traits.scale, image.renderingMode)
    case .heif, .pdf:
      report(
        .warning, "asset-catalogue", location,
        "The image '\(image.name)' is \(format.rawValue.uppercased()), which cannot be shown")
    }
  }

  private mutating func reportTint(of image: ImageAsset, in location: String) {
    guard image.isTemplate else { return }
    report(
      .warning, "asset-catalogue", location,
      "Where data names the image '\(image.name)', it is drawn in its own colours instead of that of the view")
  }

  // MARK: Loose images

  /// Copies loose images, of several scales the largest.
  private mutating func writeLooseImages() {
    for path in files.sorted() where !path.contains("/") && !path.hasPrefix("AppIcon") && !path.contains("~ipad") {
      guard let dot = path.lastIndex(of: "."), dot > path.startIndex else { continue }
      let fileExtension = path[path.index(after: dot)...].lowercased()
      guard ImageFormat(fileExtension: fileExtension) != nil, let content = bytes(path) else { continue }
      let stem = String(path[..<dot]).replacing("~iphone", with: "")
      // `a@2x.png` comes before `a@3x.png`, and both after `a.png`.
      let (name, scale) = ImageScale.split(stem)
      writeImage(content, fileExtension, of: name, scale: scale.rawValue)
    }
  }
}
