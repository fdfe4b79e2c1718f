package import TesseraValues

/// Something that a person does to a board. What is new on it brings its name along.
package enum BoardEdit: Sendable, Hashable {
  /// Places a widget: on a page near a cell, or where it first finds room.
  case add(TileID, BoardTile, size: GridSize?, page: PageID?, near: GridPosition?)
  /// Moves a place to another one, on its page or another one.
  case move(TileID, page: PageID?, to: GridPosition, makesRoom: Bool)
  /// Gives a place another size where it stands, or beside it.
  case resize(TileID, to: GridSize)
  /// Gives a place the next larger size that finds room.
  case expand(TileID)
  /// Gives a place the next smaller size.
  case shrink(TileID)
  /// Gives a place a frame.
  case reshape(TileID, to: GridFrame, makesRoom: Bool)
  /// Gives a place a shape that is no rectangle.
  case occupy(TileID, [GridPosition])
  /// Takes a widget from the board.
  case remove(TileID)
  /// Sets options of a widget; null takes a value back.
  case setOptions(TileID, [String: Value])
  /// Puts the widgets of a place on those of another one.
  case stack(TileID, onto: TileID)
  /// Takes a widget out of its stack, and gives it a place of its own.
  case unstack(TileID)
  /// Brings a widget to the front of its stack.
  case turn(TileID)
  /// Lets the stack of a widget turn by itself to what matters most, or not.
  case rotate(TileID, Bool)
  case addIcon(IconID, BoardIcon, page: PageID?, index: Int?)
  /// Gives an icon another name, address or look. What a folder holds stays.
  case changeIcon(IconID, BoardIcon)
  case moveIcon(IconID, page: PageID, index: Int)
  /// Takes an icon from the board; a folder with all that it holds.
  case removeIcon(IconID)
  /// Puts an icon into a folder; into an icon that is none, a folder takes the place of that and holds both.
  case collect(IconID, into: IconID, folder: IconID)
  case addPage(PageID, index: Int?)
  /// Takes a page away with everything on it.
  case removePage(PageID)
  case movePage(PageID, index: Int)
  case rename(String)
  case setAppearance(BoardAppearance)
}

/// Why a board does not take an edit.
package enum BoardRefusal: Error, Sendable, Hashable {
  case unknownTile(TileID)
  case unknownIcon(IconID)
  case unknownPage(PageID)
  /// A name that is on the board already.
  case duplicate(String)
  /// The size is not one that the widget may have.
  case size(GridSize, TileSizes)
  /// There is no smaller size that the widget may have.
  case smallest
  /// There is no larger size that the widget may have on this page.
  case largest
  /// Nothing so large fits there; other widgets would have to move, or icons would find no cell.
  case noRoom
  /// The board, or a page, has as many as it may have.
  case tooMany(String)
  /// The icon leads nowhere, or to where a board must not lead.
  case address(String)
  /// A folder cannot stand in a folder.
  case folderInFolder
  /// A colour is `#rrggbb`.
  case color(String)
  /// A background is one that pages know, a colour or a picture.
  case background(String)
  /// A symbol has the name of one of the icon font.
  case symbol(String)
  /// A name has 1 to 100 characters.
  case name
  /// All of it is more than a board may be.
  case tooLarge

  /// The rule, as in a diagnostic.
  package var rule: String {
    switch self {
    case .unknownTile: "unknown-tile"
    case .unknownIcon: "unknown-icon"
    case .unknownPage: "unknown-page"
    case .duplicate: "duplicate-name"
    case .size, .smallest, .largest: "tile-size"
    case .noRoom: "no-room"
    case .tooMany: "too-many"
    case .address: "icon-address"
    case .folderInFolder: "folder-in-folder"
    case .color: "color"
    case .background: "background"
    case .symbol: "symbol"
    case .name: "name"
    case .tooLarge: "board-size"
    }
  }

  /// For people.
  package var message: String {
    switch self {
    case .unknownTile: "This widget is not on the board any more"
    case .unknownIcon: "This icon is not on the board any more"
    case .unknownPage: "This page is not there any more"
    case .duplicate(let name): "There is a '\(name)' already"
    case .size(_, let sizes): "The widget cannot have that size: \(sizes.explanation)"
    case .smallest: "The widget cannot be smaller"
    case .largest: "The widget cannot be larger"
    case .noRoom: "There is not enough room"
    case .tooMany(let things): "There are too many \(things)"
    case .address: "An icon leads to an address that begins with https://, http://, mailto: or tel:"
    case .folderInFolder: "A folder cannot be put into a folder"
    case .color(let text): "'\(text)' is no colour such as #0a84ff"
    case .background(let text):
      "'\(text.prefix(40))' is no background: \(BoardAppearance.backgroundNames), or '#rrggbb'"
    case .symbol(let name): "'\(name.prefix(40))' is no symbol"
    case .name: "A name has 1 to 100 letters"
    case .tooLarge: "The board is as large as it may be"
    }
  }
}

extension TileSizes {
  /// What may be, for people: columns first.
  fileprivate var explanation: String {
    var parts = ["at least \(minimum.columns)×\(minimum.rows)"]
    if let maximum { parts.append("at most \(maximum.columns)×\(maximum.rows)") }
    if !canChangeRows, !canChangeColumns { return "its size is fixed" }
    if !canChangeRows { parts.append("its height is fixed") }
    if !canChangeColumns { parts.append("its width is fixed") }
    return parts.joined(separator: ", ")
  }
}
