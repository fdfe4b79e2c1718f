/// The bounds within which a bundle is read. A bundle over a bound of the whole is not read at all; a file over its own
/// bound is left out. Both are reported.
package struct BundleLimits: Sendable, Hashable {
  /// The most files and directories, those that are not read included.
  package var entries: Int
  /// The most directories a file may lie in.
  package var depth: Int
  /// The largest JSON document, in bytes.
  package var documentBytes: Int
  /// The largest image file, in bytes.
  package var imageBytes: Int
  /// The largest image, in pixels, whatever the file's size: a small file can hold a huge picture.
  package var imagePixels: Int
  /// The most bytes of all files together.
  package var totalBytes: Int

  /// Creates limits.
  package init(
    entries: Int = 1000, depth: Int = 8, documentBytes: Int = 4 << 20, imageBytes: Int = 10 << 20,
    imagePixels: Int = 40_000_000, totalBytes: Int = 64 << 20
  ) {
    self.entries = entries
    self.depth = depth
    self.documentBytes = documentBytes
    self.imageBytes = imageBytes
    self.imagePixels = imagePixels
    self.totalBytes = totalBytes
  }

  /// 1,000 entries, 8 levels, documents of 4 MiB, images of 10 MiB and 40 million pixels, 64 MiB in all.
  package static let standard = BundleLimits()
}
