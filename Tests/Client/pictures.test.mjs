// Tests what views show that have no picture.

import assert from "node:assert/strict";
import test from "node:test";
import { showPicture, showPlaceholder } from "../../Sources/Host/TesseraWebClient/Resources/client/views/pictures.js";

/** As much of an element of a picture as the functions use. */
class Picture {
  names = new Set();
  style = { setProperty() {}, removeProperty() {} };
  classList = {
    add: (name) => this.names.add(name),
    remove: (name) => this.names.delete(name),
    contains: (name) => this.names.has(name),
    toggle: (name, isOn) => (isOn ? this.names.add(name) : this.names.delete(name)),
  };
  complete = false;

  removeAttribute(name) {
    delete this[name];
  }
}

const viewOf = (image) => ({ picture: new Picture(), host: { widget: "1" }, attributes: { image } });

test("a view without a picture shows the other one, and no sign of failure", () => {
  const view = viewOf(undefined);
  showPlaceholder(view, "street");
  assert.deepEqual([...view.picture.names], ["replaced", "failed"]);
  assert.match(view.picture.src, /^data:image/);
});

test("a view without a picture and without another one shows nothing", () => {
  const view = viewOf(undefined);
  showPicture(view, undefined);
  assert.deepEqual([[...view.picture.names], view.picture.src], [[], undefined]);
});

test("a picture that comes later takes the place of the other one", () => {
  const view = viewOf(undefined);
  showPlaceholder(view, "street");
  view.attributes.image = { name: "tram" };
  showPicture(view, view.attributes.image);
  assert.deepEqual([...view.picture.names], ["replaced", "waiting"]);
  assert.match(view.picture.src, /\/widgets\/1\/images\/tram$/);
});
