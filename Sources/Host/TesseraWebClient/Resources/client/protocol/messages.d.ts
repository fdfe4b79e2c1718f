// The messages between page and server, as docs/reference/protocol.md describes them. All modules know these types.

// Values

/** A value of JSON. */
type JSONValue = string | number | boolean | null | JSONValue[] | { [name: string]: JSONValue };

/** The number of a view in its presentation. */
type ViewID = number;

/** `[x, y, width, height]` in points, relative to the parent. */
type Frame = [x: number, y: number, width: number, height: number];

// Kinds

/** What an element can consist of. */
type PartName = "label" | "title" | "picture" | "ring";

/** An entry of `kinds.json`: every member may be absent. */
interface KindEntry {
  tag?: string;
  attributes?: { [name: string]: string };
  parts?: PartName[];
  isControl?: boolean;
  isDrawn?: boolean;
  behaviour?: string;
  /** Names of ARIA attributes, by the attributes of the view that give them their values. */
  states?: { [attribute: string]: string };
}

/** A checked entry of `kinds.json`. */
interface Kind extends Required<Omit<KindEntry, "behaviour">> {
  behaviour?: string;
}

// Trees

/** A view as the server describes it. */
interface TreeNode {
  id: ViewID;
  kind: string;
  frame: Frame;
  /** The author's name for it. */
  identifier?: string;
  attributes?: Attributes;
  children?: ViewID[];
}

/** One radius, or those of the corners; one width, or those of the sides. */
type Lengths = number | number[];

interface ImageReference {
  /** The path of a picture in the bundle. */
  name?: string;
  /** The address of a picture elsewhere. */
  url?: string;
  /** A picture that the person picked, as a data URL. */
  data?: string;
}

interface Choice {
  value: JSONValue;
  text: string;
  disabled?: boolean;
}

interface MenuItem {
  text: string;
  icon?: string;
  index: number;
  destructive?: boolean;
  disabled?: boolean;
  swipe?: "start" | "end";
}

interface TextSpan {
  text?: string;
  url?: string;
  fontWeight?: number;
  italic?: boolean;
  monospaced?: boolean;
  color?: string;
  textDecoration?: string;
}

interface Shadow {
  x?: number;
  y?: number;
  radius?: number;
  color?: string;
}

interface Gradient {
  colors?: string[];
  angle?: number;
}

interface Transform {
  translateX?: number;
  translateY?: number;
  scaleX?: number;
  scaleY?: number;
  rotate?: number;
}

/** How a view follows a pointer before the server answers. */
interface DragRule {
  x?: [least: number, greatest: number];
  y?: [least: number, greatest: number];
  /** Other views that change along: factors of the way for each part of the frame. */
  with?: [id: ViewID, x: number, y: number, width: number, height: number][];
}

type AccessoryName = "expand" | "shrink" | "settings";

/** Which buttons a widget has on a board, and the frame that they stand around. */
interface Accessories {
  enabled: AccessoryName[];
  frame: Frame;
}

/** What the page says about a widget, in the widget's language. */
type Strings = { [name: string]: string };

/** The attributes of a view; an absent attribute has the kind's default. */
interface Attributes {
  text?: string;
  words?: Strings;
  placeholder?: string;
  value?: JSONValue;
  image?: ImageReference;
  contentMode?: string;
  renderingMode?: "original" | "template";
  minimum?: number | string;
  maximum?: number | string;
  step?: number;
  choices?: Choice[];
  choiceCount?: number;
  multiple?: boolean;
  searchable?: boolean;
  inputType?: string;
  maximumLength?: number;
  acceptedTypes?: string[];
  clearLabel?: string;
  suggestions?: string[];
  content?: unknown;
  title?: string;
  message?: string;
  buttons?: string[];

  hidden?: boolean;
  display?: "none";
  disabled?: boolean;
  error?: string;
  filePicking?: { accept?: string[]; maximum?: number; quality?: number };
  readOnly?: boolean;
  animating?: boolean;
  refreshing?: boolean;
  refreshable?: boolean;
  pressable?: boolean;
  href?: string;
  menu?: MenuItem[];
  longPressable?: boolean;
  modal?: boolean;
  presentation?: "sheet" | "popover";
  selected?: boolean;
  current?: string;
  autofocus?: boolean;
  redacted?: boolean;

  contentWidth?: number;
  contentHeight?: number;
  scrollOffset?: number;
  axis?: "horizontal";
  paging?: boolean;
  scrollIndicator?: boolean;
  stickyUntil?: number;
  reorderable?: boolean;
  rowCount?: number;
  rowIndex?: number;
  accessories?: Accessories;

  backgroundColor?: string;
  selectedBackgroundColor?: string;
  color?: string;
  borderColor?: string;
  backgroundGradient?: Gradient;
  borderWidth?: Lengths;
  cornerRadius?: Lengths;
  opacity?: number;
  shadow?: Shadow;
  clips?: boolean;
  fontSize?: number;
  fontWeight?: number;
  italic?: boolean;
  textDecoration?: string;
  spans?: TextSpan[];
  textAlign?: string;
  lineHeight?: number;
  maximumLines?: number;
  padding?: Lengths;
  transform?: Transform;
  transition?: { duration?: number; delay?: number; easing?: string };
  language?: string;
  direction?: "ltr" | "rtl";
  drawing?: { light: string; dark?: string };

  tracksPointers?: boolean;
  hitPath?: string;
  drag?: DragRule;
  keys?: string[];

  accessibilityLabel?: string;
  accessibilityHint?: string;
  accessibilityValue?: string;
  accessibilityHidden?: boolean;
  role?: string;
}

/** New values of attributes; null is the default again. */
type AttributeChanges = { [Name in keyof Attributes]: Attributes[Name] | null };

// Updates

interface TreeUpdate {
  root: ViewID;
  /** All views, parents before children. */
  tree: TreeNode[];
}

interface PatchUpdate {
  patches: Patch[];
}

/** What the stream brings for a presentation. */
type ViewUpdate = TreeUpdate | PatchUpdate;

/** A presentation that was created. */
interface CreatedPresentation {
  id: string;
  protocol?: number;
  /** The revision of the first update, if that came with it. */
  revision?: number;
  update?: ViewUpdate;
}

type Effect =
  | "shake" | "focus" | "animateRows"
  | { openURL: string }
  | { requestGridCells: [columns: number, rows: number] };

type Patch =
  | ["insert", TreeNode, ViewID, number]
  | ["remove", ViewID]
  | ["move", ViewID, number]
  | ["frame", ViewID, Frame]
  | ["attributes", ViewID, AttributeChanges]
  | ["effect", ViewID, Effect];

// Events

type PointerPhase = "began" | "moved" | "ended" | "cancelled";

/** What the person did. */
type ViewEvent =
  | ["press" | "longPress" | "submit" | "focus" | "blur" | "refresh", ViewID]
  | ["input" | "search", ViewID, string]
  | ["change", ViewID, JSONValue]
  | ["scroll", ViewID, number]
  | ["move", ViewID, number, number]
  | ["choose" | "answer", ViewID, number]
  | ["back"]
  | ["resize", number, number]
  | GridEvent
  | ["accessory", AccessoryName]
  | ["pointer", ViewID, PointerPhase, "mouse" | "touch" | "pen", number, number, number]
  | ["key", ViewID, string, boolean];

/** The board around a widget; lengths are points. */
interface BoardSurroundings {
  page: [columns: number, rows: number];
  cell: [width: number, height: number];
  gap: [width: number, height: number];
  /** Only for custom widgets. */
  isEditing?: boolean;
  /** Whether all widgets have their first places; only for custom widgets. */
  isConfigured?: boolean;
}

/** Columns, rows, other pairs of them that would fit, and the board. */
type GridCells = [
  columns: number, rows: number, fitting?: [columns: number, rows: number][] | null, board?: BoardSurroundings];

type GridEvent = ["grid", ...GridCells];

/** The size of a widget's window, and its place on a grid. */
interface WindowSize {
  width: number;
  height: number;
  cells?: GridCells;
  /** Whether the window shows the settings of the widget. */
  isForSettings?: boolean;
}

/** Events in their order; the server takes a batch of a page once. */
interface EventBatch {
  page: string;
  batch: number;
  events: ViewEvent[];
  /** The earlier batch whose events follow from an index on, because a presentation that is gone did not answer. */
  repeats?: { batch: number; first: number };
}

/** Why a request was refused. */
interface ErrorBody {
  error?: { rule?: string; message?: string };
}

// Boards

/** Rows and columns. */
type GridSize = [rows: number, columns: number];
/** Row and column, from 1. */
type GridPosition = [row: number, column: number];
/** Row, column, rows and columns. */
type GridFrame = [row: number, column: number, rows: number, columns: number];

interface Appearance {
  background?: string;
  accent?: string;
  isDark?: boolean;
}

/** A place on a page: a widget, or a stack of widgets. */
interface BoardPlace {
  id: string;
  frame: GridFrame;
  members: string[];
  front: string;
  canExpand: boolean;
  canShrink: boolean;
  rotates?: boolean;
  /** Whether a stack shows the names of its widgets as tabs. */
  tabs?: boolean;
  /** The cells of a place that is no rectangle. */
  cells?: GridPosition[];
  /** How much the widget in front shows, if that can be switched. */
  mode?: "compact" | "expanded";
  /** The size for the other mode; missing where there is no room. */
  otherMode?: GridSize;
  /** Pairs of columns and rows that the widget could take. */
  fitting?: [columns: number, rows: number][];
}

/** A link, or a folder of links. */
interface IconEntry {
  id: string;
  name: string;
  address?: string;
  symbol?: string;
  /** The symbol in the font of icons. */
  letter?: string;
  color?: string;
  /** The name of a stored picture. */
  picture?: string;
  members?: IconEntry[];
}

interface PlacedIcon extends IconEntry {
  cell: GridPosition;
}

interface BoardPageEntry {
  id: string;
  name?: string;
  /** Whether only the overview of pages shows it. */
  isHidden?: boolean;
  places: BoardPlace[];
  icons: PlacedIcon[];
}

interface TileSizes {
  preferred: GridSize;
  minimum: GridSize;
  maximum?: GridSize;
  canChangeRows: boolean;
  canChangeColumns: boolean;
}

interface TileEntry {
  name: string;
  isMissing?: boolean;
  hasOptions?: boolean;
  /** Whether the settings show a screen of the widget. */
  hasOwnSettings?: boolean;
  /** Whether the widget is told about the edits of its board. */
  isCustom?: boolean;
  /** The radius of the tile's corners in points, if it is not the board's. */
  cornerRadius?: number;
  sizes?: TileSizes;
}

/** A board as the server arranges it for a grid. */
interface BoardDocument {
  id: string;
  name: string;
  revision: number;
  canUndo: boolean;
  canRedo: boolean;
  grid: GridSize;
  appearance: Appearance;
  /** Why the board cannot be changed. */
  problem?: string;
  pages: BoardPageEntry[];
  tiles: { [id: string]: TileEntry };
}

/** How fresh the content of a widget is; dates are milliseconds since 1970. */
interface Freshness {
  updated?: number;
  stale?: number;
  failure?: string;
  isStopped?: boolean;
  isUpdating?: boolean;
  isEmpty?: boolean;
}

/** Freshness by the names of widgets. */
type FreshnessTable = { [widget: string]: Freshness | undefined };

type BoardEdit =
  | {
    type: "add"; widget: string; options?: { [name: string]: JSONValue }; size?: GridSize; page?: string;
    near?: GridPosition
  }
  | { type: "move"; tile: string; to: GridPosition; page?: string; makeRoom?: boolean }
  | { type: "resize"; tile: string; to: GridSize }
  | { type: "reshape"; tile: string; frame: GridFrame; makeRoom?: boolean }
  | { type: "occupy"; tile: string; cells: GridPosition[] }
  | { type: "expand" | "shrink" | "remove" | "turn"; tile: string }
  | { type: "unstack"; tile: string; page?: string; to?: GridPosition }
  | { type: "stack"; tile: string; onto: string }
  | { type: "rotate" | "tabs"; tile: string; isOn: boolean }
  | { type: "options"; tile: string; values: { [name: string]: JSONValue } }
  | { type: "allowHost"; tile: string; host: string; isAllowed: boolean }
  | { type: "trustServer"; tile: string; host: string; key?: string }
  | {
    type: "addIcon"; name: string; address: string; symbol?: string; color?: string; picture?: string; page?: string;
    index?: number
  }
  | {
    type: "changeIcon"; icon: string; name: string; address?: string; symbol?: string; color?: string;
    picture?: string
  }
  | { type: "moveIcon"; icon: string; page: string; index: number }
  | { type: "collect"; icon: string; into: string }
  | { type: "removeIcon"; icon: string }
  | { type: "addPage"; index?: number }
  | { type: "removePage"; page: string }
  | { type: "movePage"; page: string; index: number }
  | { type: "renamePage"; page: string; name: string }
  | { type: "hidePage"; page: string; isHidden: boolean }
  | { type: "rename"; name: string }
  | ({ type: "appearance" } & Appearance)
  | { type: "undo" | "redo" };

/** The answer to a preview of an edit that is refused. */
interface EditRefusal {
  refused: { rule: string; message: string };
}

/** What a visitor may do on a board. Each role includes those before it. */
type Role = "look" | "use" | "edit" | "administer";

/** A session of the visitor's account. */
interface SessionEntry {
  /** By which the session is ended. */
  id: string;
  /** The browser and the system, such as "Firefox, Linux"; null if they are not known. */
  device: string | null;
  /** When the person signed in, in milliseconds since 1970; null if that is not known. */
  began: number | null;
  /** When it was last used, in milliseconds since 1970, to the hour. */
  used: number;
  /** Whether it is the session of this browser. */
  isCurrent: boolean;
}

/** Who the visitor is. */
interface Session {
  /**
   * Whether the visitor has signed in here or at a proxy, opened a link to one board, has to sign in ("stranger"), or
   * need not ("anyone").
   */
  kind: "anyone" | "stranger" | "account" | "proxied" | "link";
  /** The name of the account; null if there is none. */
  account: string | null;
  /** The role on shared boards; null for none. */
  role: Role | null;
  /** The roles on the boards that the visitor may see. */
  boards: { [board: string]: Role };
  /** Whether the account has a password here. People who sign in at a provider need none. */
  hasPassword: boolean;
  /** The number of unused recovery codes; null for an account without a second factor. */
  recoveryCodes: number | null;
  /** The words of the button that leads to the provider at which people sign in; null if there is none. */
  openID: string | null;
}

/** A second factor that is added by a code of it. */
interface SecondFactorEnrolment {
  /** Says whose it is. */
  token: string;
  /** The secret for the app, in base32. */
  secret: string;
  /** The address that gives an app the secret. */
  address: string;
  /** The address as a QR code: an SVG; null if there is none. */
  qrCode: string | null;
}

/** What is left to do after the right password. */
type SignInAnswer =
  | { needs: "code"; token: string }
  | { needs: "enrolment" } & SecondFactorEnrolment;

/** What a page needs to make a passkey. Bytes are in base64url. */
interface PasskeyRegistration {
  challenge: string;
  /** The name of the host. */
  site: string;
  siteName: string;
  /** What the authenticator calls the account. */
  user: string;
  /** The name of the account. */
  account: string;
  /** The identities of the passkeys that the account has. */
  known: string[];
  /** The kinds of keys that the server knows, by their numbers in COSE. */
  algorithms: number[];
}

/** A board, a widget or a passkey in a list. */
interface NamedEntry {
  id: string;
  name: string;
}

/** What a widget can contact. */
interface NetworkAccess {
  /** Names of hosts, which may begin with `*.`. */
  hosts: string[];
  /** The names of what it reads of the server's own machine. */
  sources: string[];
  /** Whether it contacts the hosts of addresses that a person types into its options. */
  typedAddresses: boolean;
  /** Whether it shows pictures from any public host. */
  picturesFromAnywhere: boolean;
}

/** What an installation would change. */
interface InstallationPreview extends NamedEntry {
  /** The checksum of the bundle that is to be installed. */
  digest: string;
  version: string;
  /** Absent for a new widget. */
  installedVersion?: string;
  /** What it contacts, and the present version does not. */
  access: NetworkAccess;
  /** What is wrong with the bundle, and does not prevent the installation. */
  warnings: string[];
}

/** A widget that a catalogue lists. */
interface CatalogueEntry extends Omit<InstallationPreview, "digest" | "warnings"> {
  summary: string;
  author?: string;
  category?: string;
  keywords?: string[];
  hasPicture: boolean;
  /** Whether the catalogue has a later version than the installed one; absent for a new widget. */
  isNewer?: boolean;
}

/** A catalogue from which widgets are installed. */
interface CatalogueListing {
  name: string;
  /** Where it is, if a person added it and can remove it. */
  address: string | null;
  /** Why it cannot be read, or not as a whole. */
  problems: string[];
  widgets: CatalogueEntry[];
}

/** A widget of the library. */
interface LibraryEntry extends NamedEntry {
  version: string;
  access: NetworkAccess;
  /** Present if people installed it; with the version before, if there is one. */
  installed?: { previousVersion?: string };
  summary: string;
  author?: string;
  /** The group in the gallery. */
  category?: string;
  /** More words by which people find it. */
  keywords?: string[];
  sizes: TileSizes;
  /** Whether the page has room for it; absent without a grid. */
  fits?: boolean;
  /** What to ask for before it is added. */
  options?: OptionEntry[];
}

/** The type of an option's values, with what belongs to it. */
interface OptionType {
  type:
    | "string" | "bool" | "color" | "number" | "choice" | "url" | "date" | "time" | "timeZone" | "icon" | "place"
    | "range" | "record" | "list";
  /** The limits of a number, and of both numbers of a range. */
  range?: [least: number, greatest: number];
  choices?: { value: string; title: string }[];
  /** The fields of a record. */
  fields?: OptionField[];
  /** The type of a list's elements. */
  element?: OptionType;
  /** How many elements a list has. */
  count?: [least: number, greatest: number];
}

/** A city that was found by its name. */
interface City {
  name: string;
  /** The state or province; empty if it is unknown. */
  region: string;
  /** The country in the language of the request. */
  country: string;
  latitude: number;
  longitude: number;
  timeZone: string;
}

/** The response to a search for cities. */
interface CityList {
  /** Whether the server knows cities. */
  isAvailable: boolean;
  places: City[];
}

/** A field of a record. */
interface OptionField extends OptionType {
  name: string;
  title: string;
  summary?: string;
  /** The unit of a number. */
  unit?: string;
  default: JSONValue;
  isRequired?: boolean;
}

/** An option of a widget. */
interface OptionEntry extends OptionType {
  name: string;
  title: string;
  summary?: string;
  group?: string;
  value?: JSONValue;
  /** The unit of a number. */
  unit?: string;
  isSecret?: boolean;
  isSet?: boolean;
  /** Whether it is asked for before the widget is added. */
  isAsked?: boolean;
  isHidden?: boolean;
  /** Whether the widget may contact the hosts of its addresses, because a person typed them. */
  isReached?: boolean;
}

interface TileSettings {
  name: string;
  options: OptionEntry[];
  /** The hosts of the widget that have addresses in the network of the server. */
  hosts?: PrivateHost[];
}

/** A host that a widget may reach only if a person allows it. */
interface PrivateHost {
  host: string;
  /** The host as people read it, with its spelling in ASCII. */
  name: string;
  addresses: string[];
  isAllowed: boolean;
}

/** A server at a typed address for whose certificate no authority vouches. */
interface TypedServer {
  host: string;
  isTrusted: boolean;
  /** Whether it shows another certificate than the trusted one. */
  isChanged: boolean;
  /** Null if the server cannot be reached now. */
  certificate: {
    subject: string;
    issuer: string;
    /** In milliseconds since 1970. */
    validUntil: number;
    fingerprint: string;
    key: string;
  } | null;
}

// Administration

/** A message of a widget, or about one; the date is in milliseconds since 1970. */
interface LogEntry {
  date: number;
  text: string;
  isError: boolean;
}

/** A widget on a board as administrators see it; dates are milliseconds since 1970. */
interface AdminWidget {
  /** The tile. */
  id: string;
  state: "server" | "process" | "idle" | "stopped" | "missing";
  /** Absent on the personal boards of others, as are the kind, the board, the outage and all messages. */
  name?: string;
  kind?: string;
  board?: string;
  /** Why the widget's process is not running, or that the widget was stopped. */
  outage?: string;
  error?: LogEntry;
  /** Only of widgets that the request names. */
  log?: LogEntry[];
  /** What its process uses: memory in bytes, processor time in seconds. */
  process?: { identifier: number; memory: number; processorTime: number };
  /** In bytes; absent for data in memory. */
  storeSize?: number;
  isUpdated?: boolean;
  updated?: number;
  next?: number;
}

/** A person who may sign in. */
interface AccountEntry {
  name: string;
  /** The role on shared boards. */
  role: Role;
  /** Other roles on single boards. */
  boards: { [board: string]: Role };
}

/** A link to a board. */
interface LinkEntry {
  number: number;
  name: string;
  board: string;
  role: Role;
}

/** A board that the visitor may let others see. */
interface OpenedBoard extends NamedEntry {
  /** The name of the person whose personal board it is; absent for a shared one. */
  owner?: string;
}

/** The accounts, the links, and the boards to which the visitor can add links, and give roles. */
interface People {
  accounts: AccountEntry[];
  links: LinkEntry[];
  boards: OpenedBoard[];
}
