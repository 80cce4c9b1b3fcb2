/** Nobody who uses the keyboard is left nowhere: where the focused thing went away, the page's title takes the focus. */

export function restoreLostFocus(): void {
  // After the change at hand is drawn: only then is it known what went away.
  queueMicrotask(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const title = document.querySelector('h1');
    if (title === null) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  });
}
