/** Puts a popover beside its button in a browser that cannot do so by style: Safari before 26, Firefox before 147. */

export function positionPopover(popover: HTMLElement, button: HTMLElement | null): void {
  if (!button || CSS.supports('anchor-name', '--any')) return;
  const { clientWidth, clientHeight } = document.documentElement;
  const { top, bottom, right } = button.getBoundingClientRect();
  // On a phone there is only the whole line.
  const end = matchMedia('(width < 40rem)').matches ? 0 : clientWidth - right;
  popover.style.inset =
    top + bottom > clientHeight
      ? `auto ${end}px ${clientHeight - top}px auto`
      : `${bottom}px ${end}px auto auto`;
}
