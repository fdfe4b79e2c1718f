// Tests where the sign-in page leads, and when a page leaves for it.

import assert from "node:assert/strict";
import test, { afterEach } from "node:test";
import {
  pageAfterSignIn, providerPage, signInPage,
} from "../../Sources/Host/TesseraWebClient/Resources/client/shared/nextPage.js";
import { bytesOf, textOf } from "../../Sources/Host/TesseraWebClient/Resources/client/account/passkeys.js";
import { sessionTexts } from "../../Sources/Host/TesseraWebClient/Resources/client/account/sessions.js";
import { get } from "../../Sources/Host/TesseraWebClient/Resources/client/protocol/requests.js";
import { root, serverAddress } from "../../Sources/Host/TesseraWebClient/Resources/client/shared/urls.js";
import { cases } from "./cases.mjs";

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
  delete globalThis.location;
});

cases({
  "no page was asked for": { search: "", next: "/" },
  "a page was asked for": { search: "?next=%2Fboards%2Fhome%2Fpage%3Fa%3Db", next: "/boards/home/page?a=b" },
  "another site, by its address": { search: "?next=https%3A%2F%2Fevil.example", next: "/" },
  "another site, without a scheme": { search: "?next=%2F%2Fevil.example", next: "/" },
  "another site, by a backslash": { search: "?next=%2F%5Cevil.example", next: "/" },
  "another site, behind a tab that browsers remove": { search: "?next=%2F%09%2Fevil.example", next: "/" },
  "a script": { search: "?next=javascript%3Aalert(1)", next: "/" },
}, ({ search, next }) => {
  assert.equal(pageAfterSignIn(search), next);
});

test("the sign-in page leads back", () => {
  for (const path of ["/?a=b", "/open/1"]) {
    const { pathname, search } = new URL(serverAddress(path), "http://localhost");
    const address = new URL(signInPage({ pathname, search }), "http://localhost");
    assert.equal(address.pathname, "/login");
    assert.equal(pageAfterSignIn(address.search), path);
  }
  assert.equal(signInPage({ pathname: root, search: "" }), "/login");
});

cases({
  "no page was asked for, at a provider": { search: "", path: "/openid/start" },
  "a page was asked for, at a provider": {
    search: "?next=%2Fopen%2F1%3Fa%3Db", path: "/openid/start?next=%2Fopen%2F1%3Fa%3Db",
  },
  "another site, at a provider": { search: "?next=%2F%2Fevil.example", path: "/openid/start" },
}, ({ search, path }) => {
  assert.equal(providerPage(search), path);
});

cases({
  "the session of this browser": {
    session: {
      device: "Firefox, Linux", began: Date.UTC(2026, 0, 5, 12), used: Date.UTC(2026, 1, 6, 12), isCurrent: true,
    },
    name: "Firefox, Linux (this device)", times: "Signed in on 5 Jan 2026, last used on 6 Feb 2026.",
  },
  "a session of an earlier version": {
    session: { device: null, began: null, used: Date.UTC(2026, 1, 6, 12), isCurrent: false },
    name: "Unknown browser", times: "Last used on 6 Feb 2026.",
  },
}, ({ session, name, times }) => {
  assert.deepEqual(sessionTexts(session), { name, times });
});

cases({
  "a session that is over": { status: 401, rule: "signed-out", leaves: ["/login?next=%2Fboards%2Fa%2Fpage"] },
  "a wrong password": { status: 401, rule: "wrong-password", leaves: [] },
  "a role that does not suffice": { status: 403, rule: "role", leaves: [] },
}, async ({ status, rule, leaves }) => {
  const left = [];
  const pathname = serverAddress("/boards/a/page");
  globalThis.location = { pathname, search: "", assign: (address) => left.push(address) };
  globalThis.fetch = async () => new Response(JSON.stringify({ error: { rule, message: "No" } }), { status });
  await assert.rejects(get("/boards"), { rule });
  assert.deepEqual(left, leaves.map(serverAddress));
});

cases({
  "no bytes in base64url": { bytes: [], encoded: "" },
  "one byte in base64url": { bytes: [102], encoded: "Zg" },
  "bytes in base64url": { bytes: [0xFF, 0xFE, 0xFB, 0xEF], encoded: "__777w" },
}, ({ bytes, encoded }) => {
  assert.equal(textOf(Uint8Array.from(bytes).buffer), encoded);
  assert.deepEqual([...bytesOf(encoded)], bytes);
});
