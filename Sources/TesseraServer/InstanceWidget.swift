import TesseraBundles
package import TesseraLayout
public import TesseraRuntime
import TesseraServices

/// An instance of the runtime, shown by the server.
package struct InstanceWidget: ServedWidget {
  private let instance: Instance

  /// Shows an instance.
  package init(_ instance: Instance) { self.instance = instance }

  /// The instance's identity.
  package var id: String { instance.id }

  /// The widget's name.
  package var name: String { instance.name }

  /// Makes a live view that lives until it is closed.
  package func makePresentation(size: Size) async throws -> any ServedPresentation {
    await instance.makePresentation(size: size)
  }

  /// A picture of the bundle.
  package func image(named name: String) async -> ServedImage? {
    instance.image(named: name).map { ServedImage(bytes: $0.bytes, format: $0.format, checksum: $0.checksum) }
  }

  /// A picture from a host that the manifest names.
  package func remoteImage(url: String) async throws -> ServedImage {
    let image = try await instance.remoteImage(url: url)
    return ServedImage(bytes: image.bytes, format: image.format, checksum: image.checksum)
  }
}

extension Presentation: ServedPresentation {}
