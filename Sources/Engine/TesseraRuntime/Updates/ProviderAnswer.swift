import TesseraValues

/// The result of a request for new content.
package enum ProviderAnswer: Sendable, Hashable {
  /// A timeline; a single entry for content that is valid from now on.
  case timeline([TimelineEntry], ReloadPolicy)
  /// The data may have changed, and the content depends on it.
  case newData
  /// The current content is still valid.
  case noData
  /// The update condition is false, so nothing was requested.
  case skipped
  /// The request failed, with the reason.
  case failed(String)
}
