// Tests how values of the protocol become CSS, addresses, dates and texts.

import assert from "node:assert/strict";
import test from "node:test";
import { localized } from "../../Sources/Host/TesseraWebClient/Resources/client/texts/strings.js";
import {
  addDays, addMonths, daysBetween, isSameMonth,
} from "../../Sources/Host/TesseraWebClient/Resources/client/controls/calendarDates.js";
import {
  color, easing, edges, gradient, number, px, rotation, scaling, seconds, shadow, textLine, translation,
} from "../../Sources/Host/TesseraWebClient/Resources/client/shared/cssValues.js";
import {
  destinationOf, isOpenable, isWebPage, parseURL, serverAddress,
} from "../../Sources/Host/TesseraWebClient/Resources/client/shared/urls.js";
import { pictureAddress } from "../../Sources/Host/TesseraWebClient/Resources/client/views/pictures.js";
import { cases } from "./cases.mjs";

// CSS

cases({
  "a number is itself": [number(0), "0"],
  "text is not a number": [number("1"), undefined],
  "infinity is not a number": [number(Infinity), undefined],
  "a length has its unit": [px(-1.5), "-1.5px"],
  "an invalid length is dropped": [px(NaN), undefined],
  "a time is in seconds": [seconds(0.25), "0.25s"],
  "a negative time is dropped": [seconds(-1), undefined],
  "one number sets all edges": [edges(4), "4px"],
  "four numbers set the edges": [edges([1, 2, 3, 4]), "1px 2px 3px 4px"],
  "an invalid edge is zero": [edges([1, null, "3", 4]), "1px 0px 0px 4px"],
  "three edges are dropped": [edges([1, 2, 3]), undefined],
  "missing edges are dropped": [edges(undefined), undefined],
  "a colour is itself": [color("#12aBef"), "#12aBef"],
  "a colour may have opacity": [color("#12345678"), "#12345678"],
  "a colour may be short": [color("#123"), "#123"],
  "five digits are not a colour": [color("#12345"), undefined],
  "seven digits are not a colour": [color("#1234567"), undefined],
  "a semantic colour is a custom property": [color("accent"), "var(--accent)"],
  "the name of a CSS colour is dropped": [color("red"), undefined],
  "only the colour gets into a style": [color("#fff; background: red"), undefined],
  "a number is not a colour": [color(7), undefined],
  "a shadow has all its parts": [shadow({ x: 1, y: 2, radius: 3, color: "#000000" }), "1px 2px 3px #000000"],
  "a shadow has defaults": [shadow({}), "0 0 0 #00000040"],
  "a missing shadow is dropped": [shadow(undefined), undefined],
  "a gradient has an angle": [
    gradient({ colors: ["#fff", "accent"], angle: 90 }), "linear-gradient(90deg, #fff, var(--accent))",
  ],
  "a gradient points down": [gradient({ colors: ["#fff", "?"] }), "linear-gradient(180deg, #fff, transparent)"],
  "one colour is not a gradient": [gradient({ colors: ["#fff"] }), undefined],
  "a missing gradient is dropped": [gradient(undefined), undefined],
  "text may be underlined": [textLine("underline"), "underline"],
  "another line is dropped": [textLine("overline"), undefined],
  "a translation moves to the right": [translation({ translateX: 4 }), "4px 0"],
  "a translation of zero is dropped": [translation({ translateX: 0, translateY: 0 }), undefined],
  "a missing transform is dropped": [translation(undefined), undefined],
  "a scale of zero is valid": [scaling({ scaleX: 0 }), "0 1"],
  "a missing scale is dropped": [scaling({}), undefined],
  "a rotation has its unit": [rotation({ rotate: -90 }), "-90deg"],
  "an invalid rotation is dropped": [rotation({ rotate: "1" }), undefined],
  "a missing rotation is dropped": [rotation(undefined), undefined],
  "an easing has another name in CSS": [easing("easeInOut"), "ease-in-out"],
  "an unknown easing is dropped": [easing("bounce"), undefined],
  "an inherited property is not an easing": [easing("constructor"), undefined],
}, ([actual, expected]) => assert.equal(actual, expected));

// Addresses

cases({
  "a page opens in a tab": { address: "https://example.org/a", destination: "tab" },
  "an email address opens in a tab": { address: "mailto:ada@example.org", destination: "tab" },
  "a phone number opens in a tab": { address: "TEL:+431234", destination: "tab" },
  "an app's address opens after another press": { address: "geo:48,16", destination: "app" },
  "a script never opens": { address: "javascript:alert(1)", destination: undefined },
  "a script after white space never opens": { address: " \tjava\nscript:alert(1)", destination: undefined },
  "a data address never opens": { address: "data:text/html,x", destination: undefined },
  "a file never opens": { address: "file:///etc/passwd", destination: undefined },
  "a blob never opens": { address: "blob:https://example.org/1", destination: undefined },
  "an invalid address opens nothing": { address: "nothing", destination: undefined },
  "a relative address opens nothing": { address: "/boards", destination: undefined },
  "a number is not an address": { address: 7, destination: undefined },
}, ({ address, destination }) => {
  assert.equal(destinationOf(parseURL(address)), destination);
  assert.equal(isOpenable(address), destination === "tab");
});

cases({
  "a page on the web is a page": ["https://example.org/", true],
  "a page without encryption is a page": ["http://example.org/", true],
  "a script is not a page": ["javascript:1", false],
  "half an address is not a page": ["https://", false],
  "a missing address is not a page": [undefined, false],
}, ([address, expected]) => assert.equal(isWebPage(address), expected));

cases({
  "an image of the bundle has an address": [{ name: "images/a b.png" }, "/widgets/w%2F1/images/images/a%20b.png"],
  "a remote image has an address": [
    { url: "https://x/?a=b&c" }, "/widgets/w%2F1/remote-image?url=https%3A%2F%2Fx%2F%3Fa%3Db%26c",
  ],
  "dots lead nowhere": [{ name: "../boards" }, undefined],
  "one dot leads nowhere": [{ name: "a/./b" }, undefined],
  "an empty part leads nowhere": [{ name: "a//b" }, undefined],
  "an empty name leads nowhere": [{ name: "" }, undefined],
  "a name that begins with a dot is a name": [{ name: ".a/b..c" }, "/widgets/w%2F1/images/.a/b..c"],
  "a name wins over an address": [{ name: "a.png", url: "https://x/" }, "/widgets/w%2F1/images/a.png"],
  "an image that the user picked is data": [{ data: "data:image/png;base64,AA" }, "data:image/png;base64,AA"],
  "other data is dropped": [{ data: "data:text/html,x" }, undefined],
  "a missing image is dropped": [undefined, undefined],
}, ([image, address]) => {
  assert.equal(pictureAddress("w/1", image), address?.startsWith("/") ? serverAddress(address) : address);
});

// Dates

cases({
  "a day moves to the next": [addDays("2026-01-31", 1), "2026-02-01"],
  "a day moves to the previous": [addDays("2026-01-01", -1), "2025-12-31"],
  "a week may cross a clock change": [addDays("2026-03-25", 7), "2026-04-01"],
  "a day moves to the leap day": [addDays("2028-02-28", 1), "2028-02-29"],
  "a month keeps the day": [addMonths("2026-04-15", 1), "2026-05-15"],
  "a shorter month ends at its last day": [addMonths("2026-01-31", 1), "2026-02-28"],
  "February ends at its leap day": [addMonths("2028-03-31", -1), "2028-02-29"],
  "a month moves to the next year": [addMonths("2026-12-31", 1), "2027-01-31"],
  "a month moves to the previous year": [addMonths("2026-01-31", -2), "2025-11-30"],
}, ([actual, expected]) => assert.equal(actual, expected));

test("months and day distances are computed", () => {
  assert.equal(isSameMonth("2026-01-01", "2026-01-31"), true);
  assert.equal(isSameMonth("2026-01-01", "2025-01-01"), false);
  assert.equal(daysBetween("2026-02-01", "2026-01-30"), 2);
  assert.equal(daysBetween("2026-01-30", "2026-02-01"), 2);
});

// Strings

cases({
  "the page is in English": [localized(undefined, "close"), "Close"],
  "a widget has its own strings": [localized({ close: "Schließen" }, "close"), "Schließen"],
  "a string that the widget lacks is English": [localized({ close: "Schließen" }, "refresh"), "Refresh"],
  "an argument is inserted": [localized(undefined, "moreChoices", 12), "12 more: type to find them"],
  "an argument with a dollar sign is not expanded": [localized(undefined, "openAddress", "$&"), "Open $&"],
}, ([actual, expected]) => assert.equal(actual, expected));
