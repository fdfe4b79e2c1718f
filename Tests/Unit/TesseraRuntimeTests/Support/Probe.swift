import Synchronization
import TesseraData
import TesseraValues
import TesseraViews

@testable import TesseraRuntime

/// A mediator that counts the reads of its value, and changes when the store does.
final class Probe: Mediator {
  private static let counts = Mutex<[String: Int]>([:])
  private static let witnesses = Mutex<[String: [Witness]]>([:])

  /// A weak reference to an object that should be deallocated.
  struct Witness: @unchecked Sendable {
    let name: String
    // Weak references are safe to read from any thread.
    weak var object: AnyObject?
  }

  var channel = ""
  private var number = 0

  /// Returns the number of reads of the value.
  static func reads(_ channel: String) -> Int { counts.withLock { $0[channel] ?? 0 } }

  /// Returns the names of objects that still exist, of all screens that had a probe.
  static func survivors(_ channel: String) -> [String] {
    witnesses.withLock { ($0[channel] ?? []).filter { $0.object != nil }.map(\.name) }
  }

  static func reset(_ channel: String) { witnesses.withLock { $0[channel] = nil } }

  static func witness(_ object: AnyObject, _ name: String, on channel: String) {
    witnesses.withLock { $0[channel, default: []].append(Witness(name: name, object: object)) }
  }

  override func start() {
    guard let screen else { return }
    Self.witness(self, "probe", on: channel)
    Self.witness(screen, "screen", on: channel)
    Self.witness(screen.core, "core", on: channel)
    Self.witness(screen.core.hierarchy, "hierarchy", on: channel)
    Self.witness(screen.core.hierarchy.context, "context", on: channel)
    for mediator in screen.mediators { Self.witness(mediator, "\(type(of: mediator))", on: channel) }
    for view in screen.core.hierarchy.window.descendants() {
      Self.witness(view, view.identifier ?? view.kind.name, on: channel)
    }
  }

  override func storeDidChange(_ change: StoreChange) {
    number += 1
    propertiesDidChange()
  }

  override class var properties: PropertyTable<Mediator> {
    PropertyTable(
      "Probe",
      [
        .text(Probe.self, "channel", "The name under which reads are counted.", \.optionalChannel),
        .of(
          Probe.self, "number", .number, "How often the store changed.",
          get: { probe in
            counts.withLock { $0[probe.channel, default: 0] += 1 }
            return .integer(Int64(probe.number))
          }),
      ])
  }

  private var optionalChannel: String? {
    get { channel }
    set { channel = newValue ?? "" }
  }
}

extension MediatorRegistry {
  /// The standard types, and `Probe`.
  static var probing: MediatorRegistry {
    var registry = MediatorRegistry.standard
    registry.register("Probe", Probe.self, "Counts.")
    return registry
  }
}
