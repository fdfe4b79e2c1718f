// Moves a page among the others of the overview under a pointer; the others make room for it.

import { followDrag, scrollAtEdges } from "../../interaction/gestures.js";
import { nearestPosition, orderAround } from "./pageList.js";

/**
 * @typedef {object} Sorting
 * @property {HTMLElement} scroller
 * @property {HTMLElement[]} cards of the pages, in their order
 * @property {number} from the one that is pressed
 * @property {(to: number) => Promise<unknown>} drop resolves when the pages stand in their new order, or in the old one
 */

/**
 * Follows a press on a page.
 * @param {PointerEvent} event
 * @param {Sorting} sorting
 * @returns {() => void} gives up, as the Escape key does
 */
export function sortPage(event, { scroller, cards, from, drop }) {
  const { clientX, clientY } = event;
  const card = cards[from];
  const firstScroll = scroller.scrollTop;
  let last = event;
  let to = from;
  /** @type {{ left: number, top: number }[]} */
  let positions = [];
  let stopScrolling = () => {};

  function follow() {
    const x = last.clientX - clientX;
    const y = last.clientY - clientY + scroller.scrollTop - firstScroll;
    card.style.translate = `${x}px ${y}px`;
    to = nearestPosition({ left: positions[from].left + x, top: positions[from].top + y }, positions);
    makeRoom();
  }

  function makeRoom() {
    orderAround(cards.length, from, to).forEach((position, index) => {
      if (index !== from) shift(index, position);
    });
  }

  /**
   * Shows a page at the position of another one.
   * @param {number} index
   * @param {number} position
   */
  function shift(index, position) {
    const { left, top } = positions[index];
    cards[index].style.translate = `${positions[position].left - left}px ${positions[position].top - top}px`;
  }

  function putDown() {
    stopScrolling();
    card.classList.remove("dragged");
  }

  function settle() {
    scroller.classList.remove("sorting");
    for (const { style } of cards) style.removeProperty("translate");
  }

  return followDrag(event, {
    captor: scroller,
    begin: () => {
      // One page at a time.
      if (scroller.classList.contains("sorting")) return false;
      positions = cards.map(({ offsetLeft, offsetTop }) => ({ left: offsetLeft, top: offsetTop }));
      scroller.classList.add("sorting");
      card.classList.add("dragged");
      stopScrolling = scrollAtEdges(
        () => [last.clientY - scroller.getBoundingClientRect().top, scroller.clientHeight],
        (distance) => {
          scroller.scrollTop += distance;
          follow();
        });
      follow();
      return true;
    },
    move: (next) => {
      last = next;
      follow();
    },
    end: async () => {
      putDown();
      shift(from, to);
      if (to !== from) await drop(to);
      settle();
    },
    cancel: () => {
      putDown();
      settle();
    },
  });
}
