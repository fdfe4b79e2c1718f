import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Filters a provider and runs an action while the user types into a search bar or a text field.
package final class SearchActionController: ActionController {
  /// The predicate with `$input` for the provider.
  var filter: ValuePredicate?
  /// The delay after typing before the provider is filtered, in seconds.
  var filterThrottleInterval = 0.5
  /// The delay after typing before the action runs, in seconds.
  var actionThrottleInterval = 0.5
  /// The minimum length of the text for the action to run.
  var minimumTextLength = 1.0
  /// Whether a text field searches while the user types; search bars always do.
  var dynamicSearch = false
  /// Whether the return key of a text field starts the search.
  var searchOnReturn = true
  /// The provider that is filtered; by default, the main provider of the table.
  var contentProvider: ContentProvider?

  private var pendingFilter: PendingOperations.ID?
  private var pendingAction: PendingOperations.ID?
  private var text = ""

  /// Whether search results replace the main content.
  var isSearching: Bool { actionName != nil && !text.isEmpty }

  package override func setUp() {
    super.setUp()
    guard let field = sender, field is TextField || field is TextInputView else { return }
    let isSearchBar = field.kind == .searchBar
    field.on(.change) { [weak self] details in
      guard let self, isSearchBar || self.dynamicSearch else { return }
      self.textDidChange(details.value(at: "value").description)
    }
    field.on(.submit) { [weak self] details in
      guard let self, isSearchBar || self.searchOnReturn else { return }
      self.searchNow(details.value(at: "value").description)
    }
  }

  package override func inputWasRestored() {
    guard let field = sender as? TextField, field.kind == .searchBar || dynamicSearch, !field.value.isNull else {
      return
    }
    filter(field.value.description)
  }

  private func textDidChange(_ text: String) {
    guard let screen else { return }
    cancelTimers()
    pendingFilter = screen.timers.after(seconds: filterThrottleInterval) { [weak self] in self?.filter(text) }
    if actionName != nil {
      pendingAction = screen.timers.after(seconds: actionThrottleInterval) { [weak self] in self?.search(text) }
    }
  }

  private func searchNow(_ text: String) {
    cancelTimers()
    filter(text)
    search(text)
  }

  private func filter(_ text: String) {
    pendingFilter = nil
    self.text = text
    contentProvider?.filter(filter, input: text)
    propertiesDidChange()
  }

  private func search(_ text: String) {
    pendingAction = nil
    guard actionName != nil, Double(text.count) >= minimumTextLength, !text.isEmpty else { return }
    performAction(with: ["input": .string(text)])
  }

  /// Runs the action again for the same text, for example to load more results.
  func searchAgain() { search(text) }

  private func cancelTimers() {
    for timer in [pendingFilter, pendingAction] {
      if let timer { screen?.timers.cancel(timer) }
    }
    pendingFilter = nil
    pendingAction = nil
  }

  package override func close() {
    cancelTimers()
    super.close()
  }

  package override class var outlets: [Outlet] {
    actionOutlets(senders: [.searchBar, .textInput, .textArea, .textInputView]) + [
      .mediator("contentProvider", "The provider that is filtered.", \SearchActionController.contentProvider)
    ]
  }

  package override class var properties: PropertyTable<Mediator> { table }

  private static let table =
    PropertyTable<Mediator>(
      "SearchActionController", inheriting: actionProperties,
      [
        .predicate(
          SearchActionController.self, "filterFormat", "A predicate with $input.", get: { $0.filter },
          set: { $0.filter = $1 }),
        .number(
          SearchActionController.self, "filterThrottleInterval", "Seconds without typing before filtering.",
          \.filterThrottleInterval, default: 0.5),
        .number(
          SearchActionController.self, "actionThrottleInterval", "Seconds without typing before the action runs.",
          \.actionThrottleInterval, default: 0.5),
        .number(
          SearchActionController.self, "minimumTextLength", "The minimum length of the text for the action to run.",
          \.minimumTextLength, default: 1),
        .flag(
          SearchActionController.self, "dynamicSearch", "Whether a text field searches while the user types.",
          \.dynamicSearch),
        .flag(
          SearchActionController.self, "searchOnReturn", "Whether the return key of a text field starts the search.",
          \.searchOnReturn),
        .of(
          SearchActionController.self, "isSearching", .bool, "Whether a search is active.",
          get: { .bool($0.isSearching) }),
        .of(SearchActionController.self, "text", .string, "The text of the search.", get: { .string($0.text) }),
      ])
}
