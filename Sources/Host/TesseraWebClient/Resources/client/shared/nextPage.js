// Says where the page leads after signing in, and never to another site.

import { root } from "./urls.js";

/** The first page of the server. Paths begin below it. */
const FIRST_PAGE = "/";

/**
 * The page that asked the visitor to sign in, from the query of the sign-in page.
 * @param {string} search
 */
export function pageAfterSignIn(search) {
  const next = new URLSearchParams(search).get("next") ?? FIRST_PAGE;
  // A second slash, or a backslash, which browsers read as one, would begin another host.
  return /^\/(?![/\\])/.test(next) && !/[\t\n\r]/.test(next) ? next : FIRST_PAGE;
}

/**
 * The page that leads to the provider at which people sign in, and then to the same page as the sign-in page.
 * @param {string} search the query of the sign-in page
 */
export function providerPage(search) {
  const next = pageAfterSignIn(search);
  return next === FIRST_PAGE ? "/openid/start" : `/openid/start?next=${encodeURIComponent(next)}`;
}

/**
 * The sign-in page that leads back to a page.
 * @param {{ pathname: string, search: string }} place
 */
export function signInPage({ pathname, search }) {
  const next = FIRST_PAGE + pathname.slice(root.length) + search;
  return next === FIRST_PAGE ? "/login" : `/login?next=${encodeURIComponent(next)}`;
}
