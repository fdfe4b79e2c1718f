/// The limits for reading a bundle.
///
/// A bundle that exceeds a total limit is not read at all. A file that exceeds its own limit is left out. Both are
/// reported.
package struct BundleLimits: Sendable, Hashable {
  /// The maximum number of files and directories, including those that are not read.
  package var entries: Int
  /// The maximum number of nested directories above a file.
  package var depth: Int
  /// The maximum size of a JSON document, in bytes.
  package var documentBytes: Int
  /// The maximum size of an image file, in bytes.
  package var imageBytes: Int
  /// The maximum number of pixels of an image, regardless of its file size: a small file can contain a huge image.
  package var imagePixels: Int
  /// The maximum total size of all files, in bytes.
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

  /// The default limits: 1,000 entries, 8 levels, 4 MiB per document, 10 MiB and 40 million pixels per image, 64 MiB in
  /// total.
  package static let standard = BundleLimits()
}
