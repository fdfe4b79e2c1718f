import TesseraBundles
import TesseraValues

/// The smallest bundle without a fault.
let minimalFiles = [
  "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
  "screens/Main.json": #"{"view": {"type": "text", "text": "Hello"}}"#,
]

/// A bundle in memory: the smallest one with some files added or replaced.
func bundle(adding files: [String: String] = [:], mode: BundleMode = .production) -> WidgetBundle {
  WidgetBundle(files: MemoryBundleFiles(texts: minimalFiles.merging(files) { $1 }), mode: mode)
}

extension WidgetBundle {
  /// What is wrong, as lines of text.
  var problems: [String] { diagnostics.map(\.description) }
}

/// The start of a PNG file, which is all that a bundle looks at.
func pngHeader(width: UInt32 = 2, height: UInt32 = 3) -> [UInt8] {
  let size = [width, height].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size + [8, 6, 0, 0, 0]
}
