public import TesseraLayout
public import TesseraValues

/// A picture from the bundle or from a server.
public final class ImageView: View {
  /// Creates a view without a picture.
  public convenience init(in context: ViewContext) { self.init(.image, in: context) }

  /// The name of a picture of the bundle; setting it replaces a remote picture.
  public var imageName: String? {
    get { self[.image].value(at: "name").string }
    set { self[.image] = newValue.map { ["name": .string($0)] } ?? .null }
  }

  /// The address of a remote picture; setting it replaces a picture of the bundle.
  public var imageURL: String? {
    get { self[.image].value(at: "url").string }
    set { self[.image] = newValue.map { ["url": .string($0)] } ?? .null }
  }

  /// The name or address. Text that begins with `http` is an address, other text is a name.
  public override var value: Value {
    get { imageName.map(Value.string) ?? imageURL.map(Value.string) ?? .null }
    set {
      guard let text = newValue.string, !text.isEmpty else { return self[.image] = .null }
      if text.hasPrefix("http://") || text.hasPrefix("https://") { imageURL = text } else { imageName = text }
    }
  }

  public override var fieldValue: Value { .null }

  public override var measuresContent: Bool { true }

  public override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    guard let natural = imageSize, natural.width > 0, natural.height > 0 else { return MeasuredSize(size: .zero) }
    // As CSS replaced elements: one given side scales the other by the picture's ratio.
    if let points = width.points {
      return MeasuredSize(width: points, height: height.points ?? points * natural.height / natural.width)
    }
    if let points = height.points {
      return MeasuredSize(width: points * natural.width / natural.height, height: points)
    }
    return MeasuredSize(size: natural)
  }

  public override class var properties: PropertyTable<View> { ViewProperties.image }
}

extension View {
  /// The natural size of the view's picture, if it is known.
  var imageSize: Size? {
    guard let key = self[.image].value(at: "name").string ?? self[.image].value(at: "url").string else { return nil }
    return context.imageSizes[key]
  }
}
