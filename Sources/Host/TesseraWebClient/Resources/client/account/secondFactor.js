// Asks for codes at sign-in, and adds and removes the second factor of an account.

import { post } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { text } from "../texts/texts.js";
import { makeButton, makeForm, makeHeading, makeSection, makeText, passwordField } from "./forms.js";

/** @typedef {import("./forms.js").FieldDescription} FieldDescription */

/** The number of characters of the secret between two spaces. */
const GROUP = 4;

/** @returns {FieldDescription} */
function codeField() {
  return { name: "code", label: text("code"), type: "text", autocomplete: "one-time-code" };
}

/**
 * Does what is left of a sign-in after the right password.
 * @param {HTMLElement} main is filled anew if something is left
 * @param {SignInAnswer | undefined} answer of the server to the password
 * @param {() => void} done leaves the page
 */
export function finishSignIn(main, answer, done) {
  if (answer === undefined) {
    done();
    return;
  }
  main.replaceChildren();
  if (answer.needs === "code") {
    const { token } = answer;
    const form = makeForm([{ ...codeField(), hint: text("codeHint") }], text("signIn"), async ({ code }) => {
      await post("/login/code", { token, code });
      done();
    });
    main.append(makeHeading(text("enterCode")), form);
    focusFirstField(form);
  } else {
    main.append(makeHeading(text("addSecondFactor")), makeText(text("secondFactorNeeded")));
    showEnrolment(main, answer, done);
  }
}

/**
 * Makes the section of the account page.
 * @param {number | null} recoveryCodes the number of unused ones; null without a second factor
 */
export function secondFactorSection(recoveryCodes) {
  const section = makeSection("accountBoards", text("secondFactor"));
  const heading = /** @type {Node} */ (section.firstChild);
  const password = passwordField(text("currentPassword"));
  if (recoveryCodes === null) {
    section.append(makeText(text("secondFactorText")), makeForm([password], text("addSecondFactor"), async (values) => {
      const enrolment = await post("/account/second-factor", values);
      section.replaceChildren(heading);
      showEnrolment(section, enrolment, () => location.reload());
    }));
  } else {
    const field = { ...password, hint: text("oldRecoveryCodesEnd") };
    section.append(makeText(text("secondFactorIsOn", { count: recoveryCodes })));
    section.append(makeForm([field], text("makeRecoveryCodes"), async (values) => {
      const { recoveryCodes: codes } = await post("/account/second-factor/recovery-codes", values);
      section.replaceChildren(heading, recoveryCodeList(codes, () => location.reload()));
      section.querySelector("button")?.focus();
    }), makeForm([password], text("removeSecondFactor"), async (values) => {
      await post("/account/second-factor/remove", values);
      location.reload();
    }));
  }
  return section;
}

/**
 * Shows a secret for the app, asks for a code of it, and then shows the recovery codes.
 * @param {HTMLElement} place is filled
 * @param {SecondFactorEnrolment} enrolment
 * @param {() => void} done
 */
function showEnrolment(place, { token, secret, address, qrCode }, done) {
  const step = make("div", "accountForm", {}, makeText(text("secretText")));
  const picture = qrCode === null ? undefined : makeQRCode(qrCode);
  if (picture) step.append(picture);
  const form = makeForm([codeField()], text("confirmCode"), async ({ code }) => {
    const { recoveryCodes } = await post("/login/second-factor", { token, code });
    step.replaceWith(recoveryCodeList(recoveryCodes, done));
    place.querySelector("button")?.focus();
  });
  step.append(
    make("code", "accountSecret", {}, groups(secret)), make("a", "", { href: address }, text("openInApp")), form);
  place.append(step);
  focusFirstField(form);
}

/**
 * Makes the picture of a QR code. Who does not see it has the secret as text.
 * @param {string} drawing
 */
function makeQRCode(drawing) {
  const { documentElement } = new DOMParser().parseFromString(drawing, "image/svg+xml");
  // A text that is no drawing gives an element that says so.
  if (documentElement.localName !== "svg") return undefined;
  const picture = document.importNode(documentElement, true);
  picture.classList.add("accountQRCode");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", text("secretAsQRCode"));
  return picture;
}

/**
 * @param {string[]} codes
 * @param {() => void} done
 */
function recoveryCodeList(codes, done) {
  const items = codes.map((code) => make("li", "", {}, make("code", "", {}, code)));
  const list = make("ul", "accountCodes", { "aria-label": text("recoveryCodes") }, ...items);
  const button = makeButton(text("goOn"), async () => done());
  return make("div", "accountForm", {}, makeText(text("recoveryCodesText")), list, button);
}

/** @param {string} secret */
function groups(secret) {
  return secret.match(new RegExp(`.{1,${GROUP}}`, "g"))?.join(" ") ?? "";
}

/** @param {HTMLFormElement} form */
function focusFirstField(form) {
  form.querySelector("input")?.focus();
}
