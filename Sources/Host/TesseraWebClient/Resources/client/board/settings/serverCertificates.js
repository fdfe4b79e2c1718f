// Asks whether a widget trusts servers at typed addresses for whose certificates no authority vouches.

import { get } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { dateText, text } from "../../texts/texts.js";
import { textElement } from "../layout/panel.js";
import { build } from "./form.js";

/** @typedef {import("./form.js").FieldPart} FieldPart */

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
    const index = [...this.element.querySelectorAll("input")].findIndex((control) => control === focused);
    this.element.replaceChildren(...build(...answer.servers.map((server) => this.#field(server))));
    this.element.hidden = answer.servers.length === 0;
    // The switch that was pressed keeps the focus.
    this.element.querySelectorAll("input")[index]?.focus();
  }

  /**
   * @param {TypedServer} server
   * @returns {FieldPart}
   */
  #field(server) {
    const { host, certificate, isTrusted } = server;
    return {
      field: text("trustServer", { host }), type: "bool", hint: hintOf(server), value: isTrusted,
      // Without a certificate there is nothing that could be trusted anew.
      isDisabled: !isTrusted && !certificate,
      facts: certificate ? factsOf(certificate) : [],
      change: async (isOn) => {
        const key = isOn ? certificate?.key : undefined;
        await this.#connection.edit({ type: "trustServer", tile: this.#tile, host, key });
        await this.update();
      },
    };
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
  const code = make("code", "boardFingerprint", { dir: "ltr" }, fingerprint);
  const facts = text("certificateFacts", { subject, issuer, date: dateText(validUntil) });
  return [code, textElement(facts, "span", "boardFieldHint")];
}
