// The facets of a board, by which its parts know it; all modules know these types.

type BoardClient = import("./board.js").BoardClient;

/** What the page shows, and where. */
type ShownBoard = Pick<BoardClient, "announcer" | "frame" | "freshness" | "grid" | "icons" | "isConfigured" | "layOut" |
  "makeWidget" | "overview" | "page" | "pages" | "announce" | "shortcuts" | "shown" | "tiles" | "viewport">;

/** The board as the server has it, and edits of it. */
type EditedBoard = Pick<BoardClient, "connection" | "edit" | "editing" | "isLoaded" | "update">;

/** What the visitor may do. */
type BoardPermissions = Pick<BoardClient, "account" | "canEdit" | "canInstall" | "canUse">;

/** A board whose edits the page shows, such as a drag. */
type EditableBoard = ShownBoard & EditedBoard;

/** What depends on the visitor, too. */
type WholeBoard = EditableBoard & BoardPermissions;
