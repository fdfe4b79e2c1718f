package import TesseraLayout

/// Sizes of the parts of controls that have no attributes, in points. The web client uses the same numbers.
package enum ControlMetrics {
  /// The opacity of a disabled control, multiplied by its own opacity.
  package static let disabledOpacity = 0.45
  /// The opacity of a placeholder in a field with its own text colour. Other fields use the placeholder colour.
  package static let placeholderOpacity = 0.65

  /// The space between a switch or checkbox and its text.
  package static let toggleSpacing = 10.0

  /// A track with a knob.
  package enum Switch {
    /// The size of the track.
    package static let size = Size(width: 44, height: 26)
    /// The distance from the track's edge to the knob.
    package static let knobMargin = 3.0
  }

  /// A box with a checkmark.
  package enum Checkbox {
    /// The size of the box.
    package static let size = Size(width: 22, height: 22)
    /// The radius of the corners.
    package static let cornerRadius = 5.0
    /// The line width of the empty box.
    package static let lineWidth = 1.5
  }

  /// A track with a thumb.
  package enum Slider {
    /// The natural size.
    package static let size = Size(width: 160, height: 28)
    /// The height of the track.
    package static let trackHeight = 4.0
    /// The width and height of the thumb.
    package static let thumbSize = 20.0
  }

  /// A ring with a dot, and the text beside it.
  package enum Radio {
    /// The width and height of the ring.
    package static let size = 20.0
    /// The line width of the ring.
    package static let lineWidth = 1.5
    /// The width and height of the dot.
    package static let dotSize = 10.0
    /// The space between the ring and the text.
    package static let spacing = 10.0
  }

  /// A colour picker.
  package enum ColorPicker {
    /// The size of the colour well.
    package static let size = Size(width: 44, height: 28)
  }

  /// A file picker.
  package enum FilePicker {
    /// The additional height of the field while it shows a preview, in points; the last eight remain empty.
    package static let previewHeight = 128.0
  }

  /// A field that opens a list.
  package enum Select {
    /// The width and height of the disclosure symbol.
    package static let signSize = 14.0
    /// The distance from the symbol to the field's edge.
    package static let signMargin = 10.0
    /// The width that the symbol takes from the text.
    package static let signRoom = 24.0
  }

  /// A progress bar or progress ring.
  package enum Progress {
    /// The default size of a bar; also the maximum height of its line.
    package static let barSize = Size(width: 120, height: 6)
    /// The default size of a ring.
    package static let ringSize = Size(width: 32, height: 32)
    /// The line width of the ring.
    package static let ringWidth = 4.0
  }

  /// The parts of a search bar: a field inside the bar, and a magnifier inside the field.
  package enum SearchBar {
    /// The natural height of the bar.
    package static let height = 52.0
    /// The height of the field, which is vertically centred in the bar; a lower bar has a lower field.
    package static let fieldHeight = 36.0
    /// The distance from the bar's left and right edge to the field.
    package static let fieldMargin = 8.0
    /// The radius of the field's corners.
    package static let fieldCornerRadius = 10.0
    /// The opacity of the field's background, which has the bar's text colour.
    package static let fieldFillOpacity = 0.08
    /// The width and height of the magnifier.
    package static let signSize = 14.0
    /// The distance from the field's edge to the magnifier.
    package static let signMargin = 11.0
    /// The distance from the field's edge to the text, past the magnifier.
    package static let textStart = 32.0
    /// The distance from the text to the field's opposite edge.
    package static let textEnd = 10.0
  }

  /// A ring with one open quarter, which is on the right when not animating.
  package enum ActivityIndicator {
    /// The natural width and height, which is also the maximum.
    package static let size = 20.0
    /// The line width.
    package static let lineWidth = 2.0
  }

  /// A dialog in the centre of a dimmed window.
  package enum Alert {
    /// The width of the dialog; in a narrow window, the window's width minus twice the margin.
    package static let width = 280.0
    /// The minimum distance from the window's edge to the dialog.
    package static let margin = 16.0
    /// The opacity of the black that dims the window.
    package static let dimming = 0.4
    /// The distance from the dialog's edge to its title and its message.
    package static let padding = 20.0
    /// The space between the title and the message.
    package static let spacing = 6.0
    /// The height of a button. Two buttons are side by side, more are stacked; each is preceded by a thin line.
    package static let buttonHeight = 44.0
    /// The title: centred, in the label colour.
    package static let titleStyle = TextStyle(fontSize: 16, fontWeight: 600)
    /// The message: centred, in the label colour.
    package static let messageStyle = TextStyle(fontSize: 14)
    /// A button: centred, in the accent colour. The last one has a heavier font.
    package static let buttonStyle = TextStyle(fontSize: 15, fontWeight: 400, maximumLines: 1)
    /// The font weight of the last button.
    package static let lastButtonWeight = 600
  }
}
