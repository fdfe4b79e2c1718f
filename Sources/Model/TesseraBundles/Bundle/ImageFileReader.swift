import TesseraSVG
import TesseraValues

/// Reads the images of a bundle, and checks that their content matches their names.
struct ImageFileReader {
  let limits: BundleLimits
  /// Where SVG is parsed; nil for this process.
  let decoding: (any ContentDecoding)?
  private(set) var diagnostics = Diagnostics()

  /// Reads an image. SVG is sanitized.
  /// - Returns: The name and content of the image; nil if the file is not an image that can be shown.
  mutating func read(
    _ entry: BundleEntry, from files: any BundleFiles
  ) -> (name: String, image: BundleImage)? {
    let path = entry.path
    let (stem, fileExtension) = BundlePath.nameAndExtension(of: path)
    let (name, scale) = ImageScale.split(stem)
    guard path == "images/\(BundlePath.fileName(of: path))" else {
      warn("unknown-file", path, "'\(path)' is not read; images must be directly in 'images'", "Move it to 'images'")
      return nil
    }
    guard let promised = ImageFormat(fileExtension: fileExtension) else {
      let endings = ImageFormat.allCases.flatMap(\.fileExtensions).map { "'.\($0)'" }.joined(separator: ", ")
      warn("unknown-file", path, "'\(path)' is not read; images end in \(endings)", nil)
      return nil
    }
    var bytes: [UInt8]
    do {
      bytes = try files.bytes(at: path, limit: limits.imageBytes)
    } catch {
      diagnostics.add(error.inFile(path))
      return nil
    }
    guard let header = ImageHeader(bytes) else {
      diagnostics.add(
        Diagnostic(
          rule: "image-content", file: path,
          message: "'\(path)' is not an image: its content is neither PNG, JPEG, GIF, WebP nor SVG"))
      return nil
    }
    if let size = header.size, !isDrawable(size, path) { return nil }
    if header.format == .svg {
      do {
        let picture = try SanitizedSVG(bytes, decoding: decoding)
        bytes = picture.bytes
        if !picture.omitted.isEmpty {
          let names = picture.omitted.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
          warn("svg-content", path, "'\(path)' is shown without \(names)", nil)
        }
      } catch {
        diagnostics.add(error.inFile(path))
        return nil
      }
    }
    if header.format != promised {
      warn(
        "image-content", path, "'\(path)' contains \(header.format.contentType), which does not match its name",
        "Rename it to '\(stem).\(header.format.fileExtensions[0])'")
    }
    return (
      name, BundleImage(path: path, scale: scale, bytes: bytes, format: header.format, pixelSize: header.size)
    )
  }

  private mutating func isDrawable(_ size: BundleImage.PixelSize, _ path: String) -> Bool {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    if !overflow, pixels <= limits.imagePixels { return true }
    diagnostics.add(
      Diagnostic(
        rule: "bundle-limit", file: path,
        message: "'\(path)' has \(size.width)×\(size.height) pixels; at most \(limits.imagePixels) are shown"))
    return false
  }

  private mutating func warn(_ rule: String, _ path: String, _ message: String, _ fix: String?) {
    diagnostics.add(Diagnostic(.warning, rule: rule, file: path, message: message, fix: fix))
  }
}
