// Asks whether a widget trusts servers at typed addresses for whose certificates no authority vouches.

import { RequestProblem, get } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { dateText, text } from "../../texts/texts.js";
import { labelledField, textElement } from "../layout/panel.js";

/** @typedef {import("../../protocol/messages").TypedServer} TypedServer */
/** @typedef {import("../board.js").BoardClient} BoardClient */

export class ServerCertificates {
  #connection;
  #tile;
  /** Counts the times that the servers were asked for, so that a late answer shows nothing. */
  #asked = 0;
  element = make("div", "boardForm");

  /**
   * @param {BoardClient["connection"]} connection
   * @param {string} tile
   */
  constructor(connection, tile) {
    this.#connection = connection;
    this.#tile = tile;
    this.element.hidden = true;
  }

  /** Looks at the servers that the widget's options name now. That takes as long as the slowest of them. */
  async update() {
    this.#asked += 1;
    const number = this.#asked;
    /** @type {{ servers: TypedServer[] }} */
    let answer;
    try {
      answer = await get(`/tiles/${encodeURIComponent(this.#tile)}/certificates`);
    } catch {
      // What is wrong with the connection to the board is said elsewhere.
      return;
    }
    if (number !== this.#asked) return;
    const { activeElement: focused } = document;
    const place = [...this.element.querySelectorAll("input")].findIndex((control) => control === focused);
    this.element.replaceChildren(...answer.servers.map((server) => this.#row(server)));
    this.element.hidden = answer.servers.length === 0;
    // The switch that was pressed keeps the focus.
    this.element.querySelectorAll("input")[place]?.focus();
  }

  /** @param {TypedServer} server */
  #row(server) {
    const { host, certificate } = server;
    const control = make("input", "", { type: "checkbox", role: "switch" });
    control.checked = server.isTrusted;
    // Without a certificate there is nothing that could be trusted anew.
    control.disabled = !server.isTrusted && !certificate;
    const { row, problem } = labelledField(text("trustServer", { host }), control, hintOf(server));
    row.classList.add("flag");
    if (certificate) problem.before(...factsOf(certificate));
    control.addEventListener("change", async () => {
      const key = control.checked ? certificate?.key : undefined;
      try {
        await this.#connection.edit({ type: "trustServer", tile: this.#tile, host, key });
        await this.update();
      } catch (refusal) {
        if (!(refusal instanceof RequestProblem)) throw refusal;
        control.checked = !control.checked;
        problem.textContent = refusal.message;
      }
    });
    return row;
  }
}

/** @param {TypedServer} server */
function hintOf({ certificate, isChanged }) {
  if (!certificate) return text("trustedServerHint");
  return `${text(isChanged ? "certificateChanged" : "certificateUnknown")} ${text("compareFingerprint")}`;
}

/**
 * The fingerprint stands by itself and before the names, which the server chose and could make look like one.
 * @param {NonNullable<TypedServer["certificate"]>} certificate
 */
function factsOf({ subject, issuer, validUntil, fingerprint }) {
  const code = make("code", "boardFingerprint", { dir: "ltr" });
  code.textContent = fingerprint;
  const facts = text("certificateFacts", { subject, issuer, date: dateText(validUntil) });
  return [code, textElement(facts, "span", "boardFieldHint")];
}
