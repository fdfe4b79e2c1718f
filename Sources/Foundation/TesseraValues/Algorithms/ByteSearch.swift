extension ArraySlice<UInt8> {
  /// Returns the index at which some words begin; nil if they do not occur. The words are not empty.
  ///
  /// - Complexity: O(*n*) for words whose first byte is rare, without making text of the bytes.
  package func firstIndex(of words: StaticString) -> Int? {
    words.withUTF8Buffer { words in
      var start = startIndex
      while endIndex - start >= words.count, let first = self[start...].firstIndex(of: words[0]) {
        if self[first...].starts(with: words) { return first }
        start = first + 1
      }
      return nil
    }
  }
}
