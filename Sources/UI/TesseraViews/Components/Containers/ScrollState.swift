import TesseraLayout
import TesseraValues

/// What a view knows of its scrolling. Few views scroll, so it is apart from the view.
final class ScrollState {
  /// The percentage of the content that must have been visible for its end to count as reached; nil for the default,
  /// less than half of the visible length left.
  var endThreshold: Double?
  /// The content length or revision for which the end of scrolling was last reported.
  private var reportedContent: Double?

  /// Returns whether so much of the content was visible that its end counts as reached.
  func reachesEnd(of length: Double, at offset: Double, visible: Double) -> Bool {
    guard let endThreshold else { return length - offset - visible < visible / 2 }
    return length > 0 && (offset + visible) / length * 100 >= endThreshold - 0.01
  }

  /// Records that the end of scrolling is reported.
  /// - Parameter content: The content's length or revision.
  /// - Returns: Whether it was not reported before for the same content.
  func reportEnd(of content: Double?) -> Bool {
    guard reportedContent != content else { return false }
    reportedContent = content
    return true
  }
}

extension View {
  /// The percentage of the content that must have been visible for its end to count as reached: see ``ScrollState``.
  var scrollEndThreshold: Double? {
    get { scrollState?.endThreshold }
    set { if newValue != scrollEndThreshold { ownScrollState.endThreshold = newValue } }
  }

  /// Requests new data, unless a refresh is in progress or the view is not interactive.
  package func refresh() {
    guard self[.refreshing] != true, isInteractive else { return }
    emit(.refresh)
  }

  /// Emits the scroll event after the user scrolled. Also emits, once until the content grows, the event for the end
  /// of the content, when less than half of the visible length is left or the threshold is reached.
  package func emitScrolling(to offset: Double) {
    guard offset.isFinite else { return }
    let details: [String: Value] = ["offset": .double(max(0, offset))]
    emit(.scroll, details)
    let isHorizontal = self[.axis].string == ScrollAxis.horizontal.rawValue
    let length = self[isHorizontal ? .contentWidth : .contentHeight].number ?? 0
    let visible = isHorizontal ? frame.width : frame.height
    let state = ownScrollState
    guard state.reachesEnd(of: length, at: offset, visible: visible),
      state.reportEnd(of: contentRevision.map(Double.init) ?? length)
    else { return }
    emit(.scrollEnd, details)
  }

  /// Emits the event for the end of the content if the whole content is visible without scrolling and a document
  /// specified a threshold.
  func notifyEndInSight(of length: Double, visible: Double) {
    guard let scrollState, scrollState.endThreshold != nil, handles(.scrollEnd), visible > 0, length <= visible,
      scrollState.reportEnd(of: contentRevision.map(Double.init))
    else { return }
    context.host?.afterLayout { [weak self] in self?.emit(.scrollEnd, ["offset": 0]) }
  }

  private var ownScrollState: ScrollState { scrollState.orInsert(ScrollState()) }
}
