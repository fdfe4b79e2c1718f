import Foundation
import TesseraTestSupport
import Testing

/// Readers are given damaged versions of valid documents. A document must neither crash the process nor take forever.
///
/// In a test run, each reader gets its corpus and some hundred damaged documents. `TESSERA_FUZZ_SECONDS=60`
/// (`make fuzz`) tests each reader for that time, with different random numbers each time; `TESSERA_FUZZ_READER` selects
/// one by name. The document that is being read is stored in `out/fuzz` under the name of its reader, and stays there if
/// it crashes the process. Move it to the reader's folder in `Tests/Fuzz/corpus`: each later run begins with it.
@Suite("Damaged documents", .serialized)
struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["TESSERA_FUZZ_SECONDS"].flatMap(Double.init)
  private static let readers = FuzzedReader.all.filter { reader in
    environment["TESSERA_FUZZ_READER"].map { $0 == reader.name } ?? true
  }

  @Test(arguments: readers)
  func `never crash the process`(reader: FuzzedReader) throws {
    try #require(!reader.seeds.isEmpty)
    let clock = ContinuousClock()
    func read(_ document: [UInt8]) {
      // No untrusted document may take long.
      let time = ProcessorTime.measure { reader.read(document) }
      #expect(time < 60 * ProcessorTime.yardstick, "\(text(Array(document.prefix(2000))))")
    }
    for seed in reader.seeds { read(seed) }
    var damage = DocumentDamage(seed: Self.seconds == nil ? 7 : .random(in: .min ... .max))
    guard let seconds = Self.seconds else {
      for _ in 0..<150 { read(damage.document(of: reader.seeds)) }
      return
    }
    let folder = Repository.url("out/fuzz")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: reader.name)
    let end = clock.now + .seconds(seconds)
    while clock.now < end {
      let document = damage.document(of: reader.seeds)
      try Data(document).write(to: file)
      read(document)
    }
    try FileManager.default.removeItem(at: file)
  }

  @Test func `are derived from a corpus, each folder of which belongs to a reader`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.url("Tests/Fuzz/corpus").path)
    #expect(Set(folders).subtracting(FuzzedReader.all.map(\.name)) == [])
  }
}
