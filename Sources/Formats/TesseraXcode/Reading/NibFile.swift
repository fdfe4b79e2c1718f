import TesseraXcodeFiles

/// Reads compiled nibs in both formats: NIBArchive, and the keyed archives of earlier versions of Xcode.
enum NibFile {
  /// Reads the objects of a nib.
  static func objects(of bytes: [UInt8]) throws(XcodeFileError) -> ArchivedObjects {
    if NIBArchiveReader.isNIBArchive(bytes) { return try NIBArchiveReader.objects(of: bytes) }
    do throws(XcodeFileError) {
      return try KeyedArchiveReader.read(bytes)
    } catch {
      throw XcodeFileError(
        "The nib is neither a NIBArchive nor a keyed archive: \(error.reason)", offset: error.offset,
        object: error.object)
    }
  }
}
