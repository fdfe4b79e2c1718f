package import TesseraValues

/// Keeps what views know beyond their own life, under keys.
package protocol ViewStateStore: AnyObject {
  /// What is kept under a key; null for nothing.
  func value(forKey key: String, isPersisted: Bool) -> Value
  /// Keeps a value under a key; null forgets it.
  /// - Returns: whether it is kept.
  func setValue(_ value: Value, forKey key: String, isPersisted: Bool) -> Bool
}
