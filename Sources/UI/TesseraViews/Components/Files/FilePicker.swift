import Foundation
package import TesseraLayout
package import TesseraValues

/// A field for picking a file from the device.
package final class FilePicker: View {
  /// The picked file; nil if there is none.
  private var file: PickedFile? { didSet { update() } }
  /// The maximum file size, in bytes.
  private var maximumSize = PickedFile.defaultMaximumSize { didSet { update() } }
  /// The accepted types such as `image/png` and `image/*`, and extensions such as `.csv`; empty for any file.
  private var accepted: [String] = [] {
    didSet { self[.acceptedTypes] = accepted.isEmpty ? .null : .array(accepted.map(Value.string)) }
  }
  /// The reason why the last picked file was rejected.
  private var refusal: String?

  /// Creates a picker without a file.
  package init(in context: ViewContext) {
    super.init(.filePicker, in: context)
    update()
  }

  /// The file as `{"name", "type", "size", "data"}`, where `data` is its content in Base64; null if there is none.
  package override var value: Value {
    get { file?.value ?? .null }
    set {
      refusal = nil
      file = newValue.isNull ? nil : PickedFile(newValue)
    }
  }

  package override var isFormField: Bool { true }

  package override func accept(_ value: Value) {
    guard !value.isNull else {
      refusal = nil
      file = nil
      return emitChange()
    }
    let name = value.value(at: "name").string ?? ""
    let size = value.value(at: "size").number ?? 0
    let picked = PickedFile(value)
    if Int(clamping: Int64(min(max(size, 0), 1e15))) > maximumSize || (picked?.size ?? 0) > maximumSize {
      refusal = context.strings[.fileTooLarge, PickedFile.text(ofSize: maximumSize, in: context.locale)]
    } else if let picked, picked.isOne(of: accepted) {
      refusal = nil
      file = picked
      return emitChange()
    } else {
      refusal = context.strings[.fileOfOtherType, name]
    }
    file = nil
    reportProblem()
    emitChange()
  }

  override var problemOfKind: String? { refusal }

  private func update() {
    self[.clearLabel] = .string(context.strings[.removeFile])
    self[.maximum] = .integer(Int64(maximumSize))
    self[.placeholder] = .string(Self.shown(context.strings[.chooseFile], icon: "upload"))
    guard let file else {
      self[.value] = .null
      self[.text] = .null
      self[.content] = .null
      return
    }
    // The content is not sent back to hosts.
    self[.value] = ["name": .string(file.name), "type": .string(file.type), "size": .integer(Int64(file.size))]
    let size = PickedFile.text(ofSize: file.size, in: context.locale)
    self[.text] = .string(Self.shown("\(file.name), \(size)", icon: file.isPicture ? "image" : "file-outline"))
    self[.content] = file.isPicture ? true : .null
  }

  private static func shown(_ text: String, icon: String) -> String {
    [Icon.letter(named: icon) ?? "", text].joined(separator: Icon.spacing)
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    var size = measureField(width: width)
    if self[.content] == true { size.size.height += ControlMetrics.FilePicker.previewHeight }
    return size
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.filePicker.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      FilePicker.self, "value", .any,
      "The file: an object with 'name', 'type', 'size' (in bytes) and 'data' (Base64); null if none is chosen.",
      get: { $0.value }, set: { $0.value = $1 }),
    .of(
      FilePicker.self, "accept", .strings,
      "The accepted types such as 'image/png' or 'image/*', and extensions such as '.csv'; any file by default.",
      get: { .array($0.accepted.map(Value.string)) },
      set: { $0.accepted = ($1.array ?? []).prefix(100).compactMap { $0.string?.lowercased() } }),
    .of(
      FilePicker.self, "maximumSize", .number,
      "The maximum size of the file in bytes; 1,000,000 by default, \(PickedFile.greatestMaximumSize) at most.",
      get: { .integer(Int64($0.maximumSize)) },
      set: { picker, value in
        let most = Double(PickedFile.greatestMaximumSize)
        picker.maximumSize = Int(min(max(value.number ?? Double(PickedFile.defaultMaximumSize), 1), most))
      }),
  ]
}

/// A file with its content.
package struct PickedFile: Sendable {
  /// The default maximum file size, in bytes.
  package static let defaultMaximumSize = 1_000_000
  /// The maximum size of a file that a user can choose, in bytes. A larger one is refused.
  package static let greatestMaximumSize = 8_000_000

  /// The last path component.
  package let name: String
  /// The media type.
  package let type: String
  /// The size in bytes.
  package let size: Int
  /// Whether the first bytes identify a supported image format.
  package let isPicture: Bool
  /// `{"name", "type", "size", "data"}`, created once because the Base64 text of a large file is long.
  package let value: Value

  /// Creates a file from the data sent by a host.
  package init(name: String, type: String, bytes: [UInt8]) {
    self.name = Self.plain(name)
    self.type = Self.mediaType(type)
    size = bytes.count
    isPicture = ImageFormat(signatureOf: bytes) != nil
    value = [
      "name": .string(self.name), "type": .string(self.type), "size": .integer(Int64(size)),
      "data": .string(Data(bytes).base64EncodedString()),
    ]
  }

  /// Reads `{"name", "type", "data"}`; nil if the value is not a file or exceeds the absolute maximum size.
  package init?(_ value: Value) {
    guard let name = value.value(at: "name").string, let text = value.value(at: "data").string,
      text.utf8.count <= Self.greatestMaximumSize / 3 * 4 + 8, let data = Data(base64Encoded: text)
    else { return nil }
    self.init(name: name, type: value.value(at: "type").string ?? "", bytes: Array(data))
  }

  /// The file as a data URL (RFC 2397).
  package var dataURL: String { "data:\(type);base64,\(value.value(at: "data").description)" }

  /// Returns whether the file is accepted, with the rules of HTML's `accept`.
  func isOne(of accepted: [String]) -> Bool {
    accepted.isEmpty
      || accepted.contains { wanted in
        wanted.hasPrefix(".")
          ? name.lowercased().hasSuffix(wanted)
          : wanted.hasSuffix("/*") ? type.hasPrefix(wanted.dropLast()) : type == wanted
      }
  }

  /// Returns a readable file size such as `340 kB`.
  static func text(ofSize bytes: Int, in locale: Locale) -> String {
    Int64(bytes).formatted(.byteCount(style: .file).locale(locale))
  }

  private static func plain(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let clean = String(last.unicodeScalars.filter { !$0.properties.generalCategory.isControl }.prefix(200))
    return clean.isEmpty ? "file" : clean
  }

  private static func mediaType(_ text: String) -> String {
    let allowed =
      text.utf8.count <= 100 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ";") }
    return allowed && text.contains("/") ? text.lowercased() : "application/octet-stream"
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isControl: Bool {
    self == .control || self == .format || self == .lineSeparator || self == .paragraphSeparator
  }
}

extension ViewKind {
  /// A field for a file.
  package static let filePicker = ViewKind(
    "filePicker", defaults: .field(maximumLines: 1).withIcons,
    element: WebElement(parts: [.label], behaviour: "file"),
    drawing: { node, box, canvas in
      var inner = box.inset(by: node.borderWidth).inset(by: node.padding)
      if node[.content] == true {
        let height = ControlMetrics.FilePicker.previewHeight
        let preview = Rect(x: inner.x, y: inner.y, width: inner.width, height: max(0, min(inner.height, height) - 8))
        canvas.fill(RoundedBox(preview, radius: 4), canvas.color(.secondaryBackground))
        inner.y += height
        inner.height = max(0, inner.height - height)
      }
      let text = node[.text].string
      canvas.drawFieldText(
        text ?? node[.placeholder].string ?? "", isPlaceholder: text == nil, of: node, inside: inner)
    })
}

extension ComponentDefinition {
  /// A field for picking a file from the device.
  package static let filePicker = ComponentDefinition(
    type: "filePicker", documentation: "A field for picking a file from the device, with a preview of images.",
    synonyms: ["fileInput", "upload", "imagePicker", "photoPicker", "file"], kind: .filePicker,
    properties: FilePicker.own + Property.validation, events: [.change(.object, "the file, or null")],
    makeView: { FilePicker(in: $0) }
  ).checked(by: Validation.check)
}
