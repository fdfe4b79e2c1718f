import TesseraValues

/// The options of a button that picks a file from the device.
package struct FilePicking: Sendable, Hashable {
  /// The accepted types, in the syntax of HTML's `accept`; empty for any file.
  package var accepted: [String]
  /// The quality from 0 to 1 with which the host compresses images before sending them; nil to send them unchanged.
  package var quality: Double?

  /// Creates options.
  package init(accepted: [String] = [], quality: Double? = nil) {
    self.accepted = accepted
    self.quality = quality
  }

  /// The options in the format sent to hosts.
  var value: Value {
    [
      "accept": .array(accepted.map(Value.string)), "maximum": .integer(Int64(PickedFile.greatestMaximumSize)),
      "quality": quality.map(Value.double) ?? .null,
    ]
  }
}
