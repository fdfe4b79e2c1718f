package import TesseraLayout

/// Sizes of the parts of controls that have no attributes, in points; the web client has the same numbers.
package enum ControlMetrics {
  /// Opacity of a control that is disabled, on top of its own.
  package static let disabledOpacity = 0.45
  /// Opacity of a field's placeholder where the field has a colour of its own; else it has the placeholder's colour.
  package static let placeholderOpacity = 0.65

  /// From a switch or a box to its text.
  package static let toggleSpacing = 10.0

  /// A track with a knob.
  package enum Switch {
    /// Size of the track.
    package static let size = Size(width: 44, height: 26)
    /// From the track's edge to the knob.
    package static let knobMargin = 3.0
  }

  /// A box with a tick.
  package enum Checkbox {
    /// Size of the box.
    package static let size = Size(width: 22, height: 22)
    /// Radius of its corners.
    package static let cornerRadius = 5.0
    /// Width of its line while it is empty.
    package static let lineWidth = 1.5
  }

  /// A track with a thumb.
  package enum Slider {
    /// Natural size.
    package static let size = Size(width: 160, height: 28)
    /// Height of the track.
    package static let trackHeight = 4.0
    /// Width and height of the thumb.
    package static let thumbSize = 20.0
  }

  /// A ring with a dot, and the text beside it.
  package enum Radio {
    /// Width and height of the ring.
    package static let size = 20.0
    /// Width of the ring's line.
    package static let lineWidth = 1.5
    /// Width and height of the dot.
    package static let dotSize = 10.0
    /// From the ring to the text.
    package static let spacing = 10.0
  }

  /// A colour to choose.
  package enum ColorPicker {
    /// Size of the well.
    package static let size = Size(width: 44, height: 28)
  }

  /// A file to choose.
  package enum FilePicker {
    /// How much higher the field is while it shows a picture, in points; the last eight of them stay free.
    package static let previewHeight = 128.0
  }

  /// A field that opens a list.
  package enum Select {
    /// Width and height of the sign that it opens.
    package static let signSize = 14.0
    /// From the sign to the field's edge.
    package static let signMargin = 10.0
    /// The room that the sign takes from the text.
    package static let signRoom = 24.0
  }

  /// A bar or a ring that fills.
  package enum Progress {
    /// Size of a bar where nothing asks for another; its line is never higher.
    package static let barSize = Size(width: 120, height: 6)
    /// Size of a ring where nothing asks for another.
    package static let ringSize = Size(width: 32, height: 32)
    /// Width of the ring's line.
    package static let ringWidth = 4.0
  }

  /// Parts of a search bar: a field within the bar, and a magnifier sign within the field.
  package enum SearchBar {
    /// Natural height of the bar.
    package static let height = 52.0
    /// Height of the field, which stands in the middle of the bar; a lower bar has a lower field.
    package static let fieldHeight = 36.0
    /// From the bar's left and right edge to the field.
    package static let fieldMargin = 8.0
    /// Radius of the field's corners.
    package static let fieldCornerRadius = 10.0
    /// Opacity of the field's ground, which has the bar's text colour.
    package static let fieldFillOpacity = 0.08
    /// Width and height of the magnifier.
    package static let signSize = 14.0
    /// From the field's edge to the magnifier.
    package static let signMargin = 11.0
    /// From the field's edge to the text, over the magnifier.
    package static let textStart = 32.0
    /// From the text to the field's other edge.
    package static let textEnd = 10.0
  }

  /// A ring with one open quarter, on the right while it stands still.
  package enum ActivityIndicator {
    /// Natural width and height; the largest that is drawn.
    package static let size = 20.0
    /// Width of the line.
    package static let lineWidth = 2.0
  }

  /// A dialog in the middle of the window, over a dimmed window.
  package enum Alert {
    /// Width of the dialog; in a narrow window the window's less twice the margin.
    package static let width = 280.0
    /// From the window's edge to the dialog, at least.
    package static let margin = 16.0
    /// Opacity of the black that dims the window.
    package static let dimming = 0.4
    /// From the dialog's edge to its headline and its body.
    package static let padding = 20.0
    /// Between headline and body.
    package static let spacing = 6.0
    /// Height of a button. Two buttons stand side by side, more under each other, a thin line before each.
    package static let buttonHeight = 44.0
    /// The headline: in the middle, in the label's colour.
    package static let titleStyle = TextStyle(fontSize: 16, fontWeight: 600)
    /// The body: in the middle, in the label's colour.
    package static let messageStyle = TextStyle(fontSize: 14)
    /// A button: in the middle, in the accent's colour. The last one is heavier.
    package static let buttonStyle = TextStyle(fontSize: 15, fontWeight: 400, maximumLines: 1)
    /// Weight of the last button.
    package static let lastButtonWeight = 600
  }
}
