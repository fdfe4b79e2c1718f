// Lists the devices on which a person has signed in, with buttons that sign them out.

import { get, messageOf, post } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { dateText, text } from "../texts/texts.js";
import { makeButton } from "./forms.js";

/**
 * What a person sees of a session.
 * @param {SessionEntry} session
 * @returns {{ name: string, times: string }}
 */
export function sessionTexts({ device, began, used, isCurrent }) {
  const name = device ?? text("unknownDevice");
  const times = began === null
    ? text("sessionUsed", { used: dateText(used) })
    : text("sessionTimes", { began: dateText(began), used: dateText(used) });
  return { name: isCurrent ? text("thisDevice", { device: name }) : name, times };
}

/** Makes the list of the sessions of the visitor's account. */
export async function sessionList() {
  const heading = make("h2", "", { tabindex: "-1" }, text("sessions"));
  const list = make("ul");
  const others = make("div");
  const outcome = make("p", "accountOutcome", { role: "status" });

  /** @param {SessionEntry[]} sessions */
  function show(sessions) {
    list.replaceChildren(...sessions.map((session) => makeItem(session, end)));
    others.replaceChildren(...(sessions.some(({ isCurrent }) => !isCurrent) ? [makeEndOthers(end)] : []));
  }

  /**
   * @param {string} path
   * @param {string} done what to say then
   */
  async function end(path, done) {
    outcome.classList.remove("problem");
    try {
      await post(path, {});
      show(await get("/account/sessions"));
      outcome.textContent = done;
    } catch (problem) {
      outcome.classList.add("problem");
      outcome.textContent = messageOf(problem);
    }
    // The button that had the focus may be gone.
    if (document.activeElement === document.body) heading.focus();
  }

  show(await get("/account/sessions").catch(() => []));
  return make("section", "accountSessions", {}, heading, list, others, outcome);
}

/**
 * @param {SessionEntry} session
 * @param {(path: string, done: string) => Promise<void>} end
 */
function makeItem(session, end) {
  const { name, times } = sessionTexts(session);
  const item = make("li", "", {}, make("strong", "", {}, name), make("p", "", {}, times));
  // People sign this device out with the button of the page.
  if (!session.isCurrent) {
    item.append(makeButton(text("endSession", { device: name }), () =>
      end(`/account/sessions/${session.id}/remove`, text("sessionEnded", { device: name }))));
  }
  return item;
}

/** @param {(path: string, done: string) => Promise<void>} end */
function makeEndOthers(end) {
  return makeButton(text("endOtherSessions"), () =>
    end("/account/sessions/remove-others", text("otherSessionsEnded")));
}
