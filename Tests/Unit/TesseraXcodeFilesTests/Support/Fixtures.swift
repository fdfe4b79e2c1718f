import Foundation
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraXcodeFiles

/// The files of the tests.
enum Fixtures {
  static var folder: URL { Bundle.module.bundleURL.appending(path: "Fixtures") }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  static func json(_ name: String) throws -> JSONNode {
    try JSONNode.parse(String(decoding: try bytes(name), as: UTF8.self))
  }

  /// Calls a reader with beginnings of a file, and with the file with a byte changed: inverted, and in a random way.
  ///
  /// - Parameter step: The distance of the places. With 1, the file is cut and changed at every byte.
  static func readDamaged(_ bytes: [UInt8], seed: UInt64, step: Int = 1, _ read: ([UInt8]) throws -> Void) {
    var generator = SeededGenerator(seed: seed)
    for position in stride(from: 0, to: bytes.count, by: step) {
      var inverted = bytes
      inverted[position] ^= 0xFF
      var damaged = [Array(bytes[..<position]), inverted]
      if position.isMultiple(of: 8) {
        damaged.append(bytes)
        damaged[2][position] ^= UInt8.random(in: 1...255, using: &generator)
      }
      for copy in damaged {
        do {
          try read(copy)
        } catch {
          #expect(error is XcodeFileError)
        }
      }
    }
  }

  /// A binary property list of objects. Its table has an entry for each, unless the entries are given.
  static func binaryPropertyList(_ objects: [[UInt8]], entries: [Int]? = nil, referenceSize: Int = 1) -> [UInt8] {
    var file = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(file.count)
      file += object
    }
    let table = file.count
    let entries = entries ?? Array(objects.indices)
    for entry in entries { file += bigEndian(offsets[entry], size: 4) }
    return file + [0, 0, 0, 0, 0, 0, 4, UInt8(referenceSize)] + bigEndian(entries.count, size: 8)
      + bigEndian(0, size: 8) + bigEndian(table, size: 8)
  }

  static func bigEndian(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(number >> ($0 * 8) & 0xFF) }
  }
}

extension XcodeFileError {
  /// The error that a closure throws.
  static func of(_ read: () throws -> Void) -> XcodeFileError? {
    do {
      try read()
      return nil
    } catch {
      return error as? XcodeFileError
    }
  }
}

extension SeededGenerator {
  /// A byte.
  mutating func byte() -> UInt8 { .random(in: 0...255, using: &self) }
}
