package import TesseraRuntime
package import TesseraValues
package import TesseraViews

/// A widget as the server sees it: it provides presentations and images.
package protocol ServedWidget: Sendable {
  /// The identity in URLs: letters, digits, `-`, `_` and `.`.
  var id: String { get }
  /// The display name.
  var name: String { get }
  /// The hosts that the widget may show in frames, in the form of content security policies: `example.org:8443`.
  var frameSources: [String] { get }
  /// Creates one client's live view for a window.
  func makePresentation(_ window: DrawingWindow) async throws -> any ServedPresentation
  /// Returns an image of the bundle; nil if there is none with that name.
  func image(named name: String) async -> ServedImage?
  /// Returns the checksum of an image of the bundle without making its file; nil if it is not known before.
  func imageChecksum(named name: String) async -> Checksum?
  /// Loads an image from another server, subject to the widget's permissions.
  /// - Throws: If the widget may not access the URL, or if the image cannot be loaded.
  func remoteImage(url: String) async throws -> ServedImage
}

extension ServedWidget {
  package var frameSources: [String] { [] }
  package func imageChecksum(named name: String) async -> Checksum? { nil }
}

/// One client's live view of a widget.
package protocol ServedPresentation: Sendable {
  /// Returns the updates from now on. The first contains the whole tree, unless the updates after `revision` are still
  /// available.
  func updates(after revision: Int?) async -> AsyncStream<PresentationUpdate>
  /// Sends the user's events, and returns when they have been handled.
  /// - Throws: If the widget was stopped before that, so that they may have had no effect.
  func send(_ events: [ViewEvent]) async throws(WidgetUnavailable)
  /// Called when there are no viewers. Releases all memory whose content can be rebuilt.
  /// - Returns: Whether memory was released. If data would be lost, or if the presentation is suspended already,
  ///   nothing happens.
  func suspend() async -> Bool
  /// Closes the presentation, which is no longer needed.
  func close() async
}

extension ServedPresentation {
  package func suspend() async -> Bool { false }
  package func close() async {}
}

/// The widget did not respond in time, or does not exist any more.
package struct WidgetUnavailable: Error {
  package init() {}
}

/// An image in encoded form.
package struct ServedImage: Sendable, Hashable {
  /// The content of the image file.
  package let bytes: [UInt8]
  /// The format of the image. Only images are served, because other content could be executable.
  package let format: ImageFormat
  /// The checksum of the bytes, which serves as the HTTP entity tag.
  package let checksum: Checksum

  /// Creates an image.
  /// - Parameter checksum: The checksum of the bytes, if it is already known.
  package init(bytes: [UInt8], format: ImageFormat, checksum: Checksum? = nil) {
    self.bytes = bytes
    self.format = format
    self.checksum = checksum ?? Checksum(of: bytes)
  }
}
