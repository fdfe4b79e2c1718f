// Tests that each open screen has a state in the browser's history, and that the way back closes screens.

import assert from "node:assert/strict";
import test from "node:test";
import { ScreenHistory } from "../../Sources/Host/TesseraWebClient/Resources/client/widget/history.js";

/** A browser's history, whose steps arrive when the test says so. */
class Browser {
  entries = [null];
  index = 0;
  steps = [];

  get state() {
    return this.entries[this.index];
  }

  pushState(state) {
    this.entries.splice(this.index + 1, Infinity, structuredClone(state));
    this.index += 1;
  }

  replaceState(state) {
    this.entries[this.index] = structuredClone(state);
  }

  go(step) {
    this.steps.push(step);
  }

  addEventListener(name, listener) {
    assert.equal(name, "popstate");
    this.listener = listener;
  }

  /** Makes the steps that the page asked for. */
  arrive() {
    for (const step of this.steps.splice(0)) this.walk(step);
  }

  /** The person presses the back button, or the page's own step arrives. */
  walk(step) {
    this.index += step;
    this.listener({ state: this.state });
  }

  get screens() {
    return this.state?.screens ?? [];
  }
}

function open(widgets = {}) {
  const browser = new Browser();
  const screens = new ScreenHistory(browser, browser);
  const left = [];
  for (const [widget, goesBack] of Object.entries(widgets)) {
    screens.setBackAction(widget, () => {
      left.push(widget);
      return goesBack();
    });
  }
  return { browser, screens, left };
}

test("each screen gets a state that lists all of them", () => {
  const { browser, screens } = open();
  screens.screensChanged("one", 1);
  screens.screensChanged("two", 1);
  screens.screensChanged("one", 2);
  assert.deepEqual(browser.entries, [
    null, { screens: ["one"] }, { screens: ["one", "two"] }, { screens: ["one", "two", "one"] },
  ]);
});

test("the same number of screens changes nothing", () => {
  const { browser, screens } = open();
  screens.screensChanged("one", 1);
  screens.screensChanged("one", 1);
  screens.screensChanged("two", 0);
  assert.equal(browser.entries.length, 2);
});

test("a screen that closes by itself removes its state", () => {
  const { browser, screens } = open();
  screens.screensChanged("one", 2);
  screens.screensChanged("one", 1);
  assert.deepEqual(browser.steps, [-1]);
  browser.arrive();
  assert.deepEqual(browser.screens, ["one"]);
});

test("another widget's screen stays, with the right state", () => {
  const { browser, screens } = open();
  screens.screensChanged("one", 1);
  screens.screensChanged("two", 1);
  screens.screensChanged("one", 0);
  browser.arrive();
  assert.deepEqual(browser.screens, ["two"]);
});

test("a screen that opens during navigation back gets its state afterwards", () => {
  const { browser, screens } = open();
  screens.screensChanged("one", 2);
  screens.screensChanged("one", 1);
  screens.screensChanged("two", 1);
  assert.deepEqual(browser.steps, [-1]);
  browser.arrive();
  assert.deepEqual(browser.screens, ["one", "two"]);
});

test("the back button closes the most recent screen of any widget", () => {
  const { browser, screens, left } = open({ one: () => true, two: () => true });
  screens.screensChanged("one", 1);
  screens.screensChanged("two", 1);
  browser.walk(-1);
  assert.deepEqual(left, ["two"]);
  browser.walk(-1);
  assert.deepEqual(left, ["two", "one"]);
  assert.deepEqual(browser.steps, []);
});

test("going back several steps closes screens from the last to the first", () => {
  const { browser, screens, left } = open({ one: () => true, two: () => true });
  screens.screensChanged("one", 1);
  screens.screensChanged("two", 1);
  browser.walk(-2);
  assert.deepEqual(left, ["two", "one"]);
});

test("a screen that does not close keeps its state", () => {
  const { browser, screens, left } = open({ one: () => false });
  screens.screensChanged("one", 1);
  browser.walk(-1);
  assert.deepEqual(left, ["one"]);
  assert.deepEqual(browser.screens, ["one"]);
});

test("a screen that the server has not closed yet gets no new state", () => {
  const { browser, screens } = open({ one: () => true });
  screens.screensChanged("one", 1);
  browser.walk(-1);
  // An update that was under way still has the screen.
  screens.screensChanged("one", 1);
  assert.deepEqual(browser.screens, []);
  screens.screensChanged("one", 0);
  screens.screensChanged("one", 1);
  assert.deepEqual(browser.screens, ["one"], "once the server has answered, a screen is a new one");
});

test("a reloaded page finds its states, and adds none", () => {
  const browser = new Browser();
  browser.pushState({ screens: ["one"] });
  const screens = new ScreenHistory(browser, browser);
  screens.screensChanged("one", 1);
  assert.equal(browser.entries.length, 2);
  screens.screensChanged("one", 0);
  browser.arrive();
  assert.deepEqual(browser.screens, []);
});

test("a state of another page is ignored", () => {
  const browser = new Browser();
  browser.entries = [{ screens: "all" }];
  new ScreenHistory(browser, browser).screensChanged("one", 1);
  assert.deepEqual(browser.screens, ["one"]);
});
