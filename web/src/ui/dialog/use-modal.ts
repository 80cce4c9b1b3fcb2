/** Opens a native dialog while it is mounted, and closes it on Esc and on a click outside. */

import type { PointerEvent, RefObject, SyntheticEvent } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { restoreLostFocus } from '../focus/restore-focus.ts';

export interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClose: (event: SyntheticEvent) => void;
  onPointerDown: (event: PointerEvent<HTMLDialogElement>) => void;
  onClick: (event: SyntheticEvent) => void;
}

/** Reserves the width of the scrollbar that disappears, so that the page behind does not shift. */
function reserveScrollbarSpace(): void {
  const { clientWidth, style } = document.documentElement;
  const bar = innerWidth - clientWidth;
  // Under a second dialog the scrollbar is hidden already.
  if (bar > 0) style.setProperty('--scrollbar', `${bar}px`);
}

const fields = 'input, select, textarea';
const controls = 'button, a[href]';

/** The first field, else the first control that is not part of a message, such as a banner's Dismiss button. */
function findFirstFocus(dialog: HTMLElement): HTMLElement | undefined {
  const find = (selector: string) =>
    [...dialog.querySelectorAll<HTMLElement>(selector)].find(
      (element) =>
        !element.matches(':disabled, [type=hidden]') && !element.closest('[data-messages]'),
    );
  return find(fields) ?? find(controls);
}

/** `close` unmounts the dialog; it is not called while `keepOpen` is true. */
export function useModal(close: () => void, keepOpen: boolean): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);

  useLayoutEffect(() => {
    const dialog = ref.current;
    reserveScrollbarSpace();
    if (dialog && !dialog.open) {
      dialog.showModal();
      findFirstFocus(dialog)?.focus();
    }
    return () => {
      // Close it before it unmounts: only then does the browser return the focus to the opener.
      dialog?.close();
      restoreLostFocus();
    };
  }, []);

  const requestClose = () => {
    if (!keepOpen) close();
  };
  return {
    ref,
    onCancel: (event) => {
      if (event.target !== ref.current) return;
      event.preventDefault();
      requestClose();
    },
    // A second Esc closes the dialog without a cancel event; the close event of an earlier mount may come late.
    onClose: (event) => {
      if (event.target !== ref.current || ref.current?.open) return;
      if (keepOpen) ref.current?.showModal();
      else close();
    },
    // Selecting text with the mouse may end outside the dialog; that must not close it.
    onPointerDown: (event) => {
      pressedOutside.current = event.target === ref.current;
    },
    onClick: (event) => {
      if (event.target === ref.current && pressedOutside.current) requestClose();
    },
  };
}
