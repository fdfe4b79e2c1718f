import TesseraLayout
import TesseraServices
import TesseraValues
import TesseraViews

/// Fetches pictures from servers to learn their sizes, for views whose layout depends on them.
///
/// The instance caches the pictures, so that the hosts that show them need no second transfer.
final class ImageSizeLoader {
  /// The maximum number of transfers at a time. A picture can have several megabytes.
  private static let maximumTransfers = 4
  /// The maximum number of pictures of a presentation whose sizes are fetched. Further ones have no size of their own.
  private static let maximumCount = 256

  private unowned let core: PresentationCore
  /// The views that were measured in the present layout.
  private var asking: [ViewID: ImageView] = [:]
  private var requested: Set<String> = []
  private var waiting: [String] = []
  private var transfers = 0

  init(core: PresentationCore) { self.core = core }

  /// Fetches the size of a view's picture after the present layout, unless the view needs none, or it was tried before.
  func load(for view: ImageView) {
    guard core.instance.environment.fetchesPictures, !core.isDryRun, requested.count < Self.maximumCount else {
      return
    }
    if asking.isEmpty { core.afterLayout { [weak self] in self?.collect() } }
    asking[view.id] = view
  }

  private func collect() {
    for (_, view) in asking.sorted(by: { $0.key < $1.key }) where !view.hasGivenSize {
      guard let address = view.imageURL, requested.count < Self.maximumCount, requested.insert(address).inserted else {
        continue
      }
      waiting.append(address)
    }
    asking = [:]
    start()
  }

  private func start() {
    while transfers < Self.maximumTransfers, !waiting.isEmpty {
      let address = waiting.removeFirst()
      transfers += 1
      core.operations.run { [instance = core.instance] () -> Size? in
        guard let image = try? await instance.remoteImage(url: address), let header = ImageHeader(image.bytes),
          let width = header.width, let height = header.height
        else { return nil }
        return Size(width: Double(width), height: Double(height))
      } then: { [weak self] size in
        guard let self else { return }
        transfers -= 1
        if let size { core.hierarchy.context.imageSizes[address] = size }
        start()
      }
    }
  }
}
