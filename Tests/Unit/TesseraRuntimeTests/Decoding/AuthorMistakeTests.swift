import TesseraBundles
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import Testing

/// Common mistakes in a first widget, and the position at which they are reported.
@Suite("Common mistakes of authors")
struct AuthorMistakeTests {
  private static let model = """
    {"entities": {"Book": {"identityAttribute": "id", "attributes": {"id": "string", "title": "string", "at": "date"}}}}
    """
  private static let service = """
    {"options": {"provider": "stub"}, "actions": {"load": {"path": "https://a.test/books/$bookId", "response": {}}}}
    """
  private static let books = """
    {"books": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Book"}}}
    """

  private func found(_ view: String, context: String, objects: String, model: String? = model) throws -> [String] {
    let screen =
      #"{"context": {"id": "state", "value": \#(context)}, "objects": \#(objects), "view": \#(view)}"#
    var files = [
      "widget.json": #"{"id": "a.b", "name": "n", "hosts": ["a.test"]}"#, "service.json": Self.service,
      "screens/Main.json": screen,
    ]
    files["model.json"] = model
    let definition = WidgetDefinition(bundle: WidgetBundle(files: MemoryBundleFiles(texts: files)))
    return definition.diagnostics.map { diagnostic in
      // The word at the reported position, and the message.
      let column = diagnostic.range?.start.column ?? 1
      let rest = screen.dropFirst(column - 1)
      let quote = rest.hasPrefix("\"") ? "\"" : ""
      let word = quote + rest.dropFirst(quote.count).prefix { $0.isLetter || $0.isNumber } + quote
      return "\(word): \(diagnostic.message)" + (diagnostic.fix.map { "; \($0)" } ?? "")
    }
  }

  @Test(arguments: [
    (
      #"{"type": "list", "items": "books", "template": {"type": "text", "text": "The \"@{item.titel}\""}}"#,
      "titel: 'Book' has no property 'titel'; did you mean 'title'?"
    ),
    (
      #"{"type": "list", "items": "books", "itemName": "book", "template": {"type": "text", "text": "@{book.titel}"}}"#,
      "titel: 'Book' has no property 'titel'; did you mean 'title'?"
    ),
    (
      #"{"type": "list", "items": "books", "template": {"type": "text", "text": "@{content.titel}"}}"#,
      "titel: 'Book' has no property 'titel'; did you mean 'title'?"
    ),
    (
      #"{"type": "list", "items": "books", "template": {"type": "textInput", "id": "f", "bind": "item.titel"}}"#,
      "titel: 'Book' has no property 'titel'; did you mean 'title'?"
    ),
    (
      #"{"type": "text", "text": "First: @{books.first.titel}"}"#,
      "titel: 'Book' has no property 'titel'; did you mean 'title'?"
    ),
    (#"{"type": "text", "text": "@{1 + state.cuont}"}"#, "cuont: 'state' has no 'cuont'; did you mean 'count'?"),
    (
      #"{"type": "textInput", "id": "f", "bind": "state.cuont"}"#,
      "cuont: 'state' has no 'cuont'; did you mean 'count'?"
    ),
    (
      #"{"type": "button", "text": "x", "onPress": {"type": "setContext", "path": "cuont", "value": 1}}"#,
      "\"cuont\": 'state' has no 'cuont'; did you mean 'count'?"
    ),
    (
      #"{"type": "text", "text": "There are @{state.count + staet.other}"}"#,
      "staet: Unknown name 'staet' on this screen; did you mean 'state'?"
    ),
    (
      #"{"type": "text", "text": "x @{upercase(state.count)}"}"#,
      "upercase: Unknown operation 'upercase'; did you mean 'uppercase'?"
    ),
    (
      #"{"type": "icon", "value": "@{state.count > 1 ? 'strar' : 'heart'}"}"#,
      "strar: The icon 'strar' does not exist; did you mean 'star'?"
    ),
    (
      #"{"type": "button", "text": "x", "onPress": {"type": "perform", "action": "load", "object": {"bookID": "1"}}}"#,
      ": The URL of 'load' needs a value 'bookId'; did you mean 'bookID'?"
    ),
    (
      #"{"type": "chart", "data": [1, 2, 3], "label": "day"}"#,
      "\"day\": 'label' names a member of objects, and 'data' has plain numbers; Leave it out, or write objects"
    ),
    (
      #"{"type": "button", "text": "x", "onPress": {"type": "snack", "text": "hi"}}"#,
      "\"snack\": Unknown action 'snack'; did you mean 'toast'?"
    ),
    (
      #"{"type": "text", "text": "x", "fontSize": 12}"#,
      "\"fontSize\": Unknown attribute 'fontSize' of 'text'; Move it to 'style'"
    ),
  ])
  func `a mistake is reported at the wrong word`(view: String, expected: String) throws {
    #expect(try found(view, context: #"{"count": 0}"#, objects: Self.books) == [expected])
  }

  @Test(arguments: [
    #"{"type": "container", "children": [{"type": "text", "text": "@{state.counts}"}, {"type": "textInput", "id": "f", "bind": "state.counts"}]}"#,
    #"{"type": "list", "key": "counts", "items": "books", "template": {"type": "text", "text": "@{item.title}"}}"#,
    #"{"type": "text", "text": "@{state.counts ?? 0}"}"#, #"{"type": "text", "text": "@{state.elsewhere}"}"#,
    #"{"type": "container", "children": [{"type": "text", "text": "@{state.counts}"}, {"type": "button", "text": "x", "onPress": {"type": "setContext", "context": "state", "value": {"counts": 1}}}]}"#,
    #"{"type": "container", "context": {"id": "other", "value": {"counts": 1}}, "children": [{"type": "text", "text": "@{state.counts}"}, {"type": "button", "text": "x", "onPress": {"type": "setContext", "path": "counts", "value": 1}}]}"#,
  ])
  func `a key that the document both writes and reads is not reported`(view: String) throws {
    #expect(try found(view, context: #"{"count": 0}"#, objects: Self.books) == [])
  }

  @Test func `a missing model is reported once, and not once for each entity`() throws {
    let objects = """
      {"a": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Book"}},
       "b": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Author"}}}
      """
    let found = try found(#"{"type": "text", "text": "x"}"#, context: "{}", objects: objects, model: nil)
    #expect(found.count == 1)
    #expect(found.first?.contains("The widget has no file 'model.json'") == true)
  }
}
