/// A decoder of content that others wrote, with bytes in and bytes out, so that another process can run it.
package struct ContentDecoder: Sendable {
  /// The name by which the decoder is asked for.
  package let name: String
  /// Reads content. The parameters come from the host. The result is what the host reads again, in whatever form decoder and
  /// host agree on.
  package let decode: @Sendable (_ parameters: [UInt8], _ content: [UInt8]) throws(Diagnostic) -> [UInt8]
  /// Prepares the libraries of the decoder before there is content, when files can still be opened.
  package let prepare: @Sendable () -> Void

  /// Creates a decoder.
  package init(
    name: String, prepare: @escaping @Sendable () -> Void = {},
    decode: @escaping @Sendable (_ parameters: [UInt8], _ content: [UInt8]) throws(Diagnostic) -> [UInt8]
  ) {
    self.name = name
    self.prepare = prepare
    self.decode = decode
  }
}

/// A place other than this process where decoders run, so that a fault in them harms nothing else.
///
/// Where a host has none, decoders run in its own process.
package protocol ContentDecoding: Sendable {
  /// Returns what a decoder makes of content. It blocks the thread, as decoding in this process would.
  ///
  /// The result is not trusted: content that takes over the decoder chooses it.
  /// - Parameter decoder: The name of the decoder.
  /// - Throws: What the decoder threw, or a diagnostic of rule `decoder-failure` if it crashed, took too long or too much
  ///   memory, or cannot be started.
  func result(of decoder: String, parameters: [UInt8], content: [UInt8]) throws(Diagnostic) -> [UInt8]
}

extension Diagnostic {
  /// A failure of a decoder that is not a matter of its format.
  /// - Parameter reason: A sentence without a period.
  package static func decoderFailure(_ reason: String) -> Diagnostic {
    Diagnostic(rule: "decoder-failure", message: "The content cannot be read: \(reason)")
  }
}
