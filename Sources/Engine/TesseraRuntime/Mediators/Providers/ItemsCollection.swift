import TesseraExpressions
import TesseraValues

/// Provides the elements of a list in another object.
package final class ItemsCollection: ListContentProvider {
  override var source: [Value] { (masterValue ?? .null).value(at: ValuePath(masterKeyPath ?? "")).elements }
}
