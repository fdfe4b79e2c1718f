#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension ArraySlice<UInt8> {
  /// Returns the index at which some words begin; nil if they do not occur. The words are not empty.
  ///
  /// - Complexity: O(*n*) for words whose first byte is rare, at the speed of the C library in every build, and without
  ///   making text of the bytes.
  package func firstIndex(of words: StaticString) -> Int? {
    words.withUTF8Buffer { words in
      withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, let wanted = words.baseAddress else { return nil }
        var offset = 0
        while bytes.count - offset >= words.count,
          let found = memchr(start + offset, Int32(words[0]), bytes.count - offset - words.count + 1)
        {
          if memcmp(found, wanted, words.count) == 0 { return startIndex + (UnsafeRawPointer(found) - start) }
          offset = UnsafeRawPointer(found) - start + 1
        }
        return nil
      }
    }
  }
}
