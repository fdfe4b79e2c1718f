import TesseraXcodeFiles
import Testing

@Suite("A BOM store")
struct BOMStoreTests {
  private func store(_ writer: BOMStoreWriter) throws(XcodeFileError) -> BOMStore { try BOMStore(writer.bytes()) }

  @Test(arguments: [0, 1, 5, 100])
  func `has named blocks, and trees whose leaves follow each other`(count: Int) throws {
    var writer = BOMStoreWriter()
    writer.add([7, 8], name: "INFO")
    let entries = (0..<count).map { (key: Array("key\($0)".utf8), value: [UInt8($0)]) }
    writer.addTree("TREE", entries, entriesPerPage: 3)
    let store = try store(writer)
    #expect(try store.block(named: "INFO").map { Array($0.slice) } == [7, 8])
    #expect(try store.block(named: "NONE")?.count == nil)
    let read = try #require(try store.entries(ofTree: "TREE"))
    #expect(read.map { Array($0.key.slice) } == entries.map(\.key))
    #expect(read.map { Array($0.value.slice) } == entries.map(\.value))
  }

  @Test func `with a cycle in a tree is refused`() throws {
    for (isLeaf, next) in [(1, 1), (1, 2), (0, 1), (0, 2)] {
      var writer = BOMStoreWriter()
      // Block 1 and 2 lead to each other, or to themselves.
      for own in [1, 2] {
        let target = next == 1 ? own : 3 - own
        writer.add(
          BOMStoreWriter.big16(isLeaf) + BOMStoreWriter.big16(isLeaf == 1 ? 0 : 1)
            + BOMStoreWriter.big32(isLeaf == 1 ? target : 0) + BOMStoreWriter.big32(0)
            + BOMStoreWriter.big32(target) + BOMStoreWriter.big32(1))
      }
      writer.add(Array("tree".utf8) + [1, 1, 4096, 1].flatMap(BOMStoreWriter.big32) + [0], name: "TREE")
      let store = try store(writer)
      let error = #expect(throws: XcodeFileError.self) { try store.entries(ofTree: "TREE") }
      #expect(error?.reason == "the pages of the tree 'TREE' form a cycle")
    }
  }

  @Test(arguments: [12, 16, 20, 24, 28] as [Int])
  func `whose header lies is refused, or read all the same`(offset: Int) {
    var writer = BOMStoreWriter()
    writer.addTree("TREE", [([1], [2])])
    var bytes = writer.bytes()
    bytes.replaceSubrange(offset..<offset + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    // The number of used blocks at 12 is not needed.
    if offset == 12 {
      #expect(throws: Never.self) { try BOMStore(bytes) }
    } else {
      let error = #expect(throws: XcodeFileError.self) { try BOMStore(bytes) }
      #expect(error?.reason.contains("bytes are announced where") == true)
    }
  }

  @Test func `that claims many blocks, names or entries is refused`() throws {
    var writer = BOMStoreWriter()
    writer.addTree("TREE", [([1], [2])])
    let bytes = writer.bytes()
    let index = try ByteRegion(bytes).bigEndian32(at: 16)
    let names = try ByteRegion(bytes).bigEndian32(at: 24)
    for (place, problem) in [(index, "blocks"), (names, "names")] {
      var changed = bytes
      changed.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
      let error = #expect(throws: XcodeFileError.self) { try BOMStore(changed) }
      #expect(error?.reason == "the BOM store claims 4294967295 \(problem)")
      #expect(error?.offset == place)
    }
    // The leaf is block 3, at 34.
    var changed = bytes
    changed[36] = 0xFF
    #expect(throws: XcodeFileError.self) { try BOMStore(changed).entries(ofTree: "TREE") }
  }
}
