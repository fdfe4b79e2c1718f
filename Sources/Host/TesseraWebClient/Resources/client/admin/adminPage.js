// Shows the page for administrators: what widgets use and say, and who may sign in.

import { makeHeading, makeLink, makeText } from "../account/forms.js";
import { RequestProblem, get, messageOf, post } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { roleName } from "../texts/roles.js";
import { text } from "../texts/texts.js";
import { PeopleSection, showBeginning } from "./people.js";
import { WidgetTable, nameOf } from "./widgetTable.js";

/** @typedef {import("../app/connectionStatus.js").ConnectionStatus} ConnectionStatus */
/** @typedef {import("./widgetTable.js").ActionRunner} ActionRunner */

/** How often the figures are loaded while the page is visible, in milliseconds. */
const REFRESH_INTERVAL = 5000;

/** What is said when something is done. */
const DONE = /** @type {const} */ ({
  restart: "wasRestarted", stop: "wasStopped", start: "wasStarted", refresh: "isRefreshed",
});

/**
 * @param {HTMLElement} page the element that is filled
 * @param {ConnectionStatus} status
 */
export async function showAdminPage(page, status) {
  page.removeAttribute("aria-busy");
  const main = make("main", "account admin");
  page.append(main);
  main.append(makeHeading(text("administration")), make("nav", "adminLinks", { "aria-label": text("otherPages") },
    makeLink(text("boards"), "/"), makeLink(text("account"), "/account")));
  /** @type {Session} */
  const session = await status.load(() => get("/session"));
  if (session.role !== "administer") {
    const role = session.role === null ? text("roleNone") : roleName(session.role);
    main.append(makeText(text("administrationNeedsRole", { needed: roleName("administer"), role })));
    return;
  }
  const outcome = make("p", "adminStatus", { role: "status" });
  /** @type {(text: string, isProblem?: boolean) => void} */
  const announce = (message, isProblem = false) => {
    outcome.textContent = message;
    outcome.classList.toggle("problem", isProblem);
  };
  main.append(outcome);
  await showWidgets(addSection(main, "adminWidgets", text("widgets")).section, status, announce);
  const { section, heading } = addSection(main, "adminPeople", text("people"));
  if (session.kind === "anyone") showBeginning(section);
  else {
    const people = new PeopleSection(section, heading, announce);
    await people.load().catch((problem) => announce(messageOf(problem), true));
  }
}

/**
 * Shows the widgets, and their figures anew at intervals.
 * @param {HTMLElement} section
 * @param {ConnectionStatus} status
 * @param {(text: string, isProblem?: boolean) => void} announce
 */
async function showWidgets(section, status, announce) {
  const table = new WidgetTable(runAction, () => refresh());
  section.append(makeText(text("stoppedWidgetsText")), table.element);

  async function load() {
    try {
      const query = table.openLogs.map((id) => `log=${encodeURIComponent(id)}`).join("&");
      /** @type {{ widgets: AdminWidget[] }} */
      const { widgets } = await get(query === "" ? "/admin/widgets" : `/admin/widgets?${query}`);
      table.show(widgets, Date.now());
      status.changed("", true);
    } catch (problem) {
      if (problem instanceof RequestProblem && problem.rule === "offline") status.changed("", false);
      else announce(messageOf(problem), true);
    }
  }

  let loading = Promise.resolve();
  /** @type {number | undefined} */
  let timer;
  /** Loads the figures after all earlier loads, so that the latest ones are shown. */
  function refresh() {
    loading = loading.then(async () => {
      if (document.visibilityState === "visible") await load();
      clearTimeout(timer);
      timer = setTimeout(refresh, REFRESH_INTERVAL);
    });
    return loading;
  }

  /** @type {ActionRunner} */
  async function runAction(widget, action) {
    const id = encodeURIComponent(widget.id);
    const name = nameOf(widget);
    announce(text("pleaseWait", { name }));
    try {
      await post(action === "refresh" ? `/widgets/${id}/refresh` : `/admin/widgets/${id}/${action}`, {});
      announce(text(DONE[action], { name }));
    } catch (problem) {
      announce(messageOf(problem), true);
    }
    await refresh();
  }

  document.addEventListener("visibilitychange", () => refresh());
  await refresh();
}

/**
 * @param {HTMLElement} main
 * @param {string} id of the heading
 * @param {string} title
 */
function addSection(main, id, title) {
  const heading = make("h2", "", { id }, title);
  const section = make("section", "adminSection", { "aria-labelledby": heading.id }, heading);
  main.append(section);
  return { section, heading };
}
