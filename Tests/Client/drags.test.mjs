// Tests what a drag asks the server, and how items glide to their places.

import assert from "node:assert/strict";
import test from "node:test";
import {
  EditPreviews,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/dragging/editPreviews.js";
import {
  isRearrangement, shiftBetween, shiftOf,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/dragging/flipAnimation.js";
import { cases } from "./cases.mjs";

// Gliding

cases({
  "an item that does not glide is at its place": { translate: "none", shift: [0, 0] },
  "a shift to the side has one length": { translate: "12.5px", shift: [12.5, 0] },
  "a shift has two lengths": { translate: "-3px 40px", shift: [-3, 40] },
}, ({ translate, shift }) => assert.deepEqual(shiftOf(translate), shift));

cases({
  "an item begins where it stood": { seen: [0, 0], shift: [-150, 20] },
  "an item on its way begins where it is seen": { seen: [30, -5], shift: [-120, 15] },
}, ({ seen, shift }) => {
  const before = { left: "50px", top: "120px" };
  assert.deepEqual(shiftBetween({ left: "200px", top: "100px" }, before, seen), shift);
});

const [clock, note] = [{ id: "clock", frame: [1, 1, 2, 2] }, { id: "note", frame: [1, 3, 1, 1] }];
const first = { id: "1", places: [clock, note], icons: [{ id: "mail" }] };
const second = { id: "2", places: [], icons: [] };

cases({
  "items that change places on their page are rearranged": {
    pages: [{ ...first, places: [{ ...note, frame: [1, 1, 1, 1] }, { ...clock, frame: [1, 2, 2, 2] }] }, second],
    is: true,
  },
  "an item of another size is more than rearranged": {
    pages: [{ ...first, places: [{ ...clock, frame: [1, 1, 2, 3] }, note] }, second], is: false,
  },
  "an item on another page is more than rearranged": {
    pages: [{ ...first, places: [clock] }, { ...second, places: [note] }], is: false,
  },
  "what is dragged to another page is not counted": {
    pages: [{ ...first, places: [clock] }, { ...second, places: [note] }], dragged: "note", is: true,
  },
  "an icon that is gone is more than rearranged": { pages: [{ ...first, icons: [] }, second], is: false },
  "a new page is more than a rearrangement": { pages: [first, second, { ...second, id: "3" }], is: false },
}, ({ pages, dragged, is }) =>
  assert.equal(isRearrangement({ pages: [first, second] }, { pages }, (id) => id === dragged), is));

// Previews

/** A server that answers when it is told to, and what it was asked and what the drag heard. */
function previews(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  const heard = [];
  const connection = { preview: (edit) => new Promise((answer) => asked.push({ edit, answer })) };
  return { asked, heard, t, asking: new EditPreviews(connection, (edit, update) => heard.push([edit.to, update])) };
}

const settled = () => new Promise((done) => setImmediate(done));

test("a place is looked up once the pointer rests there", async (t) => {
  const { asked, asking, heard } = previews(t);
  assert.equal(asking.ask({ to: 1 }), true);
  t.mock.timers.tick(20);
  assert.equal(asking.ask({ to: 2 }), true);
  assert.equal(asking.ask({ to: 2 }), false);
  t.mock.timers.tick(29);
  assert.deepEqual(asked, []);
  t.mock.timers.tick(1);
  assert.deepEqual(asked.map(({ edit }) => edit.to), [2]);
  asked[0].answer("two");
  await settled();
  assert.deepEqual(heard, [[2, "two"]]);
});

test("an answer for a place that the pointer has left counts no more", async (t) => {
  const { asked, asking, heard } = previews(t);
  asking.ask({ to: 1 });
  t.mock.timers.tick(30);
  asking.ask({ to: 2 });
  t.mock.timers.tick(30);
  asked[1].answer("two");
  asked[0].answer("one");
  await settled();
  assert.deepEqual(heard, [[2, "two"]]);
});

test("an edit without a preview takes the place of one that waits for its answer", async (t) => {
  const { asked, asking, heard } = previews(t);
  asking.ask({ to: 1 });
  t.mock.timers.tick(30);
  asking.replace({ to: 3 });
  asked[0].answer("one");
  await settled();
  assert.deepEqual(heard, []);
  assert.deepEqual(asking.asked, { to: 3 });
});

test("a drag that is over hears nothing, and keeps what it asked for", async (t) => {
  const { asked, asking, heard } = previews(t);
  asking.ask({ to: 1 });
  t.mock.timers.tick(30);
  asking.stop();
  asked[0].answer("one");
  await settled();
  assert.deepEqual(heard, []);
  assert.deepEqual(asking.asked, { to: 1 });
});
