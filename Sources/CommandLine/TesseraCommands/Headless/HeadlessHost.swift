import Foundation
import TesseraBundles
import TesseraGraphics
import TesseraHTTPClient
import TesseraLayout
import TesseraRuntime
import TesseraViews

/// Runs a widget without a window, on a clock that jumps from one timer to the next.
struct HeadlessHost {
  let definition: WidgetDefinition
  let clock: VirtualClock
  let instance: Instance
  private let timeline: HeadlessTimeline

  /// Loads a bundle into a fresh store in memory.
  /// - Throws: where the store cannot be made.
  init(
    _ source: WidgetSource, mode: BundleMode = .production, base: String? = nil, clock start: Date,
    allowsPrivateAddresses: Bool = false,
    extensions: WidgetExtensions = TesseraCommand.extensions
  ) throws {
    let activities = IdlenessTracker()
    clock = VirtualClock(start: start, activities: activities)
    var environment = RuntimeEnvironment(
      textMeasuring: PangoTextMeasuring(), clock: clock, activities: activities,
      allowsPrivateAddresses: allowsPrivateAddresses)
    environment.networkClient = SystemNetworkClient()
    // More than a host gives: what passes here may run on a slower machine, in a build with checks.
    environment.workLimit = 10
    definition = WidgetDefinition(
      bundle: source.namedBundle(mode: mode, base: base), extensions: extensions)
    instance = try Instance(id: "headless", definition: definition, environment: environment)
    timeline = HeadlessTimeline(instance)
  }

  /// Lets the widget show what it has for the present date, and everything settle.
  /// - Parameter isUsed: whether somebody did something, so that the widget is asked for fresh content.
  func settle(isUsed: Bool = false) async {
    await clock.settle()
    guard definition.hasEntries else { return }
    instance.environment.activities.start { [timeline] in await timeline.show(isUsed: isUsed) }
    await clock.settle()
  }

  /// Why the widget could not be asked for fresh content, if that failed.
  var updateFailure: String? { get async { await timeline.failure } }

  /// Opens the widget and lets everything settle.
  /// - Parameter language: what the viewer reads; nil where nobody says.
  func present(size: Size, screen: String? = nil, language: String? = nil) async -> Presentation {
    await settle()
    let languages = language.map { [$0] } ?? []
    let presentation = await instance.makePresentation(size: size, screen: screen, languages: languages)
    await clock.settle()
    return presentation
  }
}
