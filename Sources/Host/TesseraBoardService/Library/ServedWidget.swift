package import TesseraLayout
package import TesseraRuntime
package import TesseraValues
package import TesseraViews

/// A widget instance as the server sees it: something that makes presentations and has pictures.
///
/// The runtime's instances fulfil it; tests fulfil it with scripted ones.
package protocol ServedWidget: Sendable {
  /// The identity in addresses: letters, digits, `-`, `_` and `.`.
  var id: String { get }
  /// The name for people.
  var name: String { get }
  /// The hosts whose pages it may show in frames, as content security policies name them: `example.org:8443`.
  var frameSources: [String] { get }
  /// Makes one client's live view, laid out for a window of a size in points.
  /// - Parameter languages: what the viewer reads, as language tags, the best first.
  func makePresentation(size: Size, place: GridPlace?, languages: [String]) async throws -> any ServedPresentation
  /// A picture of the bundle by its name; nil where there is none.
  func image(named name: String) async -> ServedImage?
  /// A picture from elsewhere, fetched by the rules of the widget.
  /// - Throws: where the widget may not fetch it, or it cannot be had.
  func remoteImage(url: String) async throws -> ServedImage
}

extension ServedWidget {
  /// None.
  package var frameSources: [String] { [] }
}

/// One client's live view of a widget.
package protocol ServedPresentation: Sendable {
  /// What a client has to be shown, from now on. It begins with the whole tree, unless `revision` is one whose
  /// successors are still known.
  func updates(after revision: Int?) async -> AsyncStream<PresentationUpdate>
  /// Takes what the person did. Returns when the events have been handled.
  func send(_ events: [ViewEvent]) async
  /// Nobody looks: all memory is given back that can be had again.
  /// - Returns: whether that was done; not where something would be lost by it, and not where it was done before.
  func suspend() async -> Bool
  /// The presentation is not needed any more.
  func close() async
}

extension ServedPresentation {
  /// Has nothing to give back.
  package func suspend() async -> Bool { false }
  /// Does nothing.
  package func close() async {}
}

/// The widget did not respond in time, or is not there any more.
package struct WidgetUnavailable: Error {
  /// Creates the error.
  package init() {}
}

/// A picture as bytes.
package struct ServedImage: Sendable, Hashable {
  /// The file's bytes.
  package let bytes: [UInt8]
  /// What the bytes are. Only pictures are served: anything else could be something that runs.
  package let format: ImageFormat
  /// The checksum of the bytes, by which browsers ask whether they have them already.
  package let checksum: Checksum

  /// Creates a picture.
  /// - Parameter checksum: that of the bytes, where it is known already.
  package init(bytes: [UInt8], format: ImageFormat, checksum: Checksum? = nil) {
    self.bytes = bytes
    self.format = format
    self.checksum = checksum ?? Checksum(of: bytes)
  }
}
