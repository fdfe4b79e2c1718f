/// A store of numbered blocks of bytes, some of which have names: the container of compiled asset catalogues.
///
/// All numbers are big-endian. The header points to an index of blocks, with offset and length of each, and to a list of
/// names. Some blocks are the roots of trees, which map keys to values. Reading takes linear time in the number of blocks
/// and names; nothing is copied.
package struct BOMStore: Sendable {
  /// A key of a tree with its value.
  package struct Entry: Sendable {
    /// The bytes of the key; in a tree of numbers, four big-endian bytes.
    package var key: ByteRegion
    /// The bytes of the value.
    package var value: ByteRegion
  }

  /// The most blocks of a store, far more than large catalogues have.
  package static let maximumBlocks = 1 << 20
  /// The most named blocks of a store. Catalogues have about ten.
  package static let maximumNames = 256
  /// The most entries of a tree.
  package static let maximumEntries = 1 << 16

  private let file: ByteRegion
  private let index: ByteRegion
  private let blockCount: Int
  private let blocksByName: [String: Int]

  /// Reads the header, the index's length and the names of a store.
  package init(_ bytes: [UInt8]) throws(XcodeFileError) {
    file = ByteRegion(bytes)
    guard bytes.starts(with: Array("BOMStore".utf8)) else { throw XcodeFileError("this is not a BOM store", offset: 0) }
    guard try file.bigEndian32(at: 8) == 1 else {
      throw XcodeFileError("the version of the BOM store is not known", offset: 8)
    }
    index = try file.region(at: file.bigEndian32(at: 16), count: file.bigEndian32(at: 20))
    blockCount = try index.bigEndian32(at: 0)
    guard blockCount <= Self.maximumBlocks, blockCount <= (index.count - 4) / 8 else {
      throw XcodeFileError("the BOM store claims \(blockCount) blocks", offset: index.fileOffset(of: 0))
    }
    blocksByName = try Self.readNames(file.region(at: file.bigEndian32(at: 24), count: file.bigEndian32(at: 28)))
  }

  /// Each name has a block number, its length in one byte, and its characters.
  private static func readNames(_ list: ByteRegion) throws(XcodeFileError) -> [String: Int] {
    let count = try list.bigEndian32(at: 0)
    guard count <= maximumNames else {
      throw XcodeFileError("the BOM store claims \(count) names", offset: list.fileOffset(of: 0))
    }
    var blocks: [String: Int] = [:]
    var offset = 4
    for _ in 0..<count {
      let length = Int(try list.byte(at: offset + 4))
      let name = try list.region(at: offset + 5, count: length)
      blocks[String(decoding: name.slice, as: UTF8.self)] = try list.bigEndian32(at: offset)
      offset += 5 + length
    }
    return blocks
  }

  /// Returns the block with a number.
  package func block(_ number: Int) throws(XcodeFileError) -> ByteRegion {
    guard number > 0, number < blockCount else {
      throw XcodeFileError("there is no block \(number) in the BOM store", object: number)
    }
    let pointer = 4 + 8 * number
    do {
      return try file.region(at: index.bigEndian32(at: pointer), count: index.bigEndian32(at: pointer + 4))
    } catch {
      throw XcodeFileError(
        "block \(number) is not within the file", offset: index.fileOffset(of: pointer), object: number)
    }
  }

  /// Returns the block with a name; nil if there is none.
  package func block(named name: String) throws(XcodeFileError) -> ByteRegion? {
    guard let number = blocksByName[name] else { return nil }
    return try block(number)
  }

  /// Returns the entries of the tree with a name, in the order of keys; nil if there is none.
  ///
  /// A tree has pages: branches with pages below them, and leaves with entries, each of which names the next leaf.
  package func entries(ofTree name: String) throws(XcodeFileError) -> [Entry]? {
    guard let number = blocksByName[name] else { return nil }
    let tree = try block(number)
    guard try tree.bigEndian32(at: 0) == 0x7472_6565 else {
      throw XcodeFileError("the block '\(name)' is not a tree", offset: tree.fileOffset(of: 0), object: number)
    }
    let hasNumbersAsKeys = try tree.byte(at: 20) != 0
    var entries: [Entry] = []
    var visited: Set<Int> = []
    var pageNumber = try tree.bigEndian32(at: 8)
    var wasLeaf = false
    while pageNumber != 0 {
      let page = try block(pageNumber)
      guard visited.insert(pageNumber).inserted else {
        throw XcodeFileError(
          "the pages of the tree '\(name)' form a cycle", offset: page.fileOffset(of: 0), object: pageNumber)
      }
      let isLeaf = try page.bigEndian16(at: 0) != 0
      let count = try page.bigEndian16(at: 2)
      let pairs = try page.region(at: 12, count: 8 * count)
      if isLeaf {
        guard count <= Self.maximumEntries - entries.count else {
          throw XcodeFileError("the tree '\(name)' has more than \(Self.maximumEntries) entries", object: pageNumber)
        }
        for index in 0..<count {
          let key =
            hasNumbersAsKeys
            ? try pairs.region(at: 8 * index + 4, count: 4) : try block(pairs.bigEndian32(at: 8 * index + 4))
          entries.append(Entry(key: key, value: try block(pairs.bigEndian32(at: 8 * index))))
        }
        pageNumber = try page.bigEndian32(at: 4)
      } else {
        guard !wasLeaf else {
          throw XcodeFileError("a leaf of the tree '\(name)' leads to a branch", object: pageNumber)
        }
        // The first leaf leads to all others.
        pageNumber = count > 0 ? try pairs.bigEndian32(at: 0) : 0
      }
      wasLeaf = isLeaf
    }
    return entries
  }
}
