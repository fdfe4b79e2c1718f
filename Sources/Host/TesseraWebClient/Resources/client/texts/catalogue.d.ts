import type { en } from "./en.js";

type English = typeof en;

/** The name of a text of the page. */
export type TextName = keyof English;

/** The name of a text that has no placeholders. */
export type PlainTextName = { [Name in TextName]: ValuesOf<Name> extends [] ? Name : never }[TextName];

/** A text that depends on a number, by the categories of `Intl.PluralRules`. */
export type Plural = { [Category in Intl.LDMLPluralRule]?: string } & { other: string };

/** All texts of the page in one language: exactly those of the English ones. */
export type Catalogue = { [Name in TextName]: English[Name] extends string ? string : Plural };

/** The names in braces in a text. */
type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;

type PlaceholdersOf<Text> = Text extends { other: infer Other } ? "count" | Placeholders<Other> : Placeholders<Text>;

/** What `text` takes besides a name: a value for each placeholder. */
export type ValuesOf<Name extends TextName> = [PlaceholdersOf<English[Name]>] extends [never]
  ? []
  : [values: { [Placeholder in PlaceholdersOf<English[Name]>]: string | number }];
