/// Writes BOM stores for tests.
struct BOMStoreWriter {
  /// The contents of blocks 1, 2, ….
  var blocks: [[UInt8]] = []
  var names: [(name: String, block: Int)] = []

  /// Adds a block, and returns its number.
  @discardableResult
  mutating func add(_ content: [UInt8], name: String? = nil) -> Int {
    blocks.append(content)
    if let name { names.append((name, blocks.count)) }
    return blocks.count
  }

  /// Adds a tree with pages of at most so many entries below a branch, or a single leaf.
  mutating func addTree(_ name: String, _ entries: [(key: [UInt8], value: [UInt8])], entriesPerPage: Int = 100) {
    let pairs = entries.map { (key: add($0.key), value: add($0.value)) }
    let chunks = stride(from: 0, to: max(1, pairs.count), by: entriesPerPage).map {
      Array(pairs[$0..<min(pairs.count, $0 + entriesPerPage)])
    }
    let first = blocks.count + 1
    for (index, chunk) in chunks.enumerated() {
      let next = index + 1 < chunks.count ? first + index + 1 : 0
      let previous = index > 0 ? first + index - 1 : 0
      add(
        Self.big16(1) + Self.big16(chunk.count) + Self.big32(next) + Self.big32(previous)
          + chunk.flatMap { Self.big32($0.value) + Self.big32($0.key) })
    }
    var root = first
    if chunks.count > 1 {
      let children = chunks.indices.flatMap { Self.big32(first + $0) + Self.big32(chunks[$0][0].key) }
      root = add(Self.big16(0) + Self.big16(chunks.count) + Self.big32(0) + Self.big32(0) + children)
    }
    add(Array("tree".utf8) + [1, root, 4096, entries.count].flatMap(Self.big32) + [0], name: name)
  }

  /// The bytes of the store.
  func bytes() -> [UInt8] {
    var body: [UInt8] = []
    var index = Self.big32(blocks.count + 1) + Self.big32(0) + Self.big32(0)
    for block in blocks {
      index += Self.big32(32 + body.count) + Self.big32(block.count)
      body += block
    }
    let list =
      Self.big32(names.count) + names.flatMap { Self.big32($0.block) + [UInt8($0.name.utf8.count)] + $0.name.utf8 }
    let places = [1, blocks.count, 32 + body.count, index.count, 32 + body.count + index.count, list.count]
    return Array("BOMStore".utf8) + places.flatMap(Self.big32) + body + index + list
  }

  static func big16(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
  static func big32(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }
}
