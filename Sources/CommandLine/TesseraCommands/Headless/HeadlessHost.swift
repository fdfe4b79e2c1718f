import Foundation
import TesseraBundles
import TesseraGraphics
import TesseraHTTPClient
import TesseraLayout
import TesseraRuntime
import TesseraServices
import TesseraViews

/// Runs a widget without a window, on a clock that jumps from one timer to the next.
struct HeadlessHost {
  let definition: WidgetDefinition
  let clock: VirtualClock
  /// The network of a scenario; nil if the widget reaches servers.
  let scenarioNetwork: ScenarioNetwork?
  let instance: Instance
  private let timeline: HeadlessTimeline

  /// Loads a bundle into a new in-memory store.
  /// - Parameters:
  ///   - servers: The network of the widget's requests.
  ///   - network: The answers of a scenario to the widget's requests, in place of servers; nil for none.
  ///   - fetchesPictures: Whether pictures are fetched for their sizes.
  /// - Throws: An error if the store cannot be created.
  init(
    _ source: WidgetSource, mode: BundleMode = .production, base: String? = nil, clock start: Date,
    allowsPrivateAddresses: Bool = false, servers: SystemNetworkClient = SystemNetworkClient(),
    network: [ScenarioNetwork.Response]? = nil, fetchesPictures: Bool = true,
    extensions: WidgetExtensions = TesseraCommand.extensions
  ) throws {
    let activities = IdlenessTracker()
    clock = VirtualClock(start: start, activities: activities)
    var environment = RuntimeEnvironment(
      textMeasuring: PangoTextMeasuring(), clock: clock, activities: activities,
      allowsPrivateAddresses: allowsPrivateAddresses)
    scenarioNetwork = network.map { [clock] in ScenarioNetwork($0, clock: clock) }
    environment.networkClient = scenarioNetwork ?? servers
    environment.fetchesPictures = fetchesPictures
    // Higher limits than a host's, because this may run on a slow machine or in a debug build. The work of hours to which
    // the clock jumps does not count as that of the minute in which it is done.
    environment.workLimit = 10
    environment.workQuota = 300
    environment.workTime = { [clock] in CPUQuota.monotonicTime() + clock.now.offset / .seconds(1) }
    definition = WidgetDefinition(
      bundle: source.namedBundle(mode: mode, base: base, extensions: extensions), extensions: extensions)
    instance = try Instance(id: "headless", definition: definition, environment: environment)
    timeline = HeadlessTimeline(instance)
  }

  /// Lets the widget show its entry for the current date, and waits until everything has settled.
  /// - Parameter isUsed: Whether a user action occurred, so that the widget is asked for new content.
  func settle(isUsed: Bool = false) async {
    await clock.settle()
    guard definition.hasEntries else { return }
    instance.environment.activities.start { [timeline] in await timeline.show(isUsed: isUsed) }
    await clock.settle()
  }

  /// Lets the widget update its content, as a board does.
  /// - Returns: The reason of a failure; nil on success.
  func update() async -> String? {
    instance.environment.activities.start { [timeline] in await timeline.update() }
    await clock.settle()
    return await timeline.failure
  }

  /// The reason why the widget could not be asked for new content, if that failed.
  var updateFailure: String? { get async { await timeline.failure } }

  /// Opens the widget and waits until everything has settled.
  /// - Parameter language: The viewer's language; nil if it is not specified.
  func present(
    size: Size, place: GridPlace? = nil, screen: String? = nil, language: String? = nil
  ) async -> Presentation {
    await settle()
    let languages = language.map { [$0] } ?? []
    let presentation = await instance.makePresentation(
      size: size, place: place, screen: screen, languages: languages)
    await clock.settle()
    return presentation
  }
}
