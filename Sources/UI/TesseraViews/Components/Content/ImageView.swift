public import TesseraLayout
public import TesseraValues

/// How an image is drawn, with UIKit's names.
enum ImageRenderingMode: String, CaseIterable {
  /// In its own colours.
  case original
  /// In the colour of the view: only its opacity matters.
  case template
}

extension Property<View> {
  static let renderingMode = Property.attribute(
    "renderingMode", .choice(ImageRenderingMode.allCases.map(\.rawValue)), .renderingMode,
    "'template' draws the image in the colour of the style; 'original', in its own colours, is the default.")
}

/// An image from the bundle or from a server.
public final class ImageView: View {
  /// Creates a view without an image.
  public convenience init(in context: ViewContext) { self.init(.image, in: context) }

  /// The name of an image in the bundle. Setting it replaces a remote image.
  public var imageName: String? {
    get { self[.image].value(at: "name").string }
    set { self[.image] = newValue.map { ["name": .string($0)] } ?? .null }
  }

  /// The URL of a remote image. Setting it replaces an image of the bundle.
  public var imageURL: String? {
    get { self[.image].value(at: "url").string }
    set { self[.image] = newValue.map { ["url": .string($0)] } ?? .null }
  }

  /// An image in a data URL (RFC 2397), in one of the formats that hosts show.
  package var imageData: String? {
    get { self[.image].value(at: "data").string }
    set { self[.image] = newValue.map { ["data": .string($0)] } ?? .null }
  }

  /// The name or URL. Text that begins with `http://`, `https://`, `/` or `site-icon:` is a URL, other text is a name.
  public override var value: Value {
    get { imageName.map(Value.string) ?? imageURL.map(Value.string) ?? .null }
    set {
      guard let text = newValue.string, !text.isEmpty else { return self[.image] = .null }
      // The name of an image in the bundle never begins with a slash; this is a path relative to the manifest's base
      // URL.
      if text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("/")
        || text.hasPrefix(SiteIconAddress.prefix)
      {
        imageURL = text
      } else {
        imageName = text
      }
    }
  }

  public override var fieldValue: Value { .null }

  /// Whether an image that is narrower than the view is enlarged to fill its width.
  package var enlarges = true { didSet { if enlarges != oldValue { context.remeasure(self) } } }

  public override var measuresContent: Bool { true }

  public override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    let own = imageSize
    if own == nil, imageURL != nil { context.host?.fetchImageSize(for: self) }
    guard let natural = own ?? placeholderSize, natural.width > 0, natural.height > 0 else {
      return MeasuredSize(size: .zero)
    }
    // As for replaced elements in CSS, a given width or height determines the other by the aspect ratio.
    if let points = width.points, !enlarges, natural.width <= points, height.points == nil {
      return MeasuredSize(width: points, height: natural.height)
    }
    if let points = width.points {
      return MeasuredSize(width: points, height: height.points ?? points * natural.height / natural.width)
    }
    if let points = height.points {
      return MeasuredSize(width: points * natural.width / natural.height, height: points)
    }
    return MeasuredSize(size: natural)
  }

  override func defaultContentPriorities(_ axis: LayoutAxis) -> ContentPriorities { .ofTextsAndImages }

  public override class var properties: PropertyTable<View> { ComponentDefinition.image.properties }
}

extension ImageView {
  /// Whether the style says how wide and how high the view is. Not known while layout is computed.
  package var hasGivenSize: Bool {
    let (hasWidth, hasHeight) = (style.width != .auto, style.height != .auto)
    return hasWidth && hasHeight || style.aspectRatio != nil && (hasWidth || hasHeight || style.flexGrow > 0)
  }

  /// The natural size of the placeholder, which applies until the image's own size is known.
  private var placeholderSize: Size? { self[.placeholder].string.flatMap { context.imageSizes[$0] } }
}

extension View {
  /// The natural size of the view's image, if it is known.
  var imageSize: Size? {
    guard let key = self[.image].value(at: "name").string ?? self[.image].value(at: "url").string else { return nil }
    return context.imageSizes[key]
  }
}

extension ViewKind {
  /// An image.
  public static let image = ViewKind(
    "image", defaults: ViewDefaults(clips: true),
    element: WebElement(parts: [.picture], behaviour: "image"),
    drawing: { node, box, canvas in
      canvas.drawImage(of: node, mode: node.contentMode, in: node.rounded(box))
    })
}

extension ComponentDefinition {
  /// An image.
  public static let image = ComponentDefinition(
    type: "image", documentation: "A picture from the bundle or from a server.",
    synonyms: ["img", "picture", "imageView"],
    kind: .image,
    properties: [
      .of(
        ImageView.self, "value", .imageSource, "The name of a picture of the bundle, or an address.", get: { $0.value },
        set: { $0.value = $1 }),
      .of(ImageView.self, "autoValue", .imageSource, "The same as value.", get: { $0.value }, set: { $0.value = $1 }),
      .text(ImageView.self, "image", "The name of a picture of the bundle.", \.imageName, .reference(.image)),
      .text(ImageView.self, "imageName", "The same as image.", \.imageName, .reference(.image)),
      .text(ImageView.self, "url", "The address of a picture.", \.imageURL, .imageURL),
      .text(ImageView.self, "imageUrl", "The same as url.", \.imageURL, .imageURL),
      .attribute(
        "contentMode", .choice(ContentMode.allCases.map(\.rawValue)), .contentMode,
        "The scaling of the image in its box."),
      .renderingMode,
      .of(
        ImageView.self, "enlarges", .bool,
        "Whether an image that is narrower than its box is enlarged, which makes the box higher; true by default.",
        get: { .bool($0.enlarges) }, set: { $0.enlarges = $1.isNull || $1.isTrue }),
      .attribute(
        "placeholder", .reference(.image), .placeholder,
        "The name of an image in the bundle that is shown, blurred, until the image is loaded, and if it "
          + "cannot be loaded."),
    ],
    makeView: { ImageView(in: $0) })
}
