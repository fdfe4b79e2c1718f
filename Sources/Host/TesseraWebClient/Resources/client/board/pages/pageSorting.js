// Moves a page among the others of the overview under a pointer; the others make room for it.

import { swallowClick } from "../../interaction/clicks.js";
import { nearestPlace, placesAround } from "./pageList.js";

/** From how many points on a movement of the mouse is a drag, and how far a finger may slip while it rests. */
const SLIP = 6;
/** How long a finger rests on a page before it can be moved, in milliseconds. */
const HOLD = 350;
/** Within how many points of an edge a drag scrolls, and by how many points at a time. */
const EDGE = 48;
const SPEED = 10;
const SCROLL_INTERVAL = 16;

/**
 * @typedef {object} Sorting
 * @property {HTMLElement} scroller
 * @property {HTMLElement[]} cards of the pages, in their order
 * @property {number} from the one that is pressed
 * @property {() => void} ended is called when the pointer is let go, lost or given up, before a drop
 * @property {(to: number) => Promise<unknown>} drop resolves when the pages stand in their new order, or in the old one
 */

/**
 * Follows a press on a page.
 * @param {PointerEvent} event
 * @param {Sorting} sorting
 * @returns {() => void} gives up, as the Escape key does
 */
export function sortPage(event, { scroller, cards, from, ended, drop }) {
  const { clientX, clientY, pointerId, pointerType } = event;
  const card = cards[from];
  const firstScroll = scroller.scrollTop;
  const listening = new AbortController();
  const { signal } = listening;
  let last = event;
  let isMoving = false;
  let to = from;
  /** @type {{ left: number, top: number }[]} */
  let places = [];
  /** @type {number | undefined} */
  let scrolling;
  const hold = pointerType === "mouse" ? undefined : setTimeout(start, HOLD);

  function start() {
    isMoving = true;
    places = cards.map(({ offsetLeft, offsetTop }) => ({ left: offsetLeft, top: offsetTop }));
    scroller.setPointerCapture(pointerId);
    scroller.classList.add("sorting");
    card.classList.add("dragged");
    scrolling = setInterval(scrollAtEdge, SCROLL_INTERVAL);
    follow();
  }

  function scrollAtEdge() {
    const { top, bottom } = scroller.getBoundingClientRect();
    const way = last.clientY < top + EDGE ? -SPEED : last.clientY > bottom - EDGE ? SPEED : 0;
    if (way === 0) return;
    scroller.scrollTop += way;
    follow();
  }

  function follow() {
    const x = last.clientX - clientX;
    const y = last.clientY - clientY + scroller.scrollTop - firstScroll;
    card.style.translate = `${x}px ${y}px`;
    to = nearestPlace({ left: places[from].left + x, top: places[from].top + y }, places);
    makeRoom();
  }

  function makeRoom() {
    placesAround(cards.length, from, to).forEach((place, index) => {
      if (index !== from) shift(index, place);
    });
  }

  /**
   * Shows a page at the place of another one.
   * @param {number} index
   * @param {number} place
   */
  function shift(index, place) {
    const { left, top } = places[index];
    cards[index].style.translate = `${places[place].left - left}px ${places[place].top - top}px`;
  }

  function stop() {
    clearTimeout(hold);
    clearInterval(scrolling);
    listening.abort();
    card.classList.remove("dragged");
    ended();
  }

  function settle() {
    scroller.classList.remove("sorting");
    for (const { style } of cards) style.removeProperty("translate");
  }

  function giveUp() {
    stop();
    if (isMoving) settle();
  }

  addEventListener("pointermove", (next) => {
    if (next.pointerId !== pointerId) return;
    // It was let go where the page does not hear of it.
    if (next.buttons === 0) return giveUp();
    last = next;
    if (isMoving) return follow();
    if (Math.hypot(next.clientX - clientX, next.clientY - clientY) < SLIP) return;
    // A finger that moves at once scrolls.
    if (pointerType === "mouse") start();
    else giveUp();
  }, { signal });
  addEventListener("pointerup", async (next) => {
    if (next.pointerId !== pointerId) return;
    stop();
    if (!isMoving) return;
    swallowClick();
    shift(from, to);
    if (to !== from) await drop(to);
    settle();
  }, { signal });
  addEventListener("pointercancel", (next) => {
    if (next.pointerId === pointerId) giveUp();
  }, { signal });
  scroller.addEventListener("lostpointercapture", (lost) => {
    // The button under a finger loses it to the scroller.
    if (lost.target === scroller && lost.pointerId === pointerId) giveUp();
  }, { signal });
  addEventListener("keydown", (key) => {
    if (key.key !== "Escape" || !isMoving) return;
    key.preventDefault();
    key.stopPropagation();
    giveUp();
    swallowClick();
  }, { signal, capture: true });
  // A finger that moves a page does not scroll, and its rest opens no menu.
  scroller.addEventListener("touchmove", (touch) => {
    if (isMoving) touch.preventDefault();
  }, { signal, passive: false });
  if (pointerType !== "mouse") addEventListener("contextmenu", (menu) => menu.preventDefault(), { signal });
  return giveUp;
}
