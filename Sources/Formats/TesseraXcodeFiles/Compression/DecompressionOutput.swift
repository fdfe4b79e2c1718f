/// The bytes that a decoder has made so far, with a limit.
///
/// Storage grows with what is really written, so that a stream that only claims to be large costs little.
struct DecompressionOutput {
  /// The most bytes that are accepted.
  let limit: Int
  /// The number of bytes written.
  private(set) var count = 0
  private var storage: [UInt8] = []

  init(limit: Int) { self.limit = max(0, limit) }

  /// The bytes written. Ends writing.
  consuming func finished() -> [UInt8] {
    storage.removeLast(storage.count - count)
    return storage
  }

  /// Appends a part of an array. The range must be within it.
  mutating func append(_ source: [UInt8], _ range: Range<Int>, at offset: Int) throws(XcodeFileError) {
    try makeRoom(for: range.count, at: offset)
    guard range.lowerBound >= 0, range.upperBound <= source.count else {
      throw XcodeFileError("the data ends too early", offset: offset)
    }
    if range.count < 32 {
      for index in range {
        storage[count] = source[index]
        count += 1
      }
    } else {
      storage.replaceSubrange(count..<count + range.count, with: source[range])
      count += range.count
    }
  }

  /// Appends bytes that were written before. They may overlap with what is appended: then they repeat.
  mutating func repeatBytes(distance: Int, count length: Int, at offset: Int) throws(XcodeFileError) {
    guard distance > 0, distance <= count else {
      throw XcodeFileError("a match reaches \(distance) bytes back after \(count) bytes", offset: offset)
    }
    try makeRoom(for: length, at: offset)
    // Both ranges are within the storage: the source starts after 0, and there is room for the target.
    let (source, target) = (count - distance, count)
    storage.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<length { buffer[target + index] = buffer[source + index] }
    }
    count += length
  }

  private mutating func makeRoom(for length: Int, at offset: Int) throws(XcodeFileError) {
    guard length <= limit - count else {
      throw XcodeFileError("the data is larger than the \(limit) bytes that are expected", offset: offset)
    }
    let needed = count + length
    guard needed > storage.count else { return }
    let capacity = min(limit, max(needed, storage.count * 2, 4096))
    storage.append(contentsOf: repeatElement(0, count: capacity - storage.count))
  }
}
