import Foundation
import TesseraBundles
import TesseraData
import TesseraExpressions
import TesseraLayout
import TesseraServices
import TesseraValues
import TesseraViews

extension Instance {
  private var manifest: Manifest { definition.bundle.manifest }

  // MARK: Asking

  /// Asks for fresh content: the provider, or the action and the timeline of the manifest.
  ///
  /// Returns when the answer is known, however long that takes; whoever asks has a deadline.
  package func answer(isPreview: Bool = false) async -> ProviderAnswer {
    if let condition = manifest.update.condition, !condition.evaluate(with: options.value, context: evaluationContext) {
      return .noData
    }
    switch provider {
    case .timeline(let provider): return await answer(of: provider, isPreview: isPreview)
    case .updates(let provider):
      switch await provider.update(in: providerContext(isPreview: isPreview)) {
      case .newData(let content):
        return .timeline([TimelineEntry(date: environment.now(), content: content)], policy(otherwise: .never))
      case .noData: return .noData
      case .failed(let reason): return .failed(reason)
      }
    case nil: break
    }
    if let failure = await fetchFresh() { return .failed(failure) }
    guard let timeline = manifest.timeline else { return .newData }
    do {
      let entries = try entries(of: timeline)
      return .timeline(entries, policy(otherwise: .atEnd))
    } catch {
      return .failed("\(error)")
    }
  }

  private func answer(of provider: any TimelineProvider, isPreview: Bool) async -> ProviderAnswer {
    let context = providerContext(isPreview: isPreview)
    do {
      if isPreview { return .timeline([try await provider.snapshot(in: context)], .never) }
      let timeline = try await provider.timeline(in: context)
      guard !timeline.entries.isEmpty else { return .noData }
      return .timeline(timeline.entries, timeline.policy)
    } catch {
      return .failed((error as? ServiceError)?.message ?? "\(error)")
    }
  }

  /// The manifest's rule as of now.
  private func policy(otherwise standard: ReloadPolicy) -> ReloadPolicy {
    switch manifest.update.policy {
    case .never: standard
    case .atEnd: .atEnd
    case .after(let seconds): .after(environment.now().addingTimeInterval(seconds))
    }
  }

  func providerContext(isPreview: Bool) -> ProviderContext {
    ProviderContext(
      options: options.value.dictionary ?? [:], date: environment.now(), isPreview: isPreview,
      clock: environment.clock
    ) { [weak self] url in
      guard let self else { throw CancellationError() }
      return try await self.data(from: url)
    }
  }

  /// What the documents fetch.
  /// - Returns: why it failed; nil where it did not.
  private func fetchFresh() async -> String? {
    if let action = manifest.update.action {
      guard case .failure(let failure) = await perform(action, object: .null, provider: nil, isShared: false) else {
        return nil
      }
      return failure.message
    }
    // Who only reads what is there has nothing to fetch.
    guard manifest.update.policy != .never || manifest.timeline == nil else { return nil }
    let opened = drawn(at: nil, entry: entry.value, isStill: false)
    let presentation = await opened.makePresentation(size: Self.usualSize)
    await presentation.settle()
    let problem = await presentation.problems.first
    await presentation.close()
    return problem
  }

  /// That of a tile of four by four cells, in points.
  private static var usualSize: Size { Size(width: 400, height: 400) }

  // MARK: Entries

  private func entries(of timeline: Manifest.Timeline) throws -> [TimelineEntry] {
    let now = environment.now()
    var request = FetchRequest(
      timeline.entity.value, predicates: timeline.predicate.map { [$0] } ?? [],
      variables: ["options": options.value], sortByFields: timeline.date.value, context: evaluationContext)
    request.limit = Self.maximumCandidates
    var dated: [(date: Date, object: ManagedObject)] = []
    for object in try store.fetch(request) {
      guard let date = object.value(forKey: timeline.date.value)?.date else { continue }
      dated.append((date, object))
    }
    switch timeline.shows {
    case .current:
      // Of those that began only the last is shown.
      if let current = dated.lastIndex(where: { $0.date <= now }) { dated.removeFirst(current) }
      let entries = dated.prefix(timeline.limit).map { entry(of: $0.object, from: $0.date, timeline) }
      // Until the first begins there is nothing.
      return entries.first.map { $0.date <= now } == true ? entries : [TimelineEntry(date: now)] + entries
    case .next:
      dated.removeAll { $0.date <= now }
      let starts = [now] + dated.map(\.date)
      let entries = zip(starts, dated.prefix(timeline.limit)).map { entry(of: $1.object, from: $0, timeline) }
      // After the last there is nothing.
      return dated.count > timeline.limit ? entries : entries + [TimelineEntry(date: starts[dated.count])]
    }
  }

  /// The most objects that are looked at for a timeline.
  private static var maximumCandidates: Int { 10_000 }

  private func entry(of object: ManagedObject, from date: Date, _ timeline: Manifest.Timeline) -> TimelineEntry {
    var content: [String: Value] = [:]
    for attribute in object.entity.attributes { content[attribute.name] = object.value(forKey: attribute.name) }
    let score = timeline.relevance.flatMap { object.value(forKey: $0.value)?.number }
    return TimelineEntry(date: date, content: content, relevance: score.map { TimelineEntry.Relevance(score: $0) })
  }

  /// Lets screens read another entry; every presentation follows.
  package func show(_ entry: TimelineEntry?) {
    self.entry.set(entry?.value ?? .null, at: ContextPath(nodes: []))
  }
}
