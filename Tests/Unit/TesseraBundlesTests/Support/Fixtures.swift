import TesseraBundles
import TesseraValues

/// The smallest bundle without problems.
let minimalFiles = [
  "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
  "screens/Main.json": #"{"view": {"type": "text", "text": "Hello"}}"#,
]

/// Returns a bundle in memory: the minimal bundle with some files added or replaced.
func bundle(adding files: [String: String] = [:], mode: BundleMode = .production) -> WidgetBundle {
  WidgetBundle(files: MemoryBundleFiles(texts: minimalFiles.merging(files) { $1 }), mode: mode)
}

extension WidgetBundle {
  /// The diagnostics as text.
  var problems: [String] { diagnostics.map(\.description) }
}

/// Returns the start of a PNG file, which is all that a bundle examines.
func pngHeader(width: UInt32 = 2, height: UInt32 = 3) -> [UInt8] {
  let size = [width, height].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size + [8, 6, 0, 0, 0]
}
