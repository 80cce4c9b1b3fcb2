/** Stands for every style sheet in tests: the stand-in browser paints nothing. */

export {};
