/** Moves the focus to the page's title if the focused element was removed, so that keyboard users keep their place. */

export function restoreLostFocus(): void {
  // Only after rendering is it known whether the element is gone.
  queueMicrotask(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const title = document.querySelector('h1');
    if (title === null) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  });
}
