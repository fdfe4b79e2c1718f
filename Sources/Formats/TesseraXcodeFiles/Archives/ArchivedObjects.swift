/// The objects of an archive: a graph whose edges are indices, so that cycles cost nothing.
package struct ArchivedObjects: Sendable {
  /// An archived object: a class name and values.
  package struct Object: Sendable {
    package var className: String
    /// Classes to use when the first is not known, nearest first.
    package var fallbackClassNames: [String]
    /// Values in the archive's order. Keys may repeat: the elements of inlined collections all have the same.
    package var values: [(key: String, value: ArchivedValue)]

    package init(
      className: String, fallbackClassNames: [String] = [], values: [(key: String, value: ArchivedValue)] = []
    ) {
      (self.className, self.fallbackClassNames, self.values) = (className, fallbackClassNames, values)
    }

    /// The first value with a key.
    ///
    /// - Complexity: O(*n*) in the object's keys.
    package subscript(key: String) -> ArchivedValue? {
      for entry in values.prefix(Self.maximumKeys) {
        if entry.key == key { return entry.value }
        // The elements of a collection come last.
        if entry.key == ArchivedObjects.elementKey { return nil }
      }
      return nil
    }

    /// The maximum number of values in which a key is looked for.
    private static let maximumKeys = 512
  }

  package var objects: [Object]
  /// The index of the object from which the others are reached. In a nib it is 0.
  package var root: Int

  package init(objects: [Object], root: Int = 0) {
    (self.objects, self.root) = (objects, root)
  }

  /// The object with an index, or `nil` if there is none.
  package subscript(index: Int) -> Object? { objects.indices.contains(index) ? objects[index] : nil }

  /// The first value of an object with a key, or `nil` if the object or the key is missing.
  package func value(of key: String, in object: Int) -> ArchivedValue? { self[object]?[key] }

  /// Returns whether an object has a key, also when its value is `none`.
  package func has(_ key: String, in object: Int) -> Bool { value(of: key, in: object) != nil }
}

/// A value of an archived object.
package enum ArchivedValue: Sendable {
  case none
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case data([UInt8])
  case string(String)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  /// The index of an object of the same archive.
  case reference(Int)
  case array([ArchivedValue])
  case dictionary([(key: String, value: ArchivedValue)])
}
