/// A cache of measured node sizes. Each node has a short chain of records in one shared array. Nodes whose size follows
/// from their style have no records.
struct MeasureCache: Sendable {
  /// A cached measurement.
  struct Record: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable {
      case minContentWidth
      case maxContentWidth
      case height
    }

    var constraint: BoxConstraint
    var result: MeasuredHeight
    var kind: Kind
    var hasBaseline: Bool
    /// Whether a content width is valid for every height.
    var isHeightFree = false
    var next: Int32
  }

  var records: [Record] = []
  var firstFree: Int32 = -1

  /// The maximum number of records per node; the oldest is evicted first.
  static let limit = 12

  /// Releases all records of a chain.
  mutating func release(_ first: Int32) {
    guard first >= 0 else { return }
    var last = first
    while records[Int(last)].next >= 0 { last = records[Int(last)].next }
    records[Int(last)].next = firstFree
    firstFree = first
  }

  /// Inserts a record at the head of a chain.
  mutating func insert(_ record: Record, head: inout Int32) {
    var record = record
    record.next = head
    if firstFree >= 0 {
      let index = firstFree
      firstFree = records[Int(index)].next
      records[Int(index)] = record
      head = index
    } else {
      records.append(record)
      head = Int32(records.count - 1)
    }
    trim(head)
  }

  private mutating func trim(_ head: Int32) {
    var current = head
    for _ in 1..<Self.limit {
      current = records[Int(current)].next
      if current < 0 { return }
    }
    release(records[Int(current)].next)
    records[Int(current)].next = -1
  }
}
