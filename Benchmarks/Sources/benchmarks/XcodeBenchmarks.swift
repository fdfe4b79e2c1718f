import Foundation
import TesseraBundles
import TesseraRuntime
import TesseraXcode

/// Measures a widget that Xcode compiled: WidgetKit's demo, as it was published. It lies beside this package, and nothing
/// is measured where it is not.
func xcodeBenchmarks() async throws {
  let archive = URL(filePath: #filePath).appending(path: "../../../../../shared/samples/widgetkit/WidgetDemo.zip")
    .standardized.path
  guard FileManager.default.fileExists(atPath: archive) else { return }
  try await firstFrame(of: archive)
  try await memory(of: archive)
  convert(archive)
}

private let formats = BundleFormats([.xcode])

/// Measures reading the archive, its translation, and the first tree, beside the native bundle that it becomes.
private func firstFrame(of archive: String) async throws {
  func frame(_ files: any BundleFiles) async throws -> Double {
    try await milliseconds { keep(try await Stage().open(WidgetBundle(files: formats.open(files))).tree()) }
  }
  let native = MemoryBundleFiles(converted(archive))
  Measure(name: "xcode.firstFrame.cold", unit: "ms", value: try await frame(ArchiveBundleFiles(path: archive))).print()
  var times: [(compiled: Double, native: Double)] = []
  for _ in 0..<15 {
    times.append((try await frame(ArchiveBundleFiles(path: archive)), try await frame(native)))
  }
  Measure(
    name: "xcode.firstFrame", unit: "ms", value: times.map(\.compiled).sorted()[7],
    peer: ("converted", times.map(\.native).sorted()[7])
  ).print()
}

/// Measures the memory that each of many open widgets takes.
private func memory(of archive: String) async throws {
  let count = 20
  let before = residentMegabytes()
  var presentations: [Presentation] = []
  for _ in 0..<count {
    presentations.append(try await Stage().open(WidgetBundle(files: formats.open(.archive(archive)))))
  }
  for presentation in presentations { keep(await presentation.tree()) }
  Measure(name: "xcode.memory", unit: "MB", value: (residentMegabytes() - before) / Double(count)).print()
}

/// Measures making all files of a native bundle, as `tessera convert` does before it writes them.
private func convert(_ archive: String) {
  let time = medianProcessorNanoseconds { keep(converted(archive)) }
  Measure(name: "xcode.conversion", unit: "ms", value: time / 1e6).print()
}

/// Returns the files of the native bundle that an archive becomes, by their paths.
private func converted(_ archive: String) -> [String: [UInt8]] {
  let files = formats.open(.archive(archive))
  let bundle = WidgetBundle(files: files)
  var contents: [String: [UInt8]] = [:]
  for path in bundle.storedPaths {
    contents[path] = try? files.bytes(at: path, limit: BundleLimits.standard.totalBytes)
  }
  return contents
}
