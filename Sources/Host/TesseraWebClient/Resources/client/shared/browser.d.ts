// Declares the parts of browsers and of the language that TypeScript 4.8 does not know yet.

interface Array<T> {
  findLast(predicate: (element: T, index: number) => boolean): T | undefined;
  toSorted(compare?: (one: T, other: T) => number): T[];
}

interface ToggleEvent extends Event {
  readonly newState: "open" | "closed";
}

interface HTMLElement {
  showPopover(): void;
  hidePopover(): void;
}

interface HTMLButtonElement {
  popoverTargetElement: Element | null;
}

interface Element {
  checkVisibility?(options?: { visibilityProperty?: boolean }): boolean;
  /** Moves an element and keeps its state; few browsers have it. */
  moveBefore?(node: Element, child: Element | null): void;
}

interface Navigator {
  readonly userActivation?: { readonly isActive: boolean };
}
