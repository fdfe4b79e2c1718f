import TesseraValues

/// How a button lets people pick a file of the device.
package struct FilePicking: Sendable, Hashable {
  /// What may be picked, as HTML's `accept` says it; anything where it is empty.
  package var accepted: [String]
  /// How well pictures keep their details when the host makes them smaller before it sends them, from 0 to 1; nil to send them as
  /// they are.
  package var quality: Double?

  /// Creates a way to pick files.
  package init(accepted: [String] = [], quality: Double? = nil) {
    self.accepted = accepted
    self.quality = quality
  }

  /// What hosts are told.
  var value: Value {
    [
      "accept": .array(accepted.map(Value.string)), "maximum": .integer(Int64(PickedFile.greatestMaximumSize)),
      "quality": quality.map(Value.double) ?? .null,
    ]
  }
}
