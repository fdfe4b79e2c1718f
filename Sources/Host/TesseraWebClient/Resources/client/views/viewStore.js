// Keeps the views of a presentation as elements: applies updates to them, and sends their events.

import { followKeys } from "../interaction/keyboard.js";
import { Presses } from "../interaction/presses.js";
import { placeRefreshButtons } from "../interaction/refreshing.js";
import { attributeChanges, moveElement, parentsOf } from "../protocol/patches.js";
import { onColorSchemeChange } from "../shared/colorScheme.js";
import { applyAttributes } from "./attributes.js";
import { showDrawing } from "./drawings.js";
import { perform } from "./effects.js";
import { createView, frameChanged } from "./elements.js";
import { rememberFocus } from "./focus.js";
import { capture, restore } from "./restorableState.js";
import { Layers } from "./layers.js";
import { findViews, placesOf } from "./places.js";
import { makeScrollersFocusable, sendWaitingOffset } from "./scroll.js";
import { TableRows } from "./tableRows.js";

/** @typedef {import("../protocol/kinds.js").Kinds} Kinds */

/** How long frames change smoothly after the window got another size, in milliseconds. */
const RESIZE_TIME = 600;

/**
 * What the views of a widget need.
 * @typedef {object} StoreOptions
 * @property {Kinds} kinds
 * @property {boolean} isPart whether the page shows other widgets, too
 * @property {ViewHost["send"]} send
 * @property {ViewHost["sendFile"]} sendFile
 * @property {ViewHost["isSending"]} isSending
 * @property {ViewHost["afterDelivery"]} afterDelivery
 * @property {(count: number) => void} onScreens hears how many screens are open
 */

export class ViewStore {
  /** @type {Map<ViewID, View>} */
  #views = new Map();
  /** @type {View | undefined} */
  #root;
  #place;
  /**
   * What waits until the update under way is in place.
   * @type {(() => void)[]}
   */
  #updateActions = [];
  /**
   * The views that the update under way brought.
   * @type {View[]}
   */
  #newViews = [];
  /** @type {number | undefined} */
  #resizeTimer;
  /**
   * What the next tree takes over from a presentation that is gone.
   * @type {import("./restorableState.js").RestorableState[]}
   */
  #restorableStates = [];
  /**
   * Where the views of a presentation that is gone were, and what it showed.
   * @type {import("./places.js").Places | undefined}
   */
  #formerPlaces;
  /**
   * The views that took their places.
   * @type {Map<ViewID, ViewID>}
   */
  #successors = new Map();
  #onScreens;
  #layers;
  #rows = new TableRows();
  /** @type {ViewHost} */
  #host;
  /** Ends listening outside of the widget's place. */
  #end = new AbortController();

  /**
   * @param {string} widget
   * @param {HTMLElement} place the element that the widget fills
   * @param {StoreOptions} options
   */
  constructor(widget, place, { kinds, isPart, send, sendFile, isSending, afterDelivery, onScreens }) {
    this.#place = place;
    this.#onScreens = onScreens;
    const root = () => this.#root;
    this.#host = {
      widget,
      place,
      signal: this.#end.signal,
      kinds,
      isPart,
      get root() {
        return root();
      },
      strings: undefined,
      send: (event) => {
        // After a press every text from the server is news, even one that was typed before.
        if (event[0] === "press" || event[0] === "submit") this.#clearSentTexts();
        send(event);
      },
      sendFile,
      isSending,
      afterDelivery,
      afterUpdate: (action) => this.#updateActions.push(action),
      rowsChanged: (view) => this.#rows.changed(view),
      view: (id) => this.#views.get(id),
      viewOf: (element) => this.#viewOf(element),
    };
    this.#layers = new Layers(this.#host);
    new Presses(this.#host, {
      beforePress: () => this.#sendWaitingOffsets(),
      groundPressed: () => this.#layers.groundPressed(),
    });
    followKeys(this.#host, {
      leave: () => this.leave() !== undefined,
      rowKeyPressed: (event, view) => this.#rows.keyPressed(event, view),
    });
    const { signal } = this.#end;
    onColorSchemeChange(() => {
      for (const view of this.#views.values()) if (view.drawing) showDrawing(view);
    }, signal);
    // Comes before the outbox hands over the events that wait.
    window.addEventListener("pagehide", () => this.#sendWaitingOffsets(), { capture: true, signal });
  }

  /** Ends the views when the widget leaves the page. */
  stop() {
    this.#end.abort();
    this.clear();
  }

  /**
   * Leaves the screen or alert in front.
   * @returns {"answer" | "back" | undefined} what that came to
   */
  leave() {
    return this.#layers.leave();
  }

  /**
   * Makes room for another presentation, which takes over what the person typed and where they had scrolled to.
   * @param {boolean} isRepeating whether views have to be found again
   */
  startOver(isRepeating) {
    // A presentation may be gone before it showed anything.
    if (this.#root) {
      this.#restorableStates = capture(this.#root);
      this.#formerPlaces = isRepeating ? placesOf(this.#root) : undefined;
    }
    this.#successors = new Map();
    this.clear();
  }

  /**
   * The view that took the place of one of a presentation that is gone, if all is shown as before.
   * @param {ViewID} view
   * @returns {ViewID | undefined}
   */
  successor(view) {
    return this.#successors.get(view);
  }

  clear() {
    for (const view of this.#views.values()) view.field?.detach();
    this.#views.clear();
    this.#place.dispatchEvent(new CustomEvent("accessories"));
    this.#root = undefined;
    this.#place.replaceChildren();
    this.#layers.reset();
  }

  /** @param {ViewUpdate} update */
  apply(update) {
    this.#layers.rememberFocus();
    if ("tree" in update) this.#applyTree(update);
    else for (const patch of update.patches) this.#applyPatch(patch);
    for (const action of this.#updateActions.splice(0)) action();
    for (const view of this.#newViews.splice(0)) view.isNew = false;
    this.#rows.settle();
    placeRefreshButtons(this.#views.values());
    makeScrollersFocusable(this.#views.values());
    this.#layers.settle();
    this.#onScreens(this.#layers.screenCount);
    if (!this.#root) return;
    if (this.#formerPlaces) this.#successors = findViews(this.#formerPlaces, this.#root);
    this.#formerPlaces = undefined;
    restore(this.#restorableStates.splice(0), this.#root);
  }

  /** Lets the frames of the coming updates change smoothly, for the time that a resize takes. */
  animateFrames() {
    this.#place.classList.add("resizing");
    clearTimeout(this.#resizeTimer);
    this.#resizeTimer = setTimeout(() => this.#place.classList.remove("resizing"), RESIZE_TIME);
  }

  #sendWaitingOffsets() {
    this.#views.forEach(sendWaitingOffset);
  }

  #clearSentTexts() {
    for (const view of this.#views.values()) view.field?.clearSent();
  }

  /** @param {EventTarget | null | undefined} element */
  #viewOf(element) {
    const place = element instanceof Element ? element.closest("[data-view]") : null;
    if (!(place instanceof HTMLElement) || !this.#place.contains(place)) return undefined;
    return this.#views.get(Number(place.dataset.view));
  }

  /** @param {TreeUpdate} update */
  #applyTree({ root, tree }) {
    const restoreFocus = rememberFocus(this.#host, () => this.#views.values());
    const present = new Set(tree.map((node) => node.id));
    for (const [id, view] of this.#views) {
      if (!present.has(id)) this.#remove(view);
    }
    const parents = parentsOf(tree);
    for (const node of tree) {
      const view = this.#views.get(node.id);
      if (view && view.kind === node.kind && view.identifier === node.identifier) {
        this.#setFrame(view, node.frame);
        applyAttributes(view, attributeChanges(view.attributes, node.attributes ?? {}));
      } else {
        if (view) this.#remove(view);
        const parent = parents.get(node.id);
        this.#create(node, parent === undefined ? undefined : this.#views.get(parent));
      }
    }
    for (const node of tree) {
      const view = this.#views.get(node.id);
      if (!view) continue;
      view.children = (node.children ?? []).flatMap((id) => this.#views.get(id) ?? []);
      for (const child of view.children) child.parent = view;
      // From the last to the first, so that each finds its successor in place; what stands right is not touched.
      for (const child of [...view.children].reverse()) this.#insertElement(child, view);
    }
    this.#root = this.#views.get(root);
    if (this.#root && this.#root.element.parentNode !== this.#place) this.#place.replaceChildren(this.#root.element);
    restoreFocus?.();
  }

  /** @param {Patch} patch */
  #applyPatch(patch) {
    if (patch[0] === "insert") {
      const [, node, parentID, index] = patch;
      const parent = this.#views.get(parentID);
      if (!parent || this.#views.has(node.id)) return;
      const view = this.#create(node, parent);
      parent.children.splice(Math.min(index, parent.children.length), 0, view);
      this.#insertElement(view, parent);
      return;
    }
    const view = this.#views.get(patch[1]);
    if (!view) return;
    switch (patch[0]) {
      case "remove":
        if (view !== this.#root) this.#remove(view);
        return;
      case "move":
        if (!view.parent) return;
        moveElement(view.parent.children, view, patch[2]);
        this.#insertElement(view, view.parent);
        return;
      case "frame":
        this.#setFrame(view, patch[2]);
        return;
      case "attributes":
        applyAttributes(view, patch[2]);
        return;
      case "effect": {
        const [, , effect] = patch;
        this.#updateActions.push(() => perform(view, effect));
        return;
      }
    }
  }

  /**
   * @param {TreeNode} node
   * @param {View | undefined} parent
   */
  #create(node, parent) {
    const view = createView(node, this.#host, parent);
    this.#newViews.push(view);
    this.#views.set(node.id, view);
    this.#setFrame(view, node.frame);
    applyAttributes(view, node.attributes ?? {}, true);
    return view;
  }

  /**
   * Puts the element of a view at its place among its siblings.
   * @param {View} view
   * @param {View} parent
   */
  #insertElement(view, parent) {
    const container = parent.containerFor(view);
    const siblings = parent.children;
    /** @type {Element | null} */
    let next = null;
    for (let index = siblings.indexOf(view) + 1; index < siblings.length; index += 1) {
      const { element } = siblings[index];
      if (element.parentNode === container) {
        next = element;
        break;
      }
    }
    // The header of a table stands before the rows.
    if (parent.rows && container !== parent.rows && siblings[0] === view) next = parent.rows;
    if (view.element.parentNode === container && view.element.nextSibling === next) return;
    const focused = view.element.contains(document.activeElement) ? document.activeElement : undefined;
    container.insertBefore(view.element, next);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    if (view.kind === "cell") this.#rows.changed(parent);
  }

  /**
   * @param {View} view
   * @param {Frame} frame
   */
  #setFrame(view, frame) {
    view.frame = frame;
    frameChanged(view);
  }

  /**
   * Removes a view and all below it.
   * @param {View} view
   */
  #remove(view) {
    if (view.parent) {
      const place = view.parent.children.indexOf(view);
      if (place >= 0) view.parent.children.splice(place, 1);
      if (view.kind === "cell") this.#rows.changed(view.parent);
    }
    this.#rows.removing(view);
    const pending = [view];
    for (let next = pending.pop(); next; next = pending.pop()) {
      next.field?.detach();
      next.refreshButton?.remove();
      this.#views.delete(next.id);
      pending.push(...next.children);
    }
    if (view.leave) view.leave();
    else view.element.remove();
  }
}
