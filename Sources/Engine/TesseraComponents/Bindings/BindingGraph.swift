package import Foundation
package import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Knows who reads what on the screens of a presentation, and runs exactly those bindings that a change can affect.
///
/// A change of data, a view or an object reaches the bindings that read at the place that changed, above it or below it.
/// They run in the order in which they were made; what they write are changes again, until nothing changes any more. A
/// binding that would run on and on is stopped and reported.
package final class BindingGraph {
  /// The most runs of one binding for one change, unless more bindings than that take part: each of them can be another
  /// reason to run again, and more runs than reasons are a circle.
  static let maximumRuns = 8

  private var readers: [ObjectIdentifier: PathReaders] = [:]
  private var pending: [Int: Binding] = [:]
  /// All that were started, by their order.
  private var bindings: [Int: Binding] = [:]
  /// Those of them whose values change with time, by their order.
  private var timed: [Int: Binding] = [:]
  private var isFlushing = false
  /// The binding that runs now.
  private var running: Int?
  /// Whose writing made a binding run again, as of the last time.
  private var causes: [Int: Int] = [:]
  private var lastOrder = 0
  private let report: (String, AnyObject?) -> Void
  /// Whether nothing more is to run: what is pending then is left out.
  package var isStopped: () -> Bool = { false }
  /// What waits until nothing changes any more.
  private var waiting: [() -> Void] = []

  /// - Parameter report: tells people about a circle, on behalf of a binding's host.
  package init(report: @escaping (String, AnyObject?) -> Void) { self.report = report }

  /// Does something at once, or, while bindings run, when nothing changes any more.
  package func whenSettled(_ body: @escaping () -> Void) {
    if isFlushing { waiting.append(body) } else { body() }
  }

  /// Says that something changed at a path, and runs what reads it.
  ///
  /// - Complexity: linear in the number of bindings that read there.
  package func noteChange(of source: AnyObject, at path: [String] = []) {
    guard let readers = readers[ObjectIdentifier(source)] else { return }
    readers.visit(at: path[...]) {
      pending[$0.order] = $0
      causes[$0.order] = running
    }
    flush()
  }

  /// Runs a binding for the first time, and again whenever something that it reads changes.
  package func start(_ binding: Binding) {
    lastOrder += 1
    binding.order = lastOrder
    bindings[lastOrder] = binding
    if binding.valueAt != nil { timed[lastOrder] = binding }
    connect(binding)
    pending[binding.order] = binding
    flush()
  }

  /// Lets changes wait until `body` has made all of them.
  package func batch(_ body: () -> Void) {
    guard !isFlushing else { return body() }
    isFlushing = true
    body()
    isFlushing = false
    flush()
  }

  /// Forgets a binding.
  package func stop(_ binding: Binding) {
    disconnect(binding)
    pending[binding.order] = nil
    bindings[binding.order] = nil
    timed[binding.order] = nil
  }

  /// Runs the bindings whose values are others by now.
  package func timeDidPass(to now: Date) {
    for (order, binding) in timed where binding.nextChange.map({ $0 <= now }) ?? false { pending[order] = binding }
    flush()
  }

  /// When a value changes next because time passes; nil where none does.
  ///
  /// - Complexity: linear in the number of bindings that read the time; those that ran since the last call are evaluated
  ///   some twenty times.
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
    // One complaint for each circle, whichever of its bindings is met first.
    var blamed: Set<Int> = []
    while !pending.isEmpty {
      for order in pendingOrders() {
        guard let binding = pending.removeValue(forKey: order) else { continue }
        let count = runs[order, default: 0] + 1
        runs[order] = count
        if count > Self.maximumRuns {
          if blamed.contains(order) { continue }
          // Looking for a circle costs its length, so it is not done each time.
          if count == Self.maximumRuns + 1 || count.nonzeroBitCount == 1 {
            let circle = circle(through: order)
            if !circle.isEmpty {
              // Who writes to what it reads runs once more, and finds that nothing is another.
              if binding.isSettled { continue }
              if blamed.isDisjoint(with: circle) {
                report("\(binding.name) depends on itself, and changes without end", binding.host)
              }
              blamed.formUnion(circle)
              continue
            }
          }
          guard count <= runs.count + 1 else { continue }
        }
        // A name that meant nothing before, or something else, is looked up anew.
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

  /// What is pending, in the order of the document, but each behind the one whose writing made it run again: a chain that stands
  /// in the wrong order runs twice, and not once for each link.
  private func pendingOrders() -> [Int] {
    let sorted = pending.keys.sorted()
    guard sorted.count > 2, !causes.isEmpty else { return sorted }
    var result: [Int] = []
    result.reserveCapacity(sorted.count)
    var seen: Set<Int> = []
    for order in sorted {
      // From each to its cause, and then back.
      var chain: [Int] = []
      var next: Int? = order
      while let current = next, seen.insert(current).inserted {
        chain.append(current)
        next = causes[current]
      }
      // In a circle each would feed the next without end; in the order of the document a round of it is a round.
      let isCircle = next.map { chain.contains($0) } ?? false
      let waiting = chain.filter { pending[$0] != nil }
      result += isCircle ? waiting.sorted() : waiting.reversed()
    }
    return result
  }

  /// The bindings through which one runs again because of what it wrote itself; none if it only reads a circle.
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
      // Views and objects say that they changed, not at which property.
      let place = context == nil ? [] : Array(path.keys.dropFirst())
      binding.connections.append(Binding.Connection(root: root, source: source, path: place))
      let key = ObjectIdentifier(source)
      let readers = readers[key] ?? PathReaders()
      self.readers[key] = readers
      readers.insert(binding, at: place[...])
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

  /// Says that there are new names on a screen: what meant nothing may mean something now, or something else.
  ///
  /// - Complexity: linear in the number of bindings.
  package func namesDidChange() {
    for (order, binding) in bindings where binding.isStale { pending[order] = binding }
    flush()
  }
}

/// A rule that keeps something equal to what it reads.
package final class Binding {
  /// What one path of a binding leads to.
  struct Connection {
    let root: String
    private(set) weak var source: AnyObject?
    /// Identifies the source also when it is gone.
    let key: ObjectIdentifier?
    /// What is read of it.
    let path: [String]

    init(root: String, source: AnyObject? = nil, path: [String] = []) {
      self.root = root
      self.source = source
      self.path = path
      key = source.map { ObjectIdentifier($0) }
    }

    /// Whether the name leads elsewhere now.
    func isStale(in scope: Scope) -> Bool {
      let target = scope.target(named: root)?.source
      return target !== source || target.map { ObjectIdentifier($0) } != key
    }
  }

  /// What it writes, in words, for reports.
  let name: String
  /// What it reads: names of the scope, with what is read of them.
  let paths: Set<ValuePath>
  let scope: Scope
  /// On whose behalf it is reported.
  private(set) weak var host: AnyObject?
  fileprivate(set) var order = 0
  fileprivate var connections: [Connection] = []
  /// What comes of what it reads. A rule that observes, as those of the section `elements` do, says what it read besides, and
  /// assigns whenever that is another value, whatever comes of it.
  private let evaluate: (Scope) -> (value: Value, read: [Value])
  private let write: (Value) -> Void
  private var last: (value: Value, read: [Value])?
  /// The value at another moment; nil where time does not matter.
  fileprivate let valueAt: ((Scope, Date) -> Value)?
  /// When the value changes next because time passes, if that is known.
  fileprivate var nextChange: Date?
  private var changesByTheMinute = false

  /// - Parameter valueAt: the value at another moment; nil where time does not matter.
  package convenience init(
    name: String, paths: Set<ValuePath>, scope: Scope, host: AnyObject? = nil, evaluate: @escaping (Scope) -> Value,
    valueAt: ((Scope, Date) -> Value)? = nil, write: @escaping (Value) -> Void
  ) {
    self.init(
      name: name, paths: paths, scope: scope, host: host, observe: { (evaluate($0), []) }, valueAt: valueAt,
      write: write)
  }

  /// A rule that assigns each time what it reads changes, as key-value observing does.
  /// - Parameter observe: gives the value, and what was read for it.
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

  /// A rule for a value of a document.
  /// - Parameter isTransient: whether it assigns, too, when only what the value reads is another.
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
  }

  /// Whether one of its names leads elsewhere than when it was connected.
  fileprivate var isStale: Bool { connections.contains { $0.isStale(in: scope) } }

  /// How far ahead values are tried, in seconds: finely at first, since a clock may show seconds, and then by the minute. Not
  /// farther: what is the same in a day may be another in an hour, as each time of a day is.
  private static let trials = [1.0] + stride(from: 5.0, through: 60, by: 5) + stride(from: 120, through: 300, by: 60)

  /// Finds the second at which the value changes, or the one at which to look again.
  fileprivate func findNextChange(after now: Date) -> Date {
    let start = now.timeIntervalSinceReferenceDate.rounded(.down)
    func value(_ seconds: Double) -> Value {
      valueAt?(scope, Date(timeIntervalSinceReferenceDate: start + seconds)) ?? .null
    }
    let current = value(0)
    var (unchanged, found) = (0.0, 0.0)
    for seconds in Self.trials {
      found = seconds
      if !value(seconds).isSame(as: current) { break }
      unchanged = seconds
    }
    while found - unchanged > 1 {
      let middle = ((found + unchanged) / 2).rounded()
      if value(middle).isSame(as: current) { unchanged = middle } else { found = middle }
    }
    var seconds = start + found
    if changesByTheMinute { seconds = (seconds / 60).rounded(.up) * 60 }
    let change = Date(timeIntervalSinceReferenceDate: seconds)
    nextChange = change
    return change
  }

  fileprivate func run() {
    nextChange = nil
    let next = evaluate(scope)
    if isLast(next) { return }
    last = next
    write(next.value)
  }

  /// Whether running would change nothing.
  fileprivate var isSettled: Bool { isLast(evaluate(scope)) }

  private func isLast(_ next: (value: Value, read: [Value])) -> Bool {
    guard let last, last.value.isSame(as: next.value), last.read.count == next.read.count else { return false }
    return zip(last.read, next.read).allSatisfy { $0.isSame(as: $1) }
  }
}

/// Those who read one source, by where they read it.
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

  /// Visits those who read what lies on the way to a path, and everything below it.
  func visit(at path: ArraySlice<String>, _ body: (Binding) -> Void) {
    for binding in here.values { body(binding) }
    if let key = path.first {
      below[key]?.visit(at: path.dropFirst(), body)
    } else {
      for readers in below.values { readers.visit(at: [], body) }
    }
  }
}
