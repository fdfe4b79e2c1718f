package import TesseraValues

/// An edit of a board by a person. Edits that add items include their identifiers.
package enum BoardEdit: Sendable, Hashable {
  /// Adds a widget, on a page near a cell or at the first position where it fits.
  case add(TileID, BoardTile, size: GridSize?, page: PageID?, near: GridPosition?)
  /// Moves a place on its page or to another page.
  case move(TileID, page: PageID?, to: GridPosition, makesRoom: Bool)
  /// Resizes a place at its position or next to it.
  case resize(TileID, to: GridSize)
  /// Grows a place to the next larger size that fits.
  case expand(TileID)
  /// Shrinks a place to the next smaller size.
  case shrink(TileID)
  /// Sets the frame of a place.
  case reshape(TileID, to: GridFrame, makesRoom: Bool)
  /// Gives a place a nonrectangular shape.
  case occupy(TileID, [GridPosition])
  /// Removes a widget from the board.
  case remove(TileID)
  /// Sets options of a widget. Null resets an option.
  case setOptions(TileID, [String: Value])
  /// Sets whether a widget may reach a host of its manifest that has a private address.
  case allowHost(TileID, String, Bool)
  /// Trusts the public key of a host's server, in the form of ``HostGrants/serverKeys``. Nil trusts only what authorities
  /// vouch for.
  case trustServer(TileID, String, key: String?)
  /// Adds the widgets of a place to the stack in another place.
  case stack(TileID, onto: TileID)
  /// Moves a widget from its stack to a place of its own: at a position, where others make room, or where it fits.
  case unstack(TileID, page: PageID? = nil, to: GridPosition? = nil)
  /// Brings a widget to the front of its stack.
  case turn(TileID)
  /// Sets whether the stack of a widget automatically switches to the most relevant widget.
  case rotate(TileID, Bool)
  /// Sets whether the stack of a widget shows the names of its widgets as tabs.
  case setTabs(TileID, Bool)
  case addIcon(IconID, BoardIcon, page: PageID?, index: Int?)
  /// Changes the name, address or appearance of an icon. The members of a folder stay.
  case changeIcon(IconID, BoardIcon)
  case moveIcon(IconID, page: PageID, index: Int)
  /// Removes an icon from the board. A folder is removed with its members.
  case removeIcon(IconID)
  /// Moves an icon into a folder. If the destination is not a folder, a new folder replaces it and contains both icons.
  case collect(IconID, into: IconID, folder: IconID)
  case addPage(PageID, index: Int?)
  /// Removes a page with everything on it.
  case removePage(PageID)
  case movePage(PageID, index: Int)
  /// Names a page on this grid. An empty name removes the name.
  case renamePage(PageID, String)
  /// Sets whether a page on this grid is left out when people turn pages.
  case hidePage(PageID, Bool)
  case rename(String)
  case setAppearance(BoardAppearance)
}

/// The reason for rejecting an edit.
package enum BoardRefusal: Error, Sendable, Hashable {
  case unknownTile(TileID)
  case unknownIcon(IconID)
  case unknownPage(PageID)
  /// The identifier is already in use on the board.
  case duplicate(String)
  /// The widget does not support the size.
  case size(GridSize, TileRules)
  /// The widget supports no smaller size.
  case smallest
  /// The widget supports no larger size on this page.
  case largest
  /// There is no room: other widgets would have to move, or icons would have no cell.
  case noRoom
  /// The board or a page has reached its maximum number of items.
  case tooMany(String)
  /// The icon's address is missing or not allowed.
  case address(String)
  /// People see at least one page.
  case lastPage
  /// A folder cannot contain another folder.
  case folderInFolder
  /// The colour is not of the form `#rrggbb`.
  case color(String)
  /// The background is neither a predefined one nor a colour nor a picture.
  case background(String)
  /// The symbol is not a valid name in the icon font.
  case symbol(String)
  /// The name is not that of a stored picture.
  case picture(String)
  /// The name does not have 1 to 100 characters.
  case name
  /// The board would exceed its maximum size.
  case tooLarge

  /// The rule, as used in diagnostics.
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
    case .lastPage: "last-page"
    case .folderInFolder: "folder-in-folder"
    case .color: "color"
    case .background: "background"
    case .symbol: "symbol"
    case .picture: "picture"
    case .name: "name"
    case .tooLarge: "board-size"
    }
  }

  /// A message for display.
  package var message: String {
    switch self {
    case .unknownTile: "This widget is no longer on the board"
    case .unknownIcon: "This icon is no longer on the board"
    case .unknownPage: "This page no longer exists"
    case .duplicate(let name): "'\(name)' already exists"
    case .size(_, let sizes): "The widget cannot have that size: \(sizes.explanation)"
    case .smallest: "The widget cannot be smaller"
    case .largest: "The widget cannot be larger"
    case .noRoom: "There is not enough room"
    case .tooMany(let things): "There are too many \(things)"
    case .address: "An icon leads to an address that begins with https://, http://, mailto: or tel:"
    case .lastPage: "One page stays visible"
    case .folderInFolder: "A folder cannot be put into a folder"
    case .color(let text): "'\(text)' is not a colour such as #0a84ff"
    case .background(let text):
      "'\(text.prefix(40))' is not a background: \(BoardAppearance.backgroundNames), or '#rrggbb'"
    case .symbol(let name): "'\(name.prefix(40))' is not a symbol"
    case .picture(let name): "'\(name.prefix(40))' is not a picture"
    case .name: "A name has 1 to 100 letters"
    case .tooLarge: "The board has reached its maximum size"
    }
  }
}

extension TileRules {
  /// The allowed sizes for display, columns first.
  fileprivate var explanation: String {
    var parts = ["at least \(minimum.columns)×\(minimum.rows)"]
    if let maximum { parts.append("at most \(maximum.columns)×\(maximum.rows)") }
    if !canChangeRows, !canChangeColumns { return "its size is fixed" }
    if !canChangeRows { parts.append("its height is fixed") }
    if !canChangeColumns { parts.append("its width is fixed") }
    return parts.joined(separator: ", ")
  }
}
