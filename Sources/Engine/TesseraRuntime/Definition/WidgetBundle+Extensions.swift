public import TesseraBundles
package import TesseraValues

extension WidgetBundle {
  /// Reads a bundle in any of the registered formats from a directory.
  ///
  /// - Parameters:
  ///   - path: The directory, absolute or relative to the current one.
  ///   - mode: The mode in which to open the bundle.
  ///   - extensions: The formats of bundles.
  public init(directory path: String, mode: BundleMode = .production, extensions: WidgetExtensions) {
    self.init(.folder(path), mode: mode, extensions: extensions)
  }

  /// Reads a widget in any of the registered formats.
  ///
  /// - Parameters:
  ///   - source: The location of the widget.
  ///   - mode: The mode in which to open the bundle.
  ///   - base: For a single document, the base URL of addresses that start with `/`. Its host is the one that the
  ///     widget may contact.
  ///   - extensions: The formats of bundles.
  ///   - decoding: Where an archive is unpacked, and pictures in SVG are parsed; nil for this process.
  package init(
    _ source: WidgetSource, mode: BundleMode = .production, base: String? = nil,
    extensions: WidgetExtensions, decoding: (any ContentDecoding)? = nil
  ) {
    let files = extensions.bundleFormats.open(source, base: base, decoding: decoding)
    self.init(files: files, mode: mode, decoding: decoding)
  }
}
