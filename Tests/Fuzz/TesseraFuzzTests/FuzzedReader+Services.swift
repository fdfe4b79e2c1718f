import Testing

@testable import TesseraServices

extension FuzzedReader {
  /// The readers of what services send.
  static let services = [
    FuzzedReader("xml") { _ = try? XMLResponseDecoder.value(of: $0) },
    FuzzedReader("csv") { _ = try? CSVResponseDecoder.value(of: $0) },
    FuzzedReader("event-streams") { bytes in
      var parser = EventStreamParser()
      let whole = try? parser.append(bytes)
      // The network may divide a stream anywhere.
      var divided = EventStreamParser()
      let parts = try? bytes.indices.flatMap { try divided.append(bytes[$0...$0]) }
      #expect(whole == parts)
    },
  ]
}
