/** Polyfills dialogs and popovers for jsdom: opening, closing and events, without layout. */

const toggled = (newState: 'open' | 'closed', cancelable = false) =>
  Object.assign(new Event(newState === 'open' && cancelable ? 'beforetoggle' : 'toggle'), {
    newState,
    oldState: newState === 'open' ? 'closed' : 'open',
  });

/** Marks an open popover, because jsdom does not know `:popover-open`. */
const openAttribute = 'data-popover-open';

const popovers = {
  showPopover(this: HTMLElement): void {
    if (this.hasAttribute(openAttribute)) return;
    this.setAttribute(openAttribute, '');
    this.dispatchEvent(toggled('open', true));
    this.dispatchEvent(toggled('open'));
  },
  hidePopover(this: HTMLElement): void {
    if (!this.hasAttribute(openAttribute)) return;
    this.removeAttribute(openAttribute);
    this.dispatchEvent(toggled('closed'));
  },
  togglePopover(this: HTMLElement, force?: boolean): boolean {
    const open = force ?? !this.hasAttribute(openAttribute);
    if (open) popovers.showPopover.call(this);
    else popovers.hidePopover.call(this);
    return open;
  },
};

const dialogs = {
  show(this: HTMLDialogElement): void {
    this.open = true;
  },
  showModal(this: HTMLDialogElement): void {
    if (this.open) throw new DOMException('The dialog is already open.', 'InvalidStateError');
    this.open = true;
  },
  close(this: HTMLDialogElement, returnValue?: string): void {
    if (!this.open) return;
    this.open = false;
    if (returnValue !== undefined) this.returnValue = returnValue;
    this.dispatchEvent(new Event('close'));
  },
};

function install(prototype: object, methods: object): void {
  for (const [name, method] of Object.entries(methods))
    if (!(name in prototype))
      Object.defineProperty(prototype, name, { value: method, configurable: true, writable: true });
}

/** A button toggles the popover named by its `popovertarget`. */
function togglePopoverTarget(event: Event): void {
  const button = (event.target as Element).closest('[popovertarget]');
  const id = button?.getAttribute('popovertarget');
  if (id) document.getElementById(id)?.togglePopover();
}

/** Hides closed popovers from queries for visible elements. */
function hideClosed(): void {
  const style = document.createElement('style');
  style.textContent = `[popover]:not([${openAttribute}]) { display: none }`;
  document.head.append(style);
}

export function installDialogs(): void {
  hideClosed();
  document.addEventListener('click', togglePopoverTarget);
  install(HTMLElement.prototype, popovers);
  install(HTMLDialogElement.prototype, dialogs);
}
