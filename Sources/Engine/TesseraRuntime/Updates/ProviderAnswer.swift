import TesseraValues

/// What an instance answers to the question for fresh content.
package enum ProviderAnswer: Sendable, Hashable {
  /// What is shown when; one entry for what is shown from now on.
  case timeline([TimelineEntry], ReloadPolicy)
  /// Its data may have changed, and what it shows comes of that.
  case newData
  /// What is shown is still right.
  case noData
  /// Its condition does not hold, so nothing was asked.
  case skipped
  /// It could not be found out, and why.
  case failed(String)
}
