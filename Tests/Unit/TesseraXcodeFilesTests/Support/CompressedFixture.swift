import Foundation

/// A file in the folder of fixtures, named for the rule and the length of its content: `text-4096.lzfse`.
struct CompressedFixture: CustomStringConvertible {
  let name: String

  var description: String { name }

  /// The fixtures with an extension.
  static func all(_ fileExtension: String) -> [CompressedFixture] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.folder.path)) ?? []
    return names.filter { $0.hasSuffix("." + fileExtension) }.sorted().map(CompressedFixture.init)
  }

  /// The bytes of the file.
  func bytes() throws -> [UInt8] { try Fixtures.bytes(name) }

  /// What the file contains.
  var content: [UInt8]? {
    let parts = name.split { $0 == "-" || $0 == "." }
    guard parts.count == 3, let count = Int(parts[1]) else { return nil }
    return SampleBytes.make(String(parts[0]), count: count)
  }
}
