import Foundation
import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraLayout
import TesseraServices
import TesseraValues
import TesseraViews

/// The widgets embedded in the views of a presentation. Each has its own presentation on its own thread. Its view tree
/// is mirrored into this presentation, and input is forwarded to it.
final class WidgetEmbeddings {
  private unowned let core: PresentationCore
  private var embeddings: [ViewID: Embedding] = [:]

  /// The maximum number of embedded widgets in a presentation. A further one shows an error in its place.
  private static let maximumCount = 16
  /// The maximum number of views of an embedded widget. A larger one is removed, and shows an error in its place. They
  /// are laid out with the rest.
  private static let maximumViews = 20_000

  private struct Embedding {
    var operation: PendingOperations.ID
    var events: AsyncStream<(ViewEvent, EventMark?)>.Continuation?
  }

  /// A message from the embedded presentation.
  private enum Message: Sendable {
    case update(PresentationUpdate)
  }

  init(core: PresentationCore) { self.core = core }

  /// Performs a command of a widget view.
  func perform(_ command: WidgetView.Command, for view: WidgetView) {
    switch command {
    case .load(let source): load(source, into: view)
    case .unload: remove(view.id)
    case .resize: send(.resize(view.mirror.placement.size), to: view.id)
    }
  }

  /// Forwards a user's event to an embedded widget.
  func forward(_ event: ViewEvent, at view: RemoteView) {
    guard view.isInteractive else { return }
    view.record(event)
    view.mirror?.onEvent(event.at(view.original))
  }

  /// Removes all embedded widgets.
  func removeAll() {
    for id in Array(embeddings.keys) { remove(id) }
  }

  private func remove(_ id: ViewID) {
    guard let embedding = embeddings.removeValue(forKey: id) else { return }
    embedding.events?.finish()
    core.operations.cancel(embedding.operation)
  }

  private func send(_ event: ViewEvent, to id: ViewID) {
    guard let events = embeddings[id]?.events else { return }
    core.instance.environment.activities.begin()
    if case .enqueued = events.yield((event, EventMark.current)) { return }
    core.instance.environment.activities.end()
  }

  // MARK: Loading

  private func load(_ source: WidgetView.Source, into view: WidgetView) {
    remove(view.id)
    // A drawing loads no other widgets.
    guard !core.instance.isDrawnOnly else { return view.didLoad(false) }
    guard embeddings.count < Self.maximumCount else {
      return fail(view, ActionFailure("More than \(Self.maximumCount) widgets are embedded in this one"))
    }
    let instance = core.instance
    let (id, identifier) = (view.id, view.widgetIdentifier)
    let operation = core.operations.run(
      { await instance.embedded(source, identifier: identifier) },
      then: { [weak self, weak view] (result: Result<Instance, ActionFailure>) in
        guard let self, let view, self.embeddings[id] != nil else { return }
        switch result {
        case .success(let inner): self.show(inner, in: view)
        case .failure(let failure):
          self.embeddings[id] = nil
          self.fail(view, failure)
        }
      })
    embeddings[id] = Embedding(operation: operation)
  }

  private func fail(_ view: WidgetView, _ failure: ActionFailure) {
    view.didLoad(false)
    let event = EventName(rawValue: "onError")
    if view.handles(event) {
      view.emit(event, ["message": .string(failure.message)])
    } else {
      core.alerts.recordProblem(failure.detail)
      core.alerts.showProblem(title: "Error", message: failure.message)
    }
  }

  private func show(_ inner: Instance, in view: WidgetView) {
    let id = view.id
    let (name, mirror) = (String(inner.id.dropFirst(core.instance.id.count + 1)), view.mirror)
    mirror.translate = { value, attribute, kind in
      // Text fields have an attribute `placeholder`, too.
      guard attribute == .image || (attribute == .placeholder && kind == .image) else { return nil }
      if let text = value.string { return .string("\(Instance.embeddedMark)\(name)/\(text)") }
      guard let picture = value.value(at: "name").string else { return nil }
      return ["name": .string("\(Instance.embeddedMark)\(name)/\(picture)")]
    }
    mirror.onEvent = { [weak self] in self?.send($0, to: id) }
    mirror.onWindowEffect = { [weak self] effect in
      if case .openURL = effect { self?.core.hierarchy.window.perform(effect) }
    }
    let (events, continuation) = AsyncStream.makeStream(
      of: (ViewEvent, EventMark?).self, bufferingPolicy: .bufferingOldest(256))
    let size = mirror.placement.size
    let languages = [core.localization.language.description]
    let (screen, activities) = (view.entryPoint, inner.environment.activities)
    // The activity lasts until the first tree is counted.
    activities.begin()
    let operation = core.operations.subscribe({ (report: @escaping @Sendable (Message) async -> Void) in
      let presentation = await inner.makePresentation(
        size: size, screen: screen.flatMap { inner.definition.bundle.screenNames.contains($0) ? $0 : nil },
        languages: languages)
      let updates = await presentation.updates(counting: activities)
      activities.end()
      let sending = Task {
        for await (event, mark) in events {
          await EventMark.$current.withValue(mark) { await presentation.send([event]) }
          activities.end()
        }
      }
      for await update in updates {
        await report(.update(update))
        activities.end()
      }
      sending.cancel()
      await presentation.close()
    }) { [weak self, weak view] (message: Message) in
      guard let self, let view else { return }
      switch message {
      case .update(.tree(let tree, _)): view.mirror.show(tree)
      case .update(.patches(let patches, _)): view.mirror.apply(patches)
      }
      if view.mirror.count > Self.maximumViews {
        self.remove(view.id)
        view.mirror.clear()
        self.fail(view, ActionFailure("The widget has too many views"))
      }
    }
    embeddings[id] = Embedding(operation: operation, events: continuation)
    view.didLoad(true)
    view.emit(EventName(rawValue: "onSuccess"))
  }
}
