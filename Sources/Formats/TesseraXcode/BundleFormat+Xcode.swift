public import TesseraBundles

extension BundleFormat {
  /// Bundles and sources of apps, as Xcode makes them. Their interface, data models, images and texts become documents.
  public static let xcode = BundleFormat("xcode") { XcodeBundleFiles($0) }
}
