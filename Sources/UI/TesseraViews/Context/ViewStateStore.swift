package import TesseraValues

/// Stores view state under keys, beyond the lifetime of the views.
package protocol ViewStateStore: AnyObject {
  /// Returns the value stored for a key, or null if there is none.
  func value(forKey key: String, isPersisted: Bool) -> Value
  /// Stores a value for a key. Null removes it.
  /// - Returns: Whether the value is stored.
  func setValue(_ value: Value, forKey key: String, isPersisted: Bool) -> Bool
}
