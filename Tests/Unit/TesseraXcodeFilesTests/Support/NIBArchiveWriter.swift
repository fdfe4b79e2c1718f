/// Writes small archives for tests, also wrong ones.
struct NIBArchiveWriter {
  typealias Value = (key: Int, type: UInt8, payload: [UInt8])

  var version: (major: UInt32, minor: UInt32) = (1, 9)
  var keys: [[UInt8]] = []
  var classes: [(name: [UInt8], fallbacks: [UInt32])] = []
  var objects: [(classIndex: Int, start: Int, count: Int)] = []
  var values: [Value] = []
  /// Replaces a number of the header: object count, object offset, key count and so on.
  var overrides: [Int: UInt32] = [:]

  init() {}

  /// An archive with one object that has these values, all with the key `k`.
  init(types: [(type: UInt8, payload: [UInt8])]) {
    keys = [Array("k".utf8)]
    classes = [(Array("NSObject\0".utf8), [])]
    values = types.map { (0, $0.type, $0.payload) }
    objects = [(0, 0, values.count)]
  }

  var bytes: [UInt8] {
    let objectBytes = objects.flatMap { length($0.classIndex) + length($0.start) + length($0.count) }
    let keyBytes = keys.flatMap { length($0.count) + $0 }
    let valueBytes = values.flatMap { length($0.key) + [$0.type] + $0.payload }
    let classBytes = classes.flatMap { entry in
      length(entry.name.count) + length(entry.fallbacks.count) + entry.fallbacks.flatMap(littleEndian) + entry.name
    }
    var header: [UInt32] = [version.major, version.minor]
    var offset = 50
    for (count, section) in [
      (objects.count, objectBytes), (keys.count, keyBytes), (values.count, valueBytes), (classes.count, classBytes),
    ] {
      header += [UInt32(count), UInt32(offset)]
      offset += section.count
    }
    for (index, number) in overrides { header[index + 2] = number }
    return Array("NIBArchive".utf8) + header.flatMap(littleEndian) + objectBytes + keyBytes + valueBytes + classBytes
  }

  func length(_ number: Int) -> [UInt8] {
    number < 128 ? [UInt8(number) | 0x80] : [UInt8(number & 0x7F)] + length(number >> 7)
  }

  func littleEndian(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
}
