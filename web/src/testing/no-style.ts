/** Replaces style sheets in tests, because jsdom does not render. */

export {};
