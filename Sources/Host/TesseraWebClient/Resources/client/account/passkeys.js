// Signs in with passkeys, and adds and removes those of an account.

import { get, messageOf, post } from "../protocol/requests.js";
import { text } from "../texts/texts.js";
import { makeForm, makeSection, makeText, makeTriedButton, passwordField } from "./forms.js";

/** The time that a person may take to use a passkey, in milliseconds. */
const TIMEOUT = 300_000;

/** Browsers offer passkeys to pages over HTTPS or on the machine itself, and not for addresses. */
export function arePasskeysPossible() {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return isSecureContext && typeof PublicKeyCredential !== "undefined" && !isAddress;
}

/**
 * Makes the button of the sign-in page, and the place where it says why it failed.
 * @param {() => void} done leaves the page
 */
export function passkeySignIn(done) {
  return makeTriedButton(text("signInWithPasskey"), async () => {
    await signIn();
    done();
  }, reasonOf);
}

async function signIn() {
  const { challenge, site } = await post("/login/passkey/challenge", {});
  const credential = await navigator.credentials.get({
    publicKey: { challenge: bytesOf(challenge), rpId: site, userVerification: "required", timeout: TIMEOUT },
  });
  const { rawId, response } = /** @type {PublicKeyCredential} */ (credential);
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    /** @type {AuthenticatorAssertionResponse} */ (response);
  await post("/login/passkey", {
    id: textOf(rawId), user: textOf(userHandle ?? new ArrayBuffer(0)), clientData: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData), signature: textOf(signature),
  });
}

/** Makes the section of the account page. */
export async function passkeySection() {
  const section = makeSection("accountBoards", text("passkeys"));
  /** @type {NamedEntry[]} */
  const passkeys = await get("/account/passkeys").catch(() => []);
  if (!arePasskeysPossible()) {
    section.append(makeText(text("passkeysNeedHTTPS")));
  } else {
    section.append(makeText(text("passkeysText")), makeForm([
      { name: "name", label: text("passkeyName"), type: "text" }, passwordField(text("currentPassword")),
    ], text("addPasskey"), async ({ name, password }) => {
      await addPasskey(name, password).catch((problem) => {
        throw new Error(reasonOf(problem));
      });
      location.reload();
    }));
  }
  if (passkeys.length === 0) return section;
  const choices = passkeys.map(({ id, name }) => ({ value: id, text: name }));
  section.append(makeForm([
    { name: "id", label: text("passkeys"), type: "choice", choices }, passwordField(text("currentPassword")),
  ], text("removePasskey"), async (values) => {
    await post("/account/passkeys/remove", values);
    location.reload();
  }));
  return section;
}

/**
 * @param {string} name
 * @param {string} password
 */
async function addPasskey(name, password) {
  /** @type {PasskeyRegistration} */
  const { challenge, site, siteName, user, account, known, algorithms } =
    await post("/account/passkeys/begin", { password });
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { id: site, name: siteName },
      user: { id: bytesOf(user), name: account, displayName: account },
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      timeout: TIMEOUT,
    },
  });
  const { response } = /** @type {PublicKeyCredential} */ (credential);
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (response);
  await post("/account/passkeys", {
    name, user, clientData: textOf(clientDataJSON), attestation: textOf(attestationObject),
  });
}

/**
 * What went wrong, in words for people. Browsers say little about it, and in words for developers.
 * @param {unknown} problem
 */
function reasonOf(problem) {
  return problem instanceof DOMException ? text("passkeyNotUsed") : messageOf(problem);
}

/**
 * Bytes in base64url.
 * @param {ArrayBuffer} bytes
 */
export function textOf(bytes) {
  const characters = [...new Uint8Array(bytes)].map((byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The bytes that base64url means.
 * @param {string} encoded
 */
export function bytesOf(encoded) {
  const characters = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
