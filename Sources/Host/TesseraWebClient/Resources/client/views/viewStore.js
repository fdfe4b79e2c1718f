// The views of a presentation as elements: takes trees and patches, gives events.

import { applyAttributes } from "./attributes.js";
import { followColorScheme } from "../app/colorScheme.js";
import { showDrawing } from "./drawings.js";
import { perform } from "./effects.js";
import { createView, frameChanged } from "./elements.js";
import { Layers } from "./layers.js";
import { Presses } from "../interaction/presses.js";
import { placeRefreshButtons } from "../interaction/refreshing.js";
import { Rows } from "./tableRows.js";
import { letKeyboardScroll, tellWaitingOffset } from "./scroll.js";

export class ViewStore {
  #views = new Map();
  #root;
  #after = [];
  /** The views that the update under way brought. */
  #new = [];
  #resizing;
  #screensChanged;
  /** Ends what listens outside of the widget's place. */
  #end = new AbortController();

  /**
   * @param {string} widget the instance's identity
   * @param {HTMLElement} place where the window goes
   * @param {Kinds} kinds what each kind of view is
   * @param callbacks `send(event)`, `sendFile(id, file)`, `isSending(id)` tells whether what was typed or chosen in a view is
   *   still on its way, `afterDelivery(action)` runs something when it is there,
   *   `screensChanged(count)` hears how many screens are open; `isPart` says that the widget is one of several of the page
   */
  constructor(widget, place, kinds, { send, sendFile, isSending, afterDelivery, screensChanged, isPart }) {
    this.isPart = isPart;
    this.sendFile = sendFile;
    this.widget = widget;
    this.place = place;
    this.kinds = kinds;
    this.isSending = isSending;
    this.afterDelivery = afterDelivery;
    this.#screensChanged = screensChanged;
    this.layers = new Layers(this);
    this.rows = new Rows(this);
    this.send = (event) => {
      // What the server says after a press is news, even if it is a text that was typed before.
      if (event[0] === "press" || event[0] === "submit") this.forgetTyping();
      send(event);
    };
    new Presses(this);
    place.addEventListener("keydown", (event) => this.#keyPressed(event));
    const { signal } = this.#end;
    followColorScheme(() => {
      for (const view of this.#views.values()) if (view.drawing) showDrawing(view);
    }, { signal });
    // Before the events that wait are handed over.
    window.addEventListener("pagehide", () => this.#views.forEach(tellWaitingOffset), { capture: true, signal });
  }

  /** Tells where people scrolled to before what they do next. */
  tellScrolling() {
    this.#views.forEach(tellWaitingOffset);
  }

  /** The widget is not on the page any more. */
  stop() {
    this.#end.abort();
    this.clear();
  }

  get(id) {
    return this.#views.get(id);
  }

  get root() {
    return this.#root;
  }

  /** Runs something when the elements of the update are all in place. */
  afterUpdate(action) {
    this.#after.push(action);
  }

  clear() {
    for (const view of this.#views.values()) view.field?.end();
    this.#views.clear();
    this.place.dispatchEvent(new CustomEvent("accessories"));
    this.#root = undefined;
    this.place.replaceChildren();
    this.layers.reset();
  }

  apply(update) {
    this.layers.remember();
    if (update.tree) this.#applyTree(update);
    else for (const patch of update.patches) this.#applyPatch(patch);
    for (const action of this.#after.splice(0)) action();
    for (const view of this.#new.splice(0)) view.isNew = false;
    this.rows.settle();
    placeRefreshButtons(this.#views.values());
    letKeyboardScroll(this.#views.values());
    this.layers.settle();
    this.#screensChanged(this.layers.screenCount);
  }

  /** Lets the frames of the coming updates change smoothly, for the time that a resize takes. */
  animateFrames() {
    this.place.classList.add("resizing");
    clearTimeout(this.#resizing);
    this.#resizing = setTimeout(() => this.place.classList.remove("resizing"), 600);
  }

  forgetTyping() {
    for (const view of this.#views.values()) view.field?.forget();
  }

  /** The view that an element belongs to. */
  viewOf(element) {
    const place = element?.closest?.("[data-view]");
    return place && this.place.contains(place) ? this.#views.get(Number(place.dataset.view)) : undefined;
  }

  #applyTree({ root, tree }) {
    const focus = this.#focus();
    const present = new Set(tree.map((node) => node.id));
    for (const [id, view] of this.#views) {
      if (!present.has(id)) this.#forget(view);
    }
    const parents = new Map();
    for (const node of tree) for (const child of node.children ?? []) parents.set(child, node.id);
    for (const node of tree) {
      let view = this.#views.get(node.id);
      if (view && view.kind === node.kind && view.identifier === node.identifier) {
        const attributes = node.attributes ?? {};
        const changes = {};
        for (const name of Object.keys(view.attributes)) if (!(name in attributes)) changes[name] = null;
        for (const name of Object.keys(attributes)) {
          if (JSON.stringify(view.attributes[name]) !== JSON.stringify(attributes[name])) changes[name] = attributes[name];
        }
        this.#setFrame(view, node.frame);
        applyAttributes(view, changes);
      } else {
        if (view) this.#forget(view);
        view = this.#create(node, this.#views.get(parents.get(node.id)));
      }
    }
    for (const node of tree) {
      const view = this.#views.get(node.id);
      view.children = (node.children ?? []).map((id) => this.#views.get(id)).filter(Boolean);
      for (const child of view.children) child.parent = view;
      // From the last to the first, so that each finds its successor in place; what stands right is not touched.
      for (const child of [...view.children].reverse()) this.#place(child);
    }
    this.#root = this.#views.get(root);
    if (this.#root && this.#root.element.parentNode !== this.place) this.place.replaceChildren(this.#root.element);
    focus?.();
  }

  /** Remembers which view has the focus, and where the cursor is, for when its element is made anew. */
  #focus() {
    const element = document.activeElement;
    const before = this.viewOf(element);
    // Rows of a list share their identifiers.
    if (before?.identifier === undefined || element.closest('[data-kind="cell"]')) return undefined;
    const { identifier } = before;
    const { selectionStart, selectionEnd } = element;
    return () => {
      if (element.isConnected && document.activeElement === element) return;
      const view = [...this.#views.values()].find((each) => each.identifier === identifier);
      const control = view?.control ?? view?.element;
      control?.focus({ preventScroll: true });
      // Fields for addresses and numbers have no cursor that could be set.
      if (Number.isInteger(selectionStart) && Number.isInteger(control?.selectionStart)) {
        control.setSelectionRange(selectionStart, selectionEnd);
      }
    };
  }

  #applyPatch([name, ...parts]) {
    switch (name) {
      case "insert": {
        const [node, parentID, index] = parts;
        const parent = this.#views.get(parentID);
        if (!parent || this.#views.has(node.id)) return;
        const view = this.#create(node, parent);
        parent.children.splice(Math.min(index, parent.children.length), 0, view);
        this.#place(view);
        return;
      }
      case "remove": {
        const view = this.#views.get(parts[0]);
        if (view && view !== this.#root) this.#forget(view);
        return;
      }
      case "move": {
        const view = this.#views.get(parts[0]);
        if (!view?.parent) return;
        const siblings = view.parent.children;
        siblings.splice(siblings.indexOf(view), 1);
        siblings.splice(Math.min(parts[1], siblings.length), 0, view);
        this.#place(view);
        return;
      }
      case "frame": {
        const view = this.#views.get(parts[0]);
        if (view) this.#setFrame(view, parts[1]);
        return;
      }
      case "attributes": {
        const view = this.#views.get(parts[0]);
        if (view) applyAttributes(view, parts[1]);
        return;
      }
      case "effect": {
        const view = this.#views.get(parts[0]);
        if (view) this.afterUpdate(() => perform(view, parts[1]));
        return;
      }
    }
  }

  #create(node, parent) {
    const view = createView(node, this, parent);
    view.isNew = true;
    this.#new.push(view);
    this.#views.set(node.id, view);
    this.#setFrame(view, node.frame);
    applyAttributes(view, node.attributes ?? {}, true);
    return view;
  }

  /** Puts an element where its place among its siblings says. */
  #place(view) {
    const { parent } = view;
    const container = parent.containerFor(view);
    const siblings = parent.children;
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
    focused?.focus({ preventScroll: true });
    if (view.kind === "cell") this.rows.changed(parent);
  }

  #setFrame(view, frame) {
    view.frame = frame;
    frameChanged(view);
  }

  #forget(view) {
    if (view.parent) {
      const place = view.parent.children.indexOf(view);
      if (place >= 0) view.parent.children.splice(place, 1);
      if (view.kind === "cell") this.rows.changed(view.parent);
    }
    this.rows.removing(view);
    const pending = [view];
    while (pending.length > 0) {
      const next = pending.pop();
      next.field?.end();
      next.refresh?.remove();
      this.#views.delete(next.id);
      pending.push(...next.children);
    }
    if (view.leave) view.leave();
    else view.element.remove();
  }

  #keyPressed(event) {
    if (event.defaultPrevented || event.isComposing) return;
    const view = this.viewOf(event.target);
    const isKeyboardButton = event.target === view?.element && view.element.getAttribute("role") === "button";
    if (isKeyboardButton && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.target.click();
    } else if (event.key === "Escape" && !(event.target.type === "search" && event.target.value)) {
      if (this.layers.leave()) event.preventDefault();
    } else if (!event.altKey && !event.ctrlKey && !event.metaKey) {
      this.rows.keyPressed(event, view);
    }
  }
}
