package import TesseraValues

/// A format of bundles besides the native one. A package provides it, and an app registers it:
///
/// ```swift
/// var extensions = WidgetExtensions.standard
/// extensions.register(.xcode)
/// ```
public struct BundleFormat: Sendable {
  /// The name that identifies the format.
  let name: String
  /// Returns the files of a bundle with documents of ours in place of those in the format.
  let translate: @Sendable (any BundleFiles) -> any BundleFiles

  /// Creates a format.
  /// - Parameter translate: Returns the files of a bundle with documents of ours in place of those in the format. A bundle
  ///   in another format stays as it is.
  package init(_ name: String, translate: @escaping @Sendable (any BundleFiles) -> any BundleFiles) {
    self.name = name
    self.translate = translate
  }
}

/// The formats in which bundles are opened besides the native one.
package struct BundleFormats: Sendable {
  private var formats: [BundleFormat] = []

  /// Creates formats. Later ones replace earlier ones of the same name.
  package init(_ formats: [BundleFormat] = []) {
    for format in formats { register(format) }
  }

  /// Adds a format, replacing one of the same name.
  package mutating func register(_ format: BundleFormat) {
    formats.removeAll { $0.name == format.name }
    formats.append(format)
  }

  /// Opens a bundle, and the bundles within it, in whichever format they are. Files that are open stay as they are.
  package func open(_ files: some BundleFiles) -> any BundleFiles {
    files is OpenBundleFiles ? files : OpenBundleFiles(files: formats.reduce(files) { $1.translate($0) }, formats: self)
  }

  /// Opens the location of a widget.
  /// - Parameters:
  ///   - base: For a single document, the base URL of addresses that start with `/`. Its host is the one that the widget
  ///     may contact.
  ///   - decoding: Where an archive is unpacked; nil for this process.
  package func open(
    _ source: WidgetSource, base: String? = nil, decoding: (any ContentDecoding)? = nil
  ) -> any BundleFiles {
    open(source.files(base: base, decoding: decoding))
  }
}

/// The files of a bundle after its format was found.
private struct OpenBundleFiles: BundleFiles {
  let files: any BundleFiles
  let formats: BundleFormats

  func list(limits: BundleLimits) -> BundleListing { files.list(limits: limits) }

  func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] { try files.bytes(at: path, limit: limit) }

  func document(at path: String, limit: Int) throws(Diagnostic) -> JSONNode {
    try files.document(at: path, limit: limit)
  }

  func bundle(in folder: String, _ entries: [BundleEntry]) -> any BundleFiles {
    formats.open(NestedBundleFiles(outer: files, folder: folder, entries: entries))
  }
}
