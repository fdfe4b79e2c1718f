import TesseraLayout
import TesseraValues
import TesseraViews

/// The state of a screen that is not loaded.
enum ScreenLoadState {
  /// The screen is being loaded.
  case loading
  /// Loading failed, with the reason and a closure that tries again.
  case failed(String, retry: () -> Void)

  /// Returns the view that is shown in place of the screen.
  func makeView(in context: ViewContext) -> View {
    let view = View(.container, in: context)
    view.style = LayoutStyle {
      $0.flexGrow = 1
      $0.alignItems = .center
      $0.justifyContent = .center
      $0.rowGap = .points(12)
      $0.padding = Edges(24)
    }
    switch self {
    case .loading:
      let indicator = ActivityIndicatorView(in: context)
      indicator.identifier = "loading"
      indicator.isAnimating = true
      view.addChild(indicator)
    case .failed(let reason, let retry):
      view[.role] = "alert"
      let title = Label(in: context)
      title.text = context.strings[.notLoaded]
      title[.fontWeight] = 600
      let message = Label(in: context)
      message.text = reason
      message.identifier = "loadingError"
      for label in [title, message] {
        label[.textAlign] = "center"
        view.addChild(label)
      }
      message[.color] = .string(SemanticColor.secondaryLabel.rawValue)
      let button = Button(in: context)
      button.identifier = "retryButton"
      button.title = context.strings[.retry]
      button.on(.press) { _ in retry() }
      view.addChild(button)
    }
    return view
  }
}
