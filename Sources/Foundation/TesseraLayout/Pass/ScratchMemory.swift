/// Memory for the items and lines of the containers being laid out: a stack of large blocks, so that layout needs only
/// a few allocations regardless of the number of nodes. Pointers stay valid until they are released.
struct ScratchMemory: ~Copyable {
  struct Mark {
    fileprivate var block: Int
    fileprivate var used: Int
  }

  private var blocks: [UnsafeMutableRawBufferPointer] = []
  private var block = -1
  private var used = 0

  private static let blockSize = 64 << 10
  private static let alignment = 16

  deinit {
    for block in blocks { block.deallocate() }
  }

  var mark: Mark { Mark(block: block, used: used) }

  /// Releases everything allocated after `mark`.
  mutating func release(to mark: Mark) {
    block = mark.block
    used = mark.used
  }

  /// Allocates uninitialized memory for `count` values.
  @inline(__always)
  mutating func allocate<T: BitwiseCopyable>(_ count: Int, of type: T.Type) -> UnsafeMutablePointer<T> {
    let bytes = (max(count, 1) * MemoryLayout<T>.stride + Self.alignment - 1) & ~(Self.alignment - 1)
    if block < 0 || used + bytes > blocks[block].count { advance(bytes) }
    let pointer = blocks[block].baseAddress.unsafelyUnwrapped + used
    used += bytes
    return pointer.bindMemory(to: type, capacity: count)
  }

  @inline(never)
  private mutating func advance(_ bytes: Int) {
    block += 1
    used = 0
    // Blocks above the top are free; a block that is too small is replaced.
    if block < blocks.count, blocks[block].count >= bytes { return }
    let size = max(bytes, Self.blockSize)
    let fresh = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: Self.alignment)
    if block < blocks.count {
      blocks[block].deallocate()
      blocks[block] = fresh
    } else {
      blocks.append(fresh)
    }
  }
}
