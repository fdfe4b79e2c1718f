import Foundation
import TesseraTestSupport
import Testing

/// A reader of untrusted documents, and the documents from which damaged ones are derived.
struct FuzzedReader: Sendable, CustomTestStringConvertible {
  /// The name of the reader, which is also the name of its folder in `Tests/Fuzz/corpus`.
  let name: String
  /// Valid documents, and documents that revealed a fault before.
  let seeds: [[UInt8]]
  /// Reads a document. It may refuse the document, but it must return.
  let read: @Sendable ([UInt8]) -> Void

  var testDescription: String { name }

  /// Creates a reader.
  /// - Parameter samples: Documents besides those of the corpus.
  init(_ name: String, samples: [[UInt8]] = [], read: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.read = read
    seeds = Self.files(in: "Tests/Fuzz/corpus/\(name)") + samples
  }

  /// All readers.
  static let all = languages + bundles + services + host + xcode

  /// Returns the files of a folder and its subfolders whose paths have an ending, in the order of their paths: at most
  /// forty of at most 20,000 bytes.
  static func files(in folder: String, ending: String = "") -> [[UInt8]] {
    let files = FileManager.default.enumerator(
      at: Repository.url(folder), includingPropertiesForKeys: [.isRegularFileKey])
    return (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter {
        $0.path.hasSuffix(ending) && (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
      }
      .sorted { $0.path < $1.path }.prefix(40)
      .compactMap { FileManager.default.contents(atPath: $0.path).map(Array.init) }
      .filter { $0.count < 20_000 }
  }
}

/// Returns the text of a document, in which invalid UTF-8 is replaced.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
