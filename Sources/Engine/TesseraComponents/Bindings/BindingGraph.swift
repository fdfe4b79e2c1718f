package import Foundation
package import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Tracks which bindings read which data on the screens of a presentation, and runs exactly those that a change can
/// affect.
///
/// A change of data, a view or an object affects the bindings that read at the changed path, above it or below it. They
/// run in the order in which they were started. Their writes are further changes, which are processed until nothing
/// changes anymore. A binding that would run forever is stopped and reported.
package final class BindingGraph {
  /// The maximum number of runs of a binding for one change, unless more bindings than that take part. A binding in a
  /// cycle stops, and is reported. Each participating binding can be a reason to run again, so more runs than bindings
  /// and definitions in them indicate a cycle.
  static let maximumRuns = 8

  private var readers: [ObjectIdentifier: PathReaders] = [:]
  private var pending: [Int: Binding] = [:]
  /// All started bindings, by order.
  private var bindings: [Int: Binding] = [:]
  /// The started bindings whose values depend on the time, by order.
  private var timed: [Int: Binding] = [:]
  private var isFlushing = false
  /// The order of the running binding.
  private var running: Int?
  /// For each binding, the binding whose write most recently caused it to run again.
  private var causes: [Int: Int] = [:]
  private var lastOrder = 0
  private let report: (String, AnyObject?) -> Void
  /// Returns whether to stop running bindings. Pending bindings are then discarded.
  package var isStopped: () -> Bool = { false }
  /// Closures to call when no more changes are pending.
  private var waiting: [() -> Void] = []

  /// Creates a graph.
  ///
  /// - Parameter report: Called with a message and the binding's host to report a cycle.
  package init(report: @escaping (String, AnyObject?) -> Void) { self.report = report }

  /// Calls a closure immediately or, while bindings are running, when no more changes are pending.
  package func whenSettled(_ body: @escaping () -> Void) {
    if isFlushing { waiting.append(body) } else { body() }
  }

  /// Records a change at a path and runs the affected bindings.
  ///
  /// - Complexity: O(*n*) in the number of bindings that read at the path.
  package func recordChange(of source: AnyObject, at path: [String] = []) {
    guard let readers = readers[ObjectIdentifier(source)] else { return }
    readers.visit(at: path[...]) {
      pending[$0.order] = $0
      causes[$0.order] = running
    }
    flush()
  }

  /// Starts a binding: runs it now, and again whenever data that it reads changes.
  package func start(_ binding: Binding) {
    lastOrder += 1
    binding.order = lastOrder
    bindings[lastOrder] = binding
    if binding.valueAt != nil { timed[lastOrder] = binding }
    connect(binding)
    pending[binding.order] = binding
    flush()
  }

  /// Defers the processing of changes until `body` has returned.
  package func batch(_ body: () -> Void) {
    guard !isFlushing else { return body() }
    isFlushing = true
    body()
    isFlushing = false
    flush()
  }

  /// Stops and removes a binding.
  package func stop(_ binding: Binding) {
    disconnect(binding)
    pending[binding.order] = nil
    bindings[binding.order] = nil
    timed[binding.order] = nil
  }

  /// Runs the bindings whose values have changed with time.
  package func timeDidPass(to now: Date) {
    for (order, binding) in timed where binding.nextChange.map({ $0 <= now }) ?? false { pending[order] = binding }
    flush()
  }

  /// Returns the next date at which a value changes with time, or nil if there is none.
  ///
  /// - Complexity: O(*n*) in the number of bindings that depend on the time. Those that ran since the last call are
  ///   evaluated about twenty times each; six times, if time alone has not changed them lately.
  package func nextChange(after now: Date) -> Date? {
    var earliest: Date?
    for binding in timed.values {
      let change = binding.nextChange ?? binding.findNextChange(after: now)
      earliest = min(earliest ?? change, change)
    }
    return earliest
  }

  private func flush() {
    guard !isFlushing else { return }
    isFlushing = true
    runPending()
    causes = [:]
    isFlushing = false
    let settled = waiting
    waiting = []
    for body in settled { body() }
  }

  private func runPending() {
    var runs: [Int: Int] = [:]
    var limits: [Int: Int] = [:]
    // The bindings that have run, and the definitions in them.
    var participants = 0
    // Each cycle is reported once, whichever of its bindings is detected first.
    var blamed: Set<Int> = []
    while !pending.isEmpty {
      for order in pendingOrders() {
        guard let binding = pending.removeValue(forKey: order) else { continue }
        let count = runs[order, default: 0] + 1
        runs[order] = count
        if count == 1 { participants += 1 + binding.definitionCount }
        if count == Self.maximumRuns + 1 {
          // Definitions in an object that read each other settle one after the other.
          limits[order] = circle(through: order).reduce(Self.maximumRuns) {
            $0 + (bindings[$1]?.definitionCount ?? 0)
          }
        }
        if let limit = limits[order], count > limit {
          if blamed.contains(order) { continue }
          // Searching for a cycle takes time proportional to its length, so it is not done on each run.
          if count == limit + 1 || count.nonzeroBitCount == 1 {
            let circle = circle(through: order)
            if !circle.isEmpty {
              // A binding that writes to its own input runs once more and then finds its value unchanged.
              if binding.isSettled { continue }
              if blamed.isDisjoint(with: circle) {
                report("\(binding.name) depends on itself and never settles", binding.host)
              }
              blamed.formUnion(circle)
              continue
            }
          }
          guard count <= participants + 1 else { continue }
        }
        // A name that is now defined, or defined differently, is resolved again.
        if binding.isStale {
          disconnect(binding)
          connect(binding)
        }
        guard !isStopped() else { return pending = [:] }
        running = order
        binding.run()
        running = nil
      }
    }
  }

  /// Returns the pending bindings in document order, but each one after the binding whose write caused it to run again.
  /// A chain in the wrong document order thus runs twice rather than once per link.
  private func pendingOrders() -> [Int] {
    let sorted = pending.keys.sorted()
    guard sorted.count > 2, !causes.isEmpty else { return sorted }
    var result: [Int] = []
    result.reserveCapacity(sorted.count)
    var seen: Set<Int> = []
    for order in sorted {
      // Follows each binding to its cause, and then runs the chain in reverse.
      var chain: [Int] = []
      var next: Int? = order
      while let current = next, seen.insert(current).inserted {
        chain.append(current)
        next = causes[current]
      }
      // In a cycle, each binding would trigger the next one without end. In document order, one pass is one round of
      // the cycle.
      let isCircle = next.map { chain.contains($0) } ?? false
      let waiting = chain.filter { pending[$0] != nil }
      result += isCircle ? waiting.sorted() : waiting.reversed()
    }
    return result
  }

  /// Returns the bindings of the cycle through which a binding triggers itself. Empty if the binding only reads from a
  /// cycle.
  private func circle(through order: Int) -> Set<Int> {
    var seen: Set<Int> = []
    var cause = causes[order]
    while let current = cause, seen.insert(current).inserted {
      if current == order { return seen }
      cause = causes[current]
    }
    return []
  }

  private func connect(_ binding: Binding) {
    for path in binding.paths {
      guard let root = path.first else { continue }
      guard let source = binding.scope.target(named: root)?.source else {
        binding.connections.append(Binding.Connection(root: root))
        continue
      }
      if let view = source as? View { view.isObserved = true }
      let context = source as? Context
      context?.graph = self
      // Views and objects report that they changed, but not which property.
      let keys = context == nil ? [] : Array(path.keys.dropFirst())
      binding.connections.append(Binding.Connection(root: root, source: source, path: keys))
      let key = ObjectIdentifier(source)
      let readers = readers[key] ?? PathReaders()
      self.readers[key] = readers
      readers.insert(binding, at: keys[...])
    }
  }

  private func disconnect(_ binding: Binding) {
    for connection in binding.connections {
      guard let key = connection.key, let readers = readers[key] else { continue }
      readers.remove(binding, at: connection.path[...])
      if readers.isEmpty { self.readers[key] = nil }
    }
    binding.connections = []
  }

  /// Records that names on a screen were added. Names that were undefined, or defined elsewhere, may now resolve
  /// differently.
  ///
  /// - Complexity: O(*n*) in the number of bindings.
  package func namesDidChange() {
    for (order, binding) in bindings where binding.isStale { pending[order] = binding }
    flush()
  }
}

/// A rule that keeps a target equal to a value computed from its inputs.
package final class Binding {
  /// The source that a path of a binding resolves to.
  struct Connection {
    let root: String
    private(set) weak var source: AnyObject?
    /// Identifies the source even after it has been released.
    let key: ObjectIdentifier?
    /// The path within the source.
    let path: [String]

    init(root: String, source: AnyObject? = nil, path: [String] = []) {
      self.root = root
      self.source = source
      self.path = path
      key = source.map { ObjectIdentifier($0) }
    }

    /// Returns whether the name now resolves to another source.
    func isStale(in scope: Scope) -> Bool {
      let target = scope.target(named: root)?.source
      return target !== source || target.map { ObjectIdentifier($0) } != key
    }
  }

  /// A description of the target, for reports.
  let name: String
  /// The paths that the binding reads, starting with names in the scope.
  let paths: Set<ValuePath>
  let scope: Scope
  /// The host on whose behalf cycles are reported.
  private(set) weak var host: AnyObject?
  fileprivate(set) var order = 0
  fileprivate var connections: [Connection] = []
  /// Computes the value. An observing binding, as in the section `elements`, also returns its inputs, and writes
  /// whenever an input changes, even if the value stays the same.
  private let evaluate: (Scope) -> (value: Value, read: [Value])
  private let write: (Value) -> Void
  private var last: (value: Value, read: [Value])?
  /// Computes the value at another date. Nil if the value does not depend on the time.
  fileprivate let valueAt: ((Scope, Date) -> Value)?
  /// The next date at which the value changes with time, if known.
  fileprivate var nextChange: Date?
  private var changesByTheMinute = false
  /// The number of definitions that the value consists of if it is an object.
  fileprivate private(set) var definitionCount = 0
  /// Whether the value stayed the same as far as it was sampled the last time, and when the binding ran since then.
  private var isSteady = false

  /// Creates a binding.
  ///
  /// - Parameter valueAt: Computes the value at another date. Nil if the value does not depend on the time.
  package convenience init(
    name: String, paths: Set<ValuePath>, scope: Scope, host: AnyObject? = nil, evaluate: @escaping (Scope) -> Value,
    valueAt: ((Scope, Date) -> Value)? = nil, write: @escaping (Value) -> Void
  ) {
    self.init(
      name: name, paths: paths, scope: scope, host: host, observe: { (evaluate($0), []) }, valueAt: valueAt,
      write: write)
  }

  /// Creates a binding that writes whenever one of its inputs changes, as key-value observing does.
  ///
  /// - Parameter observe: Returns the value and the inputs from which it was computed.
  package init(
    name: String, paths: Set<ValuePath>, scope: Scope, host: AnyObject? = nil,
    observe: @escaping (Scope) -> (value: Value, read: [Value]), valueAt: ((Scope, Date) -> Value)? = nil,
    write: @escaping (Value) -> Void
  ) {
    self.valueAt = valueAt
    self.host = host
    self.name = name
    self.paths = paths
    self.scope = scope
    self.evaluate = observe
    self.write = write
  }

  /// Creates a binding for a value of a document.
  ///
  /// - Parameter isTransient: Whether the binding also writes when only an input changes and the value stays the same.
  package convenience init(
    name: String, value: DynamicValue, scope: Scope, host: AnyObject?, environment: TemplateEnvironment,
    isTransient: Bool = false, write: @escaping (Value) -> Void
  ) {
    let paths = Set(value.paths.map(\.valuePath))
    let observed = isTransient ? paths.sorted { $0.description < $1.description } : []
    self.init(
      name: name, paths: paths, scope: scope, host: host,
      observe: { scope in
        (value.value(in: scope, environment: environment), observed.map { scope.value(at: $0) })
      },
      valueAt: value.readsTime ? { value.comparableValue(in: $0, environment: environment.at($1)) } : nil, write: write)
    changesByTheMinute = value.changesByTheMinute
    definitionCount = value.definitionCount
  }

  /// Whether one of the names resolves to another source than when the binding was connected.
  fileprivate var isStale: Bool { connections.contains { $0.isStale(in: scope) } }

  /// The offsets in seconds at which the future value is sampled: fine at first, since a clock may show seconds, then
  /// by the minute. They do not extend further, since a value that is the same a day later can differ an hour later, as
  /// every time of day does.
  private static let trials = [1.0] + stride(from: 5.0, through: 60, by: 5) + minutes.dropFirst()
  private static let minutes = Array(stride(from: 60.0, through: 300, by: 60))

  /// Finds the second at which the value changes, or the one at which to check again.
  fileprivate func findNextChange(after now: Date) -> Date {
    let start = now.timeIntervalSinceReferenceDate.rounded(.down)
    func value(_ seconds: Double) -> Value {
      valueAt?(scope, Date(timeIntervalSinceReferenceDate: start + seconds)) ?? .null
    }
    var trials = isSteady ? Self.minutes : Self.trials
    if changesByTheMinute {
      let past = start - (start / 60).rounded(.down) * 60
      trials = Self.minutes.map { $0 - past }
    }
    let current = value(0)
    var (unchanged, found) = (0.0, 0.0)
    isSteady = true
    for seconds in trials {
      found = seconds
      isSteady = value(seconds).isSame(as: current)
      if !isSteady { break }
      unchanged = seconds
    }
    while !changesByTheMinute, found - unchanged > 1 {
      let middle = ((found + unchanged) / 2).rounded()
      if value(middle).isSame(as: current) { unchanged = middle } else { found = middle }
    }
    let change = Date(timeIntervalSinceReferenceDate: start + found)
    nextChange = change
    return change
  }

  fileprivate func run() {
    nextChange = nil
    let next = evaluate(scope)
    if isLast(next) { return }
    isSteady = false
    last = next
    write(next.value)
  }

  /// Whether running the binding would change nothing.
  fileprivate var isSettled: Bool { isLast(evaluate(scope)) }

  private func isLast(_ next: (value: Value, read: [Value])) -> Bool {
    guard let last, last.value.isSame(as: next.value), last.read.count == next.read.count else { return false }
    return zip(last.read, next.read).allSatisfy { $0.isSame(as: $1) }
  }
}

/// The bindings that read a source, organized by path.
private final class PathReaders {
  private var here: [ObjectIdentifier: Binding] = [:]
  private var below: [String: PathReaders] = [:]

  var isEmpty: Bool { here.isEmpty && below.isEmpty }

  func insert(_ binding: Binding, at path: ArraySlice<String>) {
    guard let key = path.first else { return here[ObjectIdentifier(binding)] = binding }
    let next = below[key] ?? PathReaders()
    below[key] = next
    next.insert(binding, at: path.dropFirst())
  }

  func remove(_ binding: Binding, at path: ArraySlice<String>) {
    guard let key = path.first else { return here[ObjectIdentifier(binding)] = nil }
    below[key]?.remove(binding, at: path.dropFirst())
    if below[key]?.isEmpty == true { below[key] = nil }
  }

  /// Visits the bindings that read at a prefix of a path, at the path itself or below it.
  func visit(at path: ArraySlice<String>, _ body: (Binding) -> Void) {
    for binding in here.values { body(binding) }
    if let key = path.first {
      below[key]?.visit(at: path.dropFirst(), body)
    } else {
      for readers in below.values { readers.visit(at: [], body) }
    }
  }
}
