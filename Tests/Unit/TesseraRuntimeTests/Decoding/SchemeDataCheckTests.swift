import Testing

/// Checks that depend on the entity of a place in a document.
@Suite("Checks of data in schemes")
struct SchemeDataCheckTests {
  private static let model = """
    {"entities": {
      "User": {"attributes": {"name": "string"}, "relationships": {"posts": {"destination": "Post", "toMany": true, "inverse": "author"}}},
      "Account": {"parent": "User", "attributes": {"secret": "string"}},
      "Post": {"attributes": {"title": "string", "isFinished": "boolean", "extra": "any"},
        "relationships": {"author": {"destination": "User", "inverse": "posts"}}}}}
    """

  /// Returns the problems of a screen with a table of posts, whose content is the account.
  private func problems(
    posts: String = "", binding: String = #"{"from": "content.title"}"#, title: String = #"{"from": "content.name"}"#,
    evaluation: String = #"{"ifTrue": "Cell", "ifFalse": "Cell", "predicateFormat": "content.title == nil"}"#,
    more: String = ""
  ) throws -> [String] {
    let widget = try TestWidget(
      view: container(
        label("titleLabel"),
        """
        {"type": "table", "id": "table", "cells": {"Cell": {"type": "container", "children": [{"type": "text", "id": "row"}]}}}
        """),
      objects: """
        {"me": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Account", "resultChain": ["wx_first"]}},
         "display": {"type": "ContentDisplayController", "outlets": {"mainContentProvider": "me"}},
         "posts": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Post"\(posts)}},
         "rows": {"type": "TableDisplayController", "evals": {"cellIdentifier": \(evaluation)},
           "outlets": {"mainContentProvider": "posts", "tableView": "table"}}\(more)}
        """,
      elements: #"{"row": {"bindings": [\#(binding)]}, "titleLabel": {"bindings": [\#(title)]}}"#, model: Self.model)
    return widget.problems
  }

  @Test func `Valid documents have no diagnostics`() throws {
    #expect(try problems() == [])
    #expect(
      try problems(
        posts: #", "predicateFormat": "author.name != nil AND isFinished = 0 AND objectId != 'x' AND extra.deep = 1""#,
        binding:
          #"{"from": "content.author.posts.@count", "format": "$name"}, {"to": "hidden", "predicateFormat": "item.isFinished = 1"}"#,
        title: #"{"predicateFormat": "content == nil", "ifTrue": "", "ifFalse": "$content.secret"}"#) == [])
    for binding in [
      #"{"from": "content.author", "format": "$name"}"#, #"{"from": "posts.first.author.name"}"#,
      #"{"from": "content", "transformer": "toString", "format": "$whatever"}"#,
      #"{"from": "content", "predicateFormat": "isFinished = 1", "ifTrue": "a", "format": "$whatever"}"#,
    ] {
      #expect(try problems(binding: binding) == [], "\(binding)")
    }
  }

  @Test(arguments: [
    (#"{"to": "text", "from": "content.title"}"#, nil), (#"[{"to": "text", "from": "content.titel"}]"#, "titel"),
    (#"{"to": "text", "from": "posts.first.author", "format": "$nam"}"#, "nam"),
  ])
  func `A component's binding is checked as one in the section 'elements' is`(binding: String, key: String?) throws {
    let widget = try TestWidget(
      view: """
        {"type": "table", "id": "table", "cells": {"Cell": {"type": "container", "children": [
          {"type": "text", "id": "row", "wx.addBinding": \(binding)}]}}}
        """,
      objects: """
        {"posts": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Post"}},
         "rows": {"type": "TableDisplayController", "outlets": {"mainContentProvider": "posts", "tableView": "table"}}}
        """, model: Self.model)
    #expect(widget.problems.count == (key == nil ? 0 : 1))
    if let key { #expect(widget.problems.first?.contains("has no property '\(key)'") == true) }
  }

  @Test(arguments: [
    #"{"from": "content.author.posts.0.title"}"#, #"{"from": "content.author.posts.0", "format": "$title"}"#,
  ])
  func `An element of a list is accessed by its index`(binding: String) throws {
    #expect(try problems(binding: binding) == [])
  }

  @Test func `Values without a known entity have no known fields`() throws {
    let found = try problems(
      more: #", "any": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Psot", "sortByFields": "date"}}"#)
    #expect(found.count == 1 && found[0].contains("'Psot'"), "\(found)")
  }

  @Test(arguments: [
    (#""items": "posts", "template": {"type": "text", "text": "@{item.titel}"}"#, true),
    (#""items": "@{posts}", "template": {"type": "text", "text": "@{item.author.nam}"}"#, true),
    (#""items": "posts", "template": {"type": "text", "text": "@{item.author.name} @{content.whatever}"}"#, true),
    (#""items": "posts", "itemName": "post", "template": {"type": "text", "text": "@{item.whatever ?? ''}"}"#, false),
  ])
  func `Rows of lists have the items of their provider`(list: String, isWrong: Bool) throws {
    let widget = try TestWidget(
      view: container(#"{"type": "list", \#(list)}"#),
      objects: #"{"posts": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Post"}}}"#, model: Self.model)
    let found = widget.problems.filter { $0.contains("unknown-property") }
    #expect((found.count == 1) == isWrong, "\(found)")
  }

  @Test(arguments: [
    (#"{"from": "content.titel"}"#, "'Post' has no property 'titel'; did you mean 'title'?"),
    (#"{"from": "content.author.nam"}"#, "'User' has no property 'nam'; did you mean 'name'?"),
    (
      #"{"predicateFormat": "content.isFinshed = 1"}"#, "'Post' has no property 'isFinshed'; did you mean 'isFinished'?"
    ),
    (#"{"predicateFormat": "content == nil", "ifTrue": "", "ifFalse": "$content.auhtor"}"#, "did you mean 'author'?"),
    (#"{"from": "content", "format": "$titel"}"#, "'Post' has no property 'titel'; did you mean 'title'?"),
    (#"{"from": "content", "predicateFormat": "isFinshed = 1", "ifTrue": "x"}"#, "did you mean 'isFinished'?"),
    (#"{"from": "content.author", "format": "$nam"}"#, "'User' has no property 'nam'; did you mean 'name'?"),
    (#"{"from": "posts.first.titel"}"#, "'Post' has no property 'titel'; did you mean 'title'?"),
  ])
  func `A path of a row is followed through the entities`(binding: String, words: String) throws {
    let found = try problems(binding: binding)
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test(arguments: [
    (#", "predicateFormat": "isFinshed = 1""#, "did you mean 'isFinished'?"),
    (#", "filterFormat": "titel CONTAINS $input""#, "did you mean 'title'?"),
    (#", "masterKeyPath": "auhtor""#, "did you mean 'author'?"),
    (#", "predicateFormat": "author.nam = 'x'""#, "'User' has no property 'nam'"),
    (#", "sortByFields": "titel""#, "did you mean 'title'?"),
    (#", "sortByFields": "title, author.nam""#, "'User' has no property 'nam'"),
    (#", "groupByField": "isFinshed""#, "did you mean 'isFinished'?"),
  ])
  func `A provider's values are checked against its entity`(attributes: String, words: String) throws {
    let found = try problems(posts: attributes)
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test(arguments: [
    (#"{"from": "posts.totalCuont"}"#, "'posts' has no property 'totalCuont'; did you mean 'totalCount'?"),
    (#"{"from": "state.inProgres"}"#, "'state' has no property 'inProgres'; did you mean 'inProgress'?"),
    (#"{"to": "hidden", "predicateFormat": "state.isFailur = 1 OR posts.isEmpty = 1"}"#, "'isFailur'"),
    (
      #"{"predicateFormat": "posts.isEmpty = 1", "ifTrue": "$row.txet", "ifFalse": ""}"#, "'row' has no property 'txet'"
    ),
  ])
  func `A property that an object or a component lacks is found in a binding`(binding: String, words: String) throws {
    let state = #", "state": {"type": "ActionStatusController", "attrs": {"actionName": "load"}}"#
    let found = try problems(binding: binding, more: state).filter { $0.contains("unknown-property") }
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
    let sound = #"{"from": "row.text", "predicateFormat": "state.inProgress = 1", "ifTrue": "$posts.first.title"}"#
    #expect(try problems(binding: sound, more: state).filter { $0.contains("unknown-property") } == [])
  }

  @Test(
    arguments: [
      (#""filterFormat": "titel CONTAINS[cd] $input""#, "'Post' has no property 'titel'; did you mean 'title'?"),
      (#""filterFormat": "title CONTAINS[cd] $inptu""#, "There is no '$inptu'; did you mean 'input'?"),
      (#""filterFormat": "title CONTAINS[cd] $input""#, nil),
    ] as [(String, String?)])
  func `The filter of a search is one of the rows that it filters`(attribute: String, words: String?) throws {
    let widget = try TestWidget(
      view: container(
        component("searchBar", "bar"), #"{"type": "table", "id": "table", "cells": {"Cell": {"type": "text"}}}"#),
      objects: """
        {"posts": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Post"}},
         "search": {"type": "SearchActionController", "attrs": {\(attribute)}, "outlets": {"sender": "bar"}},
         "rows": {"type": "TableDisplayController",
           "outlets": {"mainContentProvider": "posts", "tableView": "table", "searchController": "search"}}}
        """, model: Self.model)
    #expect(widget.problems.count == (words == nil ? 0 : 1), "\(widget.problems)")
    if let words { #expect(widget.problems.first?.contains(words) == true, "\(widget.problems)") }
  }

  @Test(
    arguments: [
      ("@{map(posts, 'titel')}", "'Post' has no property 'titel'; did you mean 'title'?"),
      ("@{filter(posts, 'isFinshed = 1')}", "did you mean 'isFinished'?"),
      ("@{sort(posts.first.author.posts, 'titel')}", "did you mean 'title'?"),
      ("@{group(posts, 'author.nam')}", "'User' has no property 'nam'"), ("@{map(posts, item.titel)}", "'title'"),
      ("@{map(content.posts, item.titel ?? '')} @{map(posts, 'objectId')} @{map(posts, 'author.posts.@count')}", nil),
    ] as [(String, String?)])
  func `A key of a list's elements is one of their entity`(text: String, words: String?) throws {
    let widget = try TestWidget(
      view: container(#"{"type": "text", "text": "\#(text)"}"#),
      objects: #"{"posts": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Post"}}}"#, model: Self.model)
    #expect(widget.problems.count == (words == nil ? 0 : 1), "\(widget.problems)")
    if let words { #expect(widget.problems.first?.contains(words) == true, "\(widget.problems)") }
  }

  @Test func `The content of a screen is what its provider gives`() throws {
    let found = try problems(title: #"{"from": "content.nickname"}"#)
    #expect(found.count == 1 && found[0].contains("'Account' has no property 'nickname'"), "\(found)")
    let evaluated = try problems(
      evaluation: #"{"predicateFormat": "content.isNew = 1", "ifTrue": "Cell", "ifFalse": "Cell"}"#)
    #expect(evaluated.count == 1 && evaluated[0].contains("'Post' has no property 'isNew'"), "\(evaluated)")
  }

  @Test func `Unknown types have no diagnostics`() throws {
    // Another controller shows other rows in the same table, or other content on the same screen.
    let other = """
      , "others": {"type": "BaseContentProvider", "attrs": {"items": []}},
      "more": {"type": "TableDisplayController", "outlets": {"mainContentProvider": "others", "tableView": "table"}},
      "again": {"type": "ContentDisplayController", "outlets": {"mainContentProvider": "others"}}
      """
    #expect(
      try problems(binding: #"{"from": "content.whatever"}"#, title: #"{"from": "content.whatever"}"#, more: other)
        == [])
  }

  // MARK: Expressions, and other screens

  /// Returns the problems of a screen with posts, which opens other screens.
  private func problems(cell: String, screens: [String: String] = [:], segue: Bool = false) throws -> [String] {
    let widget = try TestWidget(
      view: container(
        """
        {"type": "table", "id": "table", "cells": {"Details": {"type": "container", "children": [\(cell)]}}}
        """),
      objects: """
        {"posts": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Post"}},
         "rows": {"type": "TableDisplayController", "attrs": {"performSegueForCells": \(segue ? 1 : 0)},
           "evals": {"cellIdentifier": {"ifTrue": "Details", "ifFalse": "Details", "predicateFormat": "1 = 1"}},
           "outlets": {"mainContentProvider": "posts", "tableView": "table"}}}
        """,
      screens: screens, model: Self.model)
    return widget.problems
  }

  @Test func `Expressions of rows are followed through the entities`() throws {
    #expect(
      try problems(cell: #"{"type": "text", "text": "@{content.author.name} @{item.title} @{index}"}"#) == [])
    let found = try problems(
      cell: #"{"type": "text", "text": "@{content.auhtor.name}", "style": {"width": "@{item.wdth}"}}"#)
    #expect(found.count == 2 && found[0].contains("did you mean 'author'?"), "\(found)")
    #expect(found.last?.contains("'Post' has no property 'wdth'") == true, "\(found)")
  }

  private static let details = #"{"view": {"type": "text", "id": "t", "text": "@{content.titel}"}}"#

  @Test(arguments: [
    (#"{"type": "push", "screen": "Details"}"#, "'Post' has no property 'titel'"),
    (#"{"type": "push", "screen": "Details", "content": "@{item}"}"#, "'Post' has no property 'titel'"),
    (#"{"type": "present", "screen": "Details", "content": "@{content.author}"}"#, "'User' has no property 'titel'"),
  ])
  func `A screen's content is what other screens open it with`(action: String, words: String) throws {
    let found = try problems(
      cell: #"{"type": "button", "id": "b", "text": "b", "onPress": \#(action)}"#, screens: ["Details": Self.details])
    #expect(found.count == 1 && found[0].hasPrefix("screens/Details.json:1:") && found[0].contains(words), "\(found)")
  }

  @Test func `A row that opens the screen of its name determines that screen's content`() throws {
    let found = try problems(
      cell: #"{"type": "text", "text": "x"}"#, screens: ["Details": Self.details], segue: true)
    #expect(found.count == 1 && found[0].contains("'Post' has no property 'titel'"), "\(found)")
  }

  @Test func `A screen that is opened with different contents is not checked`() throws {
    let cell = """
      {"type": "button", "text": "a", "onPress": {"type": "push", "screen": "Details"}},
      {"type": "button", "text": "b", "onPress": {"type": "push", "screen": "Details", "content": "@{item.author}"}},
      {"type": "button", "text": "c", "onPress": {"type": "push", "screen": "Other", "content": {"titel": 1}}}
      """
    #expect(try problems(cell: cell, screens: ["Details": Self.details, "Other": Self.details]) == [])
  }

  @Test func `The content of a screen is followed from screen to screen`() throws {
    let middle = """
      {"view": {"type": "button", "text": "b", "onPress": {"type": "push", "screen": "Last", "content": "@{content.author}"}}}
      """
    let found = try problems(
      cell: #"{"type": "button", "text": "a", "onPress": {"type": "push", "screen": "Middle"}}"#,
      screens: ["Middle": middle, "Last": #"{"view": {"type": "text", "text": "@{content.nam}"}}"#])
    #expect(found.count == 1 && found[0].contains("'User' has no property 'nam'"), "\(found)")
  }
}
