/// What distinguishes the renditions of an asset. Raw values are those of compiled catalogues.
package enum RenditionAttribute: Int, Sendable {
  /// The kind of element: 85 for named assets, 9 for the sheets into which small images are packed.
  case element = 1
  /// The part of the element: 181 for images, 217 for colours, 220 for app icons.
  case part = 2
  /// The number of the appearance, such as dark.
  case appearance = 7
  /// The scale, 1 to 3; 0 for vectors and colours.
  case scale = 12
  /// The number of the idiom, such as iPad.
  case idiom = 15
  /// The number that connects a name with its renditions.
  case identifier = 17
}

/// The values of attributes, in the order of the catalogue's key format.
package struct RenditionKey: Sendable, Hashable {
  /// A value of 16 bits for each attribute of the format.
  package var values: [UInt16]
}

/// The attributes of which keys consist, in order: the block `KEYFORMAT`.
package struct RenditionKeyFormat: Sendable, Hashable {
  /// The most attributes. CoreUI knows about thirty.
  package static let maximumAttributes = 64

  /// The raw values of attributes, known or not.
  package var attributes: [Int]

  /// Reads a format: the code `kfmt`, a version, the number of attributes, and four bytes for each.
  package init(_ block: ByteRegion) throws(XcodeFileError) {
    guard try block.reversedCode(at: 0) == "kfmt" else {
      throw XcodeFileError("the format of keys has an unknown kind", offset: block.fileOffset(of: 0))
    }
    let count = try block.littleEndian32(at: 8)
    guard count <= Self.maximumAttributes else {
      throw XcodeFileError("keys claim to have \(count) attributes", offset: block.fileOffset(of: 8))
    }
    attributes = []
    for index in 0..<count { attributes.append(try block.littleEndian32(at: 12 + 4 * index)) }
  }

  /// Reads a key: two bytes for each attribute.
  package func key(_ block: ByteRegion) throws(XcodeFileError) -> RenditionKey {
    var values: [UInt16] = []
    for index in attributes.indices {
      values.append(UInt16(truncatingIfNeeded: try block.littleEndian16(at: 2 * index)))
    }
    return RenditionKey(values: values)
  }

  /// Returns the key with the given values. Attributes that the format does not have are dropped, others are 0.
  package func key(_ values: [Int: UInt16]) -> RenditionKey {
    RenditionKey(values: attributes.map { values[$0] ?? 0 })
  }

  /// Returns the value of an attribute; 0 if the format does not have it.
  package func value(of attribute: RenditionAttribute, in key: RenditionKey) -> Int {
    guard let index = attributes.firstIndex(of: attribute.rawValue), index < key.values.count else { return 0 }
    return Int(key.values[index])
  }

  /// Reads pairs of an attribute and its value with two bytes each.
  static func pairs(_ block: ByteRegion, count: Int) throws(XcodeFileError) -> [Int: UInt16] {
    var values: [Int: UInt16] = [:]
    for index in 0..<min(count, maximumAttributes) {
      let value = UInt16(truncatingIfNeeded: try block.littleEndian16(at: 4 * index + 2))
      values[try block.littleEndian16(at: 4 * index)] = value
    }
    return values
  }
}
