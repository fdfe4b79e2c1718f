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
  /// - Parameter hasContent: whether whoever asks still has what was answered last.
  package func answer(isPreview: Bool = false, hasContent: Bool = false) async -> ProviderAnswer {
    if let condition = manifest.update.condition, !condition.evaluate(with: options.value, context: evaluationContext) {
      return .skipped
    }
    if let name = manifest.update.provider, provider == nil {
      return .failed("This host has no provider '\(name.value)'")
    }
    let context = providerContext(isPreview: isPreview, hasContent: hasContent)
    switch provider {
    case .timeline(let provider): return await answer(of: provider, in: context)
    case .updates(let provider):
      switch await provider.update(in: context) {
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

  private func answer(of provider: any TimelineProvider, in context: ProviderContext) async -> ProviderAnswer {
    do {
      if context.isPreview { return .timeline([try await provider.snapshot(in: context)], .never) }
      let timeline = try await provider.timeline(in: context)
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

  func providerContext(isPreview: Bool, hasContent: Bool = false) -> ProviderContext {
    ProviderContext(
      options: options.value.dictionary ?? [:], date: environment.now(), isPreview: isPreview, hasContent: hasContent,
      clock: environment.clock
    ) { [weak self] url in
      guard let self else { throw CancellationError() }
      return try await self.requests.data(from: url)
    }
  }

  /// What the documents fetch.
  /// - Returns: why it failed; nil where it did not.
  private func fetchFresh() async -> String? {
    if let action = manifest.update.action {
      // Nobody is there to be shown anything.
      let result = await service.perform(action.value, object: .null, provider: nil, isShared: false) { _ in }
      guard case .failure(let failure) = result else {
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
    let date = timeline.date.value
    func objects(_ condition: String, isAscending: Bool, limit: Int) throws -> [(date: Date, object: ManagedObject)] {
      var request = FetchRequest(
        timeline.entity.value,
        predicates: [try ValuePredicate(condition)] + (timeline.predicate.map { [$0.value] } ?? []),
        variables: ["options": options.value, "present": .date(now)], sortByFields: date, sortAscending: isAscending,
        context: evaluationContext)
      request.limit = limit
      return try store.fetch(request).compactMap { object in object.value(forKey: date)?.date.map { ($0, object) } }
    }
    let dated = try objects("SELF.\(date) > $present", isAscending: true, limit: timeline.limit + 1)
    switch timeline.shows {
    case .current:
      // Of those that began only the last is shown.
      let current = try objects("SELF.\(date) <= $present", isAscending: false, limit: 1)
      let entries = (current + dated).prefix(timeline.limit).map { entry(of: $0.object, from: $0.date, timeline) }
      // Until the first begins there is nothing.
      return entries.first.map { $0.date <= now } == true ? entries : [TimelineEntry(date: now)] + entries
    case .next:
      let starts = [now] + dated.map(\.date)
      let entries = zip(starts, dated.prefix(timeline.limit)).map { entry(of: $1.object, from: $0, timeline) }
      // After the last there is nothing.
      return dated.count > timeline.limit ? entries : entries + [TimelineEntry(date: starts[dated.count])]
    }
  }

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
