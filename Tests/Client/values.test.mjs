// Tests how values of the protocol become CSS, addresses, dates and texts.

import assert from "node:assert/strict";
import test from "node:test";
import { localized } from "../../Sources/Host/TesseraWebClient/Resources/client/app/strings.js";
import {
  addDays, addMonths, daysBetween, isSameMonth,
} from "../../Sources/Host/TesseraWebClient/Resources/client/controls/calendarDates.js";
import {
  color, easing, edges, gradient, number, px, rotation, scaling, seconds, shadow, textLine, translation,
} from "../../Sources/Host/TesseraWebClient/Resources/client/shared/cssValues.js";
import {
  destinationOf, isOpenable, isWebPage, parseURL,
} from "../../Sources/Host/TesseraWebClient/Resources/client/shared/urls.js";
import { pictureAddress } from "../../Sources/Host/TesseraWebClient/Resources/client/views/pictures.js";
import { cases } from "./cases.mjs";

// CSS

cases({
  "a number is itself": [number(0), "0"],
  "what is no number is none": [number("1"), undefined],
  "infinity is no number": [number(Infinity), undefined],
  "a length has its unit": [px(-1.5), "-1.5px"],
  "no length is none": [px(NaN), undefined],
  "a time is in seconds": [seconds(0.25), "0.25s"],
  "a time is not negative": [seconds(-1), undefined],
  "one edge stands for all": [edges(4), "4px"],
  "four edges": [edges([1, 2, 3, 4]), "1px 2px 3px 4px"],
  "an edge that is no length is nothing": [edges([1, null, "3", 4]), "1px 0px 0px 4px"],
  "three edges are none": [edges([1, 2, 3]), undefined],
  "no edges": [edges(undefined), undefined],
  "a colour is itself": [color("#12aBef"), "#12aBef"],
  "a colour with opacity": [color("#12345678"), "#12345678"],
  "a short colour": [color("#123"), "#123"],
  "five digits are no colour": [color("#12345"), undefined],
  "seven digits are no colour": [color("#1234567"), undefined],
  "a semantic colour is a custom property": [color("accent"), "var(--accent)"],
  "the name of a CSS colour is none": [color("red"), undefined],
  "nothing but a colour gets into a style": [color("#fff; background: red"), undefined],
  "a number is no colour": [color(7), undefined],
  "a shadow with all of it": [shadow({ x: 1, y: 2, radius: 3, color: "#000000" }), "1px 2px 3px #000000"],
  "a shadow has defaults": [shadow({}), "0 0 0 #00000040"],
  "no shadow": [shadow(undefined), undefined],
  "a gradient": [gradient({ colors: ["#fff", "accent"], angle: 90 }), "linear-gradient(90deg, #fff, var(--accent))"],
  "a gradient goes down": [gradient({ colors: ["#fff", "?"] }), "linear-gradient(180deg, #fff, transparent)"],
  "one colour is no gradient": [gradient({ colors: ["#fff"] }), undefined],
  "no gradient": [gradient(undefined), undefined],
  "a line under text": [textLine("underline"), "underline"],
  "another line is none": [textLine("overline"), undefined],
  "a way to the right": [translation({ translateX: 4 }), "4px 0"],
  "no way at all": [translation({ translateX: 0, translateY: 0 }), undefined],
  "no transform": [translation(undefined), undefined],
  "a scale of zero counts": [scaling({ scaleX: 0 }), "0 1"],
  "no scale": [scaling({}), undefined],
  "a rotation": [rotation({ rotate: -90 }), "-90deg"],
  "a rotation that is no number": [rotation({ rotate: "1" }), undefined],
  "no rotation": [rotation(undefined), undefined],
  "an easing has another name in CSS": [easing("easeInOut"), "ease-in-out"],
  "an easing that is not there": [easing("bounce"), undefined],
  "what every object has is no easing": [easing("constructor"), undefined],
}, ([actual, expected]) => assert.equal(actual, expected));

// Addresses

cases({
  "a page opens in a tab": { address: "https://example.org/a", destination: "tab" },
  "a letter opens in a tab": { address: "mailto:ada@example.org", destination: "tab" },
  "a number is called from a tab": { address: "TEL:+431234", destination: "tab" },
  "an address of an app opens after another press": { address: "geo:48,16", destination: "app" },
  "a script never opens": { address: "javascript:alert(1)", destination: undefined },
  "a script with space before it never opens": { address: " \tjava\nscript:alert(1)", destination: undefined },
  "data never open": { address: "data:text/html,x", destination: undefined },
  "a file never opens": { address: "file:///etc/passwd", destination: undefined },
  "a blob never opens": { address: "blob:https://example.org/1", destination: undefined },
  "what is no address opens nothing": { address: "nothing", destination: undefined },
  "a relative address opens nothing": { address: "/boards", destination: undefined },
  "a number is no address": { address: 7, destination: undefined },
}, ({ address, destination }) => {
  assert.equal(destinationOf(parseURL(address)), destination);
  assert.equal(isOpenable(address), destination === "tab");
});

cases({
  "a page on the web": ["https://example.org/", true],
  "a page without encryption": ["http://example.org/", true],
  "a script is no page": ["javascript:1", false],
  "half an address is no page": ["https://", false],
  "nothing is no page": [undefined, false],
}, ([address, expected]) => assert.equal(isWebPage(address), expected));

cases({
  "a picture of the bundle": [{ name: "images/a b.png" }, "/widgets/w%2F1/images/images/a%20b.png"],
  "a picture from elsewhere": [
    { url: "https://x/?a=b&c" }, "/widgets/w%2F1/remote-image?url=https%3A%2F%2Fx%2F%3Fa%3Db%26c",
  ],
  "dots lead nowhere": [{ name: "../boards" }, undefined],
  "one dot leads nowhere": [{ name: "a/./b" }, undefined],
  "an empty part leads nowhere": [{ name: "a//b" }, undefined],
  "an empty name leads nowhere": [{ name: "" }, undefined],
  "a name that begins with a dot is a name": [{ name: ".a/b..c" }, "/widgets/w%2F1/images/.a/b..c"],
  "a name wins over an address": [{ name: "a.png", url: "https://x/" }, "/widgets/w%2F1/images/a.png"],
  "a picture that the person picked": [{ data: "data:image/png;base64,AA" }, "data:image/png;base64,AA"],
  "data that are no picture": [{ data: "data:text/html,x" }, undefined],
  "no picture": [undefined, undefined],
}, ([image, address]) => assert.equal(pictureAddress("w/1", image), address));

// Dates

cases({
  "the next day": [addDays("2026-01-31", 1), "2026-02-01"],
  "the day before": [addDays("2026-01-01", -1), "2025-12-31"],
  "a week later over a change of the clock": [addDays("2026-03-25", 7), "2026-04-01"],
  "the leap day": [addDays("2028-02-28", 1), "2028-02-29"],
  "the same day of the next month": [addMonths("2026-04-15", 1), "2026-05-15"],
  "the last day of a shorter month": [addMonths("2026-01-31", 1), "2026-02-28"],
  "the leap day of a shorter month": [addMonths("2028-03-31", -1), "2028-02-29"],
  "the next year": [addMonths("2026-12-31", 1), "2027-01-31"],
  "the last year": [addMonths("2026-01-31", -2), "2025-11-30"],
}, ([actual, expected]) => assert.equal(actual, expected));

test("months and distances of days", () => {
  assert.equal(isSameMonth("2026-01-01", "2026-01-31"), true);
  assert.equal(isSameMonth("2026-01-01", "2025-01-01"), false);
  assert.equal(daysBetween("2026-02-01", "2026-01-30"), 2);
  assert.equal(daysBetween("2026-01-30", "2026-02-01"), 2);
});

// Strings

cases({
  "the page speaks English": [localized(undefined, "close"), "Close"],
  "a widget has its own strings": [localized({ close: "Schließen" }, "close"), "Schließen"],
  "a string that the widget lacks is English": [localized({ close: "Schließen" }, "refresh"), "Refresh"],
  "a part takes its place": [localized(undefined, "moreChoices", 12), "12 more: type to find them"],
  "a part with a dollar stays as it is": [localized(undefined, "openAddress", "$&"), "Open $&"],
}, ([actual, expected]) => assert.equal(actual, expected));
