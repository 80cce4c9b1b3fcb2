/** Positions a popover in browsers without CSS anchor positioning: Safari before 26, Firefox before 147. */

export function positionPopover(popover: HTMLElement, button: HTMLElement | null): void {
  if (!button || CSS.supports('anchor-name', '--any')) return;
  const { clientWidth, clientHeight } = document.documentElement;
  const { top, bottom, right } = button.getBoundingClientRect();
  // On a phone it takes the full width.
  const end = matchMedia('(width < 40rem)').matches ? 0 : clientWidth - right;
  popover.style.inset =
    top + bottom > clientHeight
      ? `auto ${end}px ${clientHeight - top}px auto`
      : `${bottom}px ${end}px auto auto`;
}
