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

  // MARK: Requests

  /// Requests new content from the provider, or from the manifest's action and timeline.
  ///
  /// Returns when the result is available. The caller sets the deadline.
  /// - Parameter hasContent: Whether the caller still has the last result.
  package func answer(isPreview: Bool = false, hasContent: Bool = false) async -> ProviderAnswer {
    var failures: [ElementFailure] = []
    let answer = await requestAnswer(isPreview: isPreview, hasContent: hasContent, &failures)
    if !isPreview { lastUpdate.record(answer, failures, at: environment.now()) }
    return answer
  }

  /// - Parameter failures: Receives the elements whose requests failed, if the action sends one for each of a list.
  private func requestAnswer(
    isPreview: Bool, hasContent: Bool, _ failures: inout [ElementFailure]
  ) async -> ProviderAnswer {
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
    if let failure = await fetchFresh(&failures) { return .failed(failure) }
    guard let timeline = manifest.timeline else { return .newData }
    do {
      let entries = try entries(of: timeline)
      return .timeline(entries, policy(otherwise: .atEnd))
    } catch {
      return .failed("\(error)")
    }
  }

  /// Lets the provider fetch ahead, because a page begins to show the widget.
  package func prefetch(hasContent: Bool) async {
    guard case .updates(let provider) = provider else { return }
    await provider.prefetch(in: providerContext(isPreview: false, hasContent: hasContent))
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

  /// Returns the manifest's reload policy as of now.
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

  /// Fetches data as the documents describe.
  /// - Returns: The reason of a failure; nil on success.
  private func fetchFresh(_ failures: inout [ElementFailure]) async -> String? {
    if let action = manifest.update.action { return await perform(action.value, &failures) }
    // A timeline without an update policy only reads existing data.
    guard manifest.update.policy != .never || manifest.timeline == nil else { return nil }
    let opened = makeOffscreenCopy(at: nil, entry: entry.value, isDrawnOnly: false)
    let presentation = await opened.makePresentation(size: Self.usualSize)
    await presentation.settle()
    // A screen that handles a failure shows no problem, but the update failed all the same.
    let problem = await presentation.problems.first
    let failure = await presentation.actionFailure
    await presentation.close()
    return problem ?? failure
  }

  /// Performs an action and its next actions.
  /// - Returns: The reason of a failure; nil on success.
  private func perform(_ first: String, _ failures: inout [ElementFailure]) async -> String? {
    var action: String? = first
    var (object, previous) = (Value.null, Value.null)
    var count = 0
    while let name = action, count <= definition.service.actions.count {
      // There is no user to show URLs to.
      switch await service.perform(
        name, object: object, previous: previous, provider: nil, isShared: false, report: { _ in })
      {
      case .failure(let failure):
        failures += failure.failures
        return failure.message
      case .success(let outcome):
        object = outcome.object ?? object
        previous = outcome.response
        failures += outcome.failures
        action = outcome.nextAction
      }
      count += 1
    }
    return nil
  }

  /// The size of a tile of four by four cells, in points.
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
      // Of the past entries, only the last one is current.
      let current = try objects("SELF.\(date) <= $present", isAscending: false, limit: 1)
      let entries = (current + dated).prefix(timeline.limit).map { entry(of: $0.object, from: $0.date, timeline) }
      // Before the first entry, there is no content.
      return entries.first.map { $0.date <= now } == true ? entries : [TimelineEntry(date: now)] + entries
    case .next:
      let starts = [now] + dated.map(\.date)
      let entries = zip(starts, dated.prefix(timeline.limit)).map { entry(of: $1.object, from: $0, timeline) }
      // After the last entry, there is no content.
      return dated.count > timeline.limit ? entries : entries + [TimelineEntry(date: starts[dated.count])]
    }
  }

  private func entry(of object: ManagedObject, from date: Date, _ timeline: Manifest.Timeline) -> TimelineEntry {
    var content: [String: Value] = [:]
    for attribute in object.entity.attributes { content[attribute.name] = object.value(forKey: attribute.name) }
    let score = timeline.relevance.flatMap { object.value(forKey: $0.value)?.number }
    return TimelineEntry(date: date, content: content, relevance: score.map { TimelineEntry.Relevance(score: $0) })
  }

  /// Sets the entry that screens read; all presentations are updated.
  package func show(_ entry: TimelineEntry?) {
    self.entry.set(entry?.value ?? .null, at: ContextPath(nodes: []))
  }
}
