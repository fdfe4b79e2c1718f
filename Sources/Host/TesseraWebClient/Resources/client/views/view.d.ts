// The types of views, of what a kind adds to them, and of what they may ask of their widget; all modules know these.

/** What a view may ask of the widget that it belongs to. */
interface ViewHost {
  /** The name of the widget. */
  readonly widget: string;
  /** The element that the widget fills. */
  readonly place: HTMLElement;
  /** Ends what listens to the place, when the views leave the page. */
  readonly signal: AbortSignal;
  readonly kinds: import("../protocol/kinds.js").Kinds;
  /** Whether the page shows other widgets, too. */
  readonly isPart: boolean;
  readonly root: View | undefined;
  /** What the page says about the widget, in the widget's language. */
  strings: Strings | undefined;
  send(event: ViewEvent): void;
  /** Sends a file that was chosen in a view; returns whether the server has it. */
  sendFile(view: ViewID, file: File): Promise<boolean>;
  /** Whether an input or a choice in a view is still on its way. */
  isSending(view: ViewID): boolean;
  /** Runs an action when the server has all events. */
  afterDelivery(action: () => void): void;
  /** Runs an action when the elements of the update are all in place. */
  afterUpdate(action: () => void): void;
  /** Something about the rows of a view is new, if it has any. */
  rowsChanged(view: View | undefined): void;
  view(id: ViewID): View | undefined;
  /** The view that an element belongs to. */
  viewOf(element: EventTarget | null | undefined): View | undefined;
}

/** A control that takes the focus. */
type Control = HTMLElement & { disabled?: boolean };

/** A view of a widget with its element. */
interface View {
  readonly id: ViewID;
  readonly kind: string;
  readonly definition: Kind;
  readonly behaviour: Behaviour;
  /** The author's name for it. */
  readonly identifier: string | undefined;
  readonly attributes: Attributes;
  readonly host: ViewHost;
  frame: Frame;
  parent: View | undefined;
  children: View[];
  element: HTMLElement;
  /** Whether the update under way brought it. */
  isNew: boolean;
  /** The element that a child stands in. */
  containerFor(child: View): HTMLElement;
  /** Puts the element at its frame. */
  placeElement(): void;

  // Parts

  /** Shows the text. */
  label?: HTMLElement;
  picture?: HTMLImageElement;
  control?: Control;
  /** The drawing, under the children. */
  drawing?: Element;
  /** A button under the content of a pressable view, or a link. */
  press?: HTMLButtonElement | HTMLAnchorElement;
  hitArea?: SVGElement;
  refreshButton?: HTMLButtonElement;

  // Behaviours

  field?: Field;
  input?: { receive(value: Attributes["value"], isNew: boolean): void };
  select?: SelectState;
  alert?: { title: HTMLElement; message: HTMLElement; buttons: HTMLElement };
  /** The element that scrolls, and the content in it. */
  scroller?: HTMLElement;
  content?: HTMLElement;
  scroll?: ScrollState;
  /** The element of the rows of a table. */
  rows?: HTMLElement;
  table?: TableState;
  /** Whether it follows pointers. */
  isTracking?: boolean;
  /** Where it was dragged to, until the server knows. */
  dragFrame?: Frame;
  /** Whether it lies over other screens. */
  isPresented?: boolean;
  /** Removes the element in its own way. */
  leave?(): void;
}

/** A field that is typed into. */
interface Field {
  /** Takes the text that the server has. */
  receive(text: string, isNew?: boolean): void;
  /** The text, if the person typed it and the server has not given another one since. */
  typedText(): string | undefined;
  /** Puts a text in as if the person typed it. */
  type(text: string): void;
  /** From now on every text from the server is news. */
  clearSent(): void;
  /** Stops listening: the element goes away. */
  detach(): void;
}

interface ScrollState {
  /** Offsets that the server may still repeat. */
  sent: { offset: number; time: number }[];
  /** The timer of an offset that was not sent yet. */
  timer?: number;
  lastSent?: number;
  /** Where the server's offset led to: scrolling there is not the person's doing. */
  expected?: number;
}

interface TableState {
  /** The row that gets the focus when it is there. */
  wantedRow?: number;
  /** The timer of rows that stand where the person dropped them. */
  dropTimer?: number;
}

type ScrollView = View & { scroller: HTMLElement; content: HTMLElement; scroll: ScrollState };
type TableView = ScrollView & { rows: HTMLElement; table: TableState };
/** A view whose attribute `content` has a certain type. */
type ContentView<Content> = View & { attributes: { content?: Content } };

/** The list of a `select` that the client makes itself. */
interface ChoiceList {
  list: HTMLElement;
  box: HTMLInputElement;
  options: HTMLElement;
  /** Says how many choices the list leaves out. */
  remainder: HTMLElement;
}

interface SelectState {
  optimistic: OptimisticValue;
  /** The place of the choice that the keyboard is at. */
  active: number;
  list?: ChoiceList;
}

/** See `optimisticValues.js`. */
interface OptimisticValue {
  /** The person chose a value. */
  sent(value: Attributes["value"]): void;
  /** Shows the server's value, now or when nothing is on its way any more. */
  receive(value: Attributes["value"], isNew: boolean, show: () => void): void;
}

/** What the client does for a kind beyond showing its parts. */
interface Behaviour {
  /** The name of the element, where it is not that of the kind. */
  tag?(view: View, node: TreeNode): string;
  /** Adds to the element. */
  attach?(view: View): void;
  /** What attributes do, where that is not what they do to all views. */
  attributes?: AttributeHandlers;
}

/** Shows the value of an attribute; a behaviour may take its own type of view, hence the method. */
type AttributeHandler<Value> = {
  handle(view: View, value: Value | undefined, isNew: boolean): void;
}["handle"];

type AttributeHandlers = { [Name in keyof Attributes]?: AttributeHandler<NonNullable<Attributes[Name]>> };
