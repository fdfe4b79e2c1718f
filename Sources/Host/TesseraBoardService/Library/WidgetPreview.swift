import Foundation
import TesseraBundles
import TesseraGraphics
import TesseraLayout
package import TesseraRuntime
import TesseraServices
package import TesseraValues
package import TesseraViews

/// How a widget is drawn for the gallery.
package struct WidgetPreviewStyle: Sendable, Hashable {
  /// The size in cells; nil for the widget's default size.
  package var size: GridSize?
  /// The light or dark colour scheme.
  package var scheme: ColorScheme

  package init(size: GridSize? = nil, scheme: ColorScheme = .light) {
    self.size = size
    self.scheme = scheme
  }
}

/// Draws a widget for the gallery, as it appears when it is placed. Its data is temporary.
package enum WidgetPreview {
  /// The time that a widget has for its preview, by a virtual clock. It is drawn with what it has by then. This takes
  /// no real time.
  private static let timeout = Duration.seconds(3)

  /// - Returns: A PNG image; nil if the widget cannot be drawn.
  package static func draw(
    _ definition: WidgetDefinition, _ style: WidgetPreviewStyle = WidgetPreviewStyle(), environment: RuntimeEnvironment
  ) async -> ServedImage? {
    let activities = IdlenessTracker()
    let clock = VirtualClock(start: environment.now(), activities: activities)
    var own = RuntimeEnvironment(textMeasuring: environment.textMeasuring, clock: clock, activities: activities)
    own.viewDrawing = environment.viewDrawing
    own.workLimit = environment.workLimit
    own.workQuota = environment.workQuota
    guard let instance = try? Instance(id: "preview", definition: definition, environment: own) else { return nil }
    if definition.hasEntries {
      activities.start {
        if case .timeline(let entries, _) = await instance.answer(isPreview: true) { instance.show(entries.first) }
      }
      await clock.settle(limit: timeout)
    }
    let presentation = await instance.makePresentation(
      size: style.size.map { WidgetDefinition.usualSize(of: $0) } ?? definition.usualSize,
      place: style.size.map { GridPlace(cells: $0) })
    await clock.settle(limit: timeout)
    let tree = await presentation.tree().tree
    await presentation.close()
    let images = BundleImages(bytes: instance.imageBytes(for: tree))
    guard let bytes = try? TreeRenderer(images: images, scheme: style.scheme, scale: 1).png(tree) else { return nil }
    return ServedImage(bytes: bytes, format: .png)
  }
}

/// The images of a bundle that a tree shows, by name.
private struct BundleImages: ImageProviding {
  let bytes: [String: [UInt8]]

  func imageData(for reference: ImageReference) -> [UInt8]? {
    if case .name(let name) = reference { bytes[name] } else { nil }
  }
}
