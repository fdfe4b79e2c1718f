import TesseraBundles
import TesseraGraphics
import TesseraRuntime
import TesseraServices
import TesseraValues
import TesseraViews

extension HeadlessHost {
  /// Draws the tree of a presentation.
  func draw(_ tree: ViewTree, format: RenderFormat, scheme: ColorScheme, scale: Double) async throws -> [UInt8] {
    if format == .tree { return Array((TreeText.json(for: tree) + "\n").utf8) }
    let images = await images(for: tree)
    let renderer = TreeRenderer(images: images, scheme: scheme, scale: scale)
    return switch format {
    case .svg: Array(try renderer.svg(tree).utf8)
    case .pdf: try renderer.pdf(tree)
    case .png, .tree: try renderer.png(tree)
    }
  }

  /// Returns the images that a tree shows, from the bundle and from servers. Images that cannot be loaded are left out.
  private func images(for tree: ViewTree) async -> RenderedImages {
    var images = RenderedImages()
    for (name, bytes) in instance.imageBytes(for: tree) { images.bytes[.name(name)] = bytes }
    for node in tree.preorder() {
      if let url = node[.image].value(at: "url").string, images.bytes[.url(url)] == nil {
        images.bytes[.url(url)] = try? await instance.remoteImage(url: url).bytes
      }
    }
    return images
  }
}

/// The data of images, by name and by URL.
struct RenderedImages: ImageProviding {
  var bytes: [ImageReference: [UInt8]] = [:]

  func imageData(for reference: ImageReference) -> [UInt8]? { bytes[reference] }
}
