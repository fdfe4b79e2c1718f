import TesseraTestSupport
import TesseraXcodeFiles
import Testing

/// Damaged nibs: an error or a graph whose references are valid, never a crash.
@Suite(.enabled(if: WidgetDemo.isThere, "\(WidgetDemo.absence)"))
struct NIBArchiveFuzzTests {
  /// Looks at all objects of a graph that could be read.
  private func visit(_ nib: ArchivedObjects) -> Bool {
    for (index, object) in nib.objects.enumerated() {
      _ = nib.elements(of: index).count
      for (key, value) in object.values {
        if case .reference(let target) = value, nib[target] == nil { return false }
        _ = (nib.string(value), nib.number(value), nib.numbers(of: key, in: index))
      }
    }
    return true
  }

  private func nib(_ name: String) throws -> [UInt8] {
    name == "cell" ? try WidgetDemo.cellNib() : try WidgetDemo.nib(name)
  }

  @Test(arguments: WidgetDemo.nibNames + ["cell"])
  func `A nib cut at any byte is refused at a place in it`(name: String) throws {
    let bytes = try nib(name)
    // Every byte of small files, every eighth of large ones, and all of the header and the end.
    let step = bytes.count > 4000 ? 8 : 1
    for length in 0..<bytes.count where length % step == 0 || length < 64 || length > bytes.count - 64 {
      do throws(XcodeFileError) {
        _ = try NIBArchiveReader.objects(of: Array(bytes[..<length]))
        Issue.record("cut at \(length), but read")
      } catch {
        guard let offset = error.offset, offset <= length else {
          Issue.record("cut at \(length): \(error)")
          continue
        }
      }
    }
  }

  @Test(arguments: WidgetDemo.nibNames + ["cell"])
  func `A nib with any byte flipped is refused or read`(name: String) throws {
    var bytes = try nib(name)
    var random = SeededGenerator(seed: 20)
    // Each byte of small files, some hundreds of large ones.
    let step = bytes.count > 4000 ? bytes.count / 300 : 1
    for place in stride(from: Int.random(in: 0..<step, using: &random), to: bytes.count, by: step) {
      let original = bytes[place]
      // All bits, or one of them.
      for mask in [0xFF, 1 << UInt8.random(in: 0..<8, using: &random)] as [UInt8] {
        bytes[place] = original ^ mask
        if let damaged = try? NIBArchiveReader.objects(of: bytes), place % 8 == 0, !visit(damaged) {
          Issue.record("flipped at \(place): a reference without object")
        }
      }
      bytes[place] = original
    }
  }
}
