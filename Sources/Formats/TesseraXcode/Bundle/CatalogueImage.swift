package import TesseraValues
import TesseraXcodeFiles

/// An image of a compiled catalogue, which becomes a PNG file when it is asked for.
package struct CatalogueImage: Sendable {
  /// The width in pixels.
  package var width: Int { pixels.width }
  /// The height in pixels.
  package var height: Int { pixels.height }
  /// The number of bytes of the compressed pixels.
  package var byteCount: Int { pixels.byteCount }
  /// A checksum of the catalogue and the name: the pixels differ only if it does.
  package let checksum: Checksum

  private let name: String
  private let catalogue: String
  private let pixels: AssetPixels

  /// - Parameters:
  ///   - catalogue: The path of the catalogue.
  ///   - version: The checksum of the catalogue.
  init(name: String, catalogue: String, version: Checksum, pixels: AssetPixels) {
    (self.name, self.catalogue, self.pixels) = (name, catalogue, pixels)
    checksum = Checksum(of: Array("\(version) \(name)".utf8))
  }

  /// Decodes the pixels, and returns them as a PNG file.
  package func png() throws(Diagnostic) -> [UInt8] {
    var reason = "there is not enough memory"
    do throws(XcodeFileError) {
      if let file = PNGEncoder.encode(try pixels.decoded()) { return file }
    } catch {
      reason = error.reason
    }
    throw Diagnostic(
      .warning, rule: "asset-catalogue", file: catalogue, message: "The image '\(name)' cannot be read: \(reason)")
  }
}
