// Lets tiles and icons glide to new places: they stand there at once, and the compositor moves what is seen of them.

import { setBox } from "../../shared/dom.js";

/** @typedef {import("../layout/grid.js").Box} Box */

/** As board.css has it for sizes. */
const TIMING = { duration: 300, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };

/** @typedef {[right: number, down: number]} Shift */

/**
 * Where an item stood before a change, and how far from there it was seen.
 * @typedef {{ element: HTMLElement, parent: Node | null, left: string, top: string, seen: Shift }} Stand
 */

/**
 * The glides under way.
 * @type {WeakMap<HTMLElement, Animation>}
 */
const glides = new WeakMap();

/**
 * Lays out a board like its `layOut`. What gets another place on its page glides there.
 * @param {ShownBoard} board
 * @param {BoardDocument} update
 */
export function layOutGliding(board, update) {
  glideDuring(board, () => board.layOut(update));
}

/**
 * Shows a preview for something that is dragged. Where others only make room, they glide and nothing else changes: the
 * order of the elements stays until the drop, because each that moves in the document is laid out and painted anew.
 * @param {ShownBoard} board
 * @param {BoardDocument} update
 */
export function previewGliding(board, update) {
  const { grid, icons, shown, tiles } = board;
  /** @param {string} id */
  const isDragged = (id) => (tiles.get(id) ?? icons.get(id))?.isDragged ?? false;
  if (!shown || !isRearrangement(shown, update, isDragged)) return layOutGliding(board, update);
  glideDuring(board, () => {
    const places = update.pages.flatMap((page) => page.places);
    for (const { id, frame } of places) moveTo(tiles.get(id), grid.box(frame));
    const cells = update.pages.flatMap((page) => page.icons);
    for (const { id, cell: [row, column] } of cells) moveTo(icons.get(id), grid.box([row, column, 1, 1]));
    board.shown = update;
  });
}

/**
 * @param {{ element: HTMLElement, isDragged: boolean } | undefined} item
 * @param {Box} box
 */
function moveTo(item, box) {
  if (item && !item.isDragged) setBox(item.element, box);
}

/**
 * Whether the same items stand on the same pages in the same sizes, wherever they stand there.
 * @param {Pick<BoardDocument, "pages">} one
 * @param {Pick<BoardDocument, "pages">} other
 * @param {(id: string) => boolean} isDragged says what counts nowhere
 */
export function isRearrangement(one, other, isDragged) {
  /** @param {Pick<BoardDocument, "pages">} board */
  const contents = ({ pages }) => JSON.stringify(pages.map(({ id, places, icons }) => [
    id,
    places.filter((place) => !isDragged(place.id)).map((place) => [place.id, ...place.frame.slice(2)].join()).sort(),
    icons.map((icon) => icon.id).filter((icon) => !isDragged(icon)).sort(),
  ]));
  return contents(one) === contents(other);
}

/**
 * @param {ShownBoard} board
 * @param {() => void} change
 */
function glideDuring(board, change) {
  const stands = [...board.tiles.values(), ...board.icons.values()]
    .filter(({ isDragged }) => !isDragged).map(({ element }) => standOf(element));
  // Places change without the transitions that move what is edited by keys and buttons.
  board.page.classList.add("gliding");
  change();
  for (const { element, parent, left, top, seen } of stands) {
    if (element.parentNode !== parent) {
      glides.get(element)?.cancel();
      continue;
    }
    const { style } = element;
    if (style.left === left && style.top === top) continue;
    glide(element, shiftBetween(style, { left, top }, seen));
  }
  // Style that is not calculated by now would see the class gone.
  board.page.getBoundingClientRect();
  board.page.classList.remove("gliding");
}

/**
 * Lets an element glide to where it stands.
 * @param {HTMLElement} element
 * @param {Shift} from how far from there it is seen at first
 * @returns {Animation | undefined}
 */
export function glide(element, [right, down]) {
  glides.get(element)?.cancel();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
  const animation = element.animate([{ translate: `${right}px ${down}px` }, { translate: "0px 0px" }], TIMING);
  glides.set(element, animation);
  return animation;
}

/**
 * @param {HTMLElement} element
 * @returns {Stand}
 */
function standOf(element) {
  const { parentNode: parent, style: { left, top } } = element;
  const isGliding = glides.get(element)?.playState === "running";
  return { element, parent, left, top, seen: isGliding ? shiftOf(getComputedStyle(element).translate) : [0, 0] };
}

/**
 * How far from its new place an item must be seen so that it begins where it was seen before.
 * @param {{ left: string, top: string }} box in points with their unit
 * @param {{ left: string, top: string }} before
 * @param {Shift} seen how far from the place before
 * @returns {Shift}
 */
export function shiftBetween(box, before, [right, down]) {
  return [
    Number.parseFloat(before.left) - Number.parseFloat(box.left) + right,
    Number.parseFloat(before.top) - Number.parseFloat(box.top) + down,
  ];
}

/**
 * The shift that the value of the property `translate` means.
 * @param {string} translate as a browser calculates it
 * @returns {Shift}
 */
export function shiftOf(translate) {
  const [right = 0, down = 0] = translate.split(" ").map(Number.parseFloat).map((length) => length || 0);
  return [right, down];
}
