/// The limits for reading a bundle.
///
/// A bundle that exceeds a total limit is not read at all. A file that exceeds its own limit is left out. Both are
/// reported.
package struct BundleLimits: Sendable, Hashable {
  /// The maximum number of files and directories in a bundle, including those that are not read. A bundle with more is
  /// not read.
  package var entries: Int
  /// The maximum number of nested directories above a file of a bundle. Deeper files are left out.
  package var depth: Int
  /// The maximum size of a JSON document in a bundle, in bytes. A larger one is left out.
  package var documentBytes: Int
  /// The maximum size of an image file in a bundle, in bytes. A larger one is left out.
  package var imageBytes: Int
  /// The maximum number of pixels of an image in a bundle, regardless of its file size. A larger one is left out. A
  /// small file can contain a huge image.
  package var imagePixels: Int
  /// The maximum total size of all files of a bundle, in bytes. A larger bundle is not read.
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
