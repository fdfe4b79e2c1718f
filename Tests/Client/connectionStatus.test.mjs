// Tests when the page says that it has no connection.

import assert from "node:assert/strict";
import test from "node:test";
import { ConnectionStatus } from "../../Sources/Host/TesseraWebClient/Resources/client/app/connectionStatus.js";

/** A status with an element that records each change of its text. */
function makeStatus(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const element = { hidden: true, set textContent(text) { if (text) said.push(text); } };
  return { status: new ConnectionStatus(element), element, said };
}

test("a short disconnection shows nothing", (t) => {
  const { status, element, said } = makeStatus(t);
  status.changed("feed", false);
  t.mock.timers.tick(999);
  status.changed("feed", true);
  t.mock.timers.tick(10_000);
  assert.equal(element.hidden, true);
  assert.deepEqual(said, []);
});

test("a long disconnection is shown once, until everything is connected", (t) => {
  const { status, element, said } = makeStatus(t);
  status.changed("feed", false);
  status.changed("", false);
  t.mock.timers.tick(1000);
  assert.equal(element.hidden, false);
  assert.equal(said.length, 1);
  assert.match(said[0], /Reconnecting/);
  status.changed("feed", true);
  assert.equal(element.hidden, false, "the page itself is not connected");
  status.changed("", true);
  assert.equal(element.hidden, true);
});
