/// Why a file that Xcode wrote cannot be read, and where.
package struct XcodeFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence without a full stop, in the words of the file's format.
  package var reason: String
  /// The place in the file, in bytes from its start.
  package var offset: Int?
  /// The index of the object that is affected, in the order of the file.
  package var object: Int?

  package init(_ reason: String, offset: Int? = nil, object: Int? = nil) {
    (self.reason, self.offset, self.object) = (reason, offset, object)
  }

  package var description: String {
    var words = reason
    if let object { words += ", object \(object)" }
    if let offset { words += ", at byte \(offset)" }
    return words
  }
}
