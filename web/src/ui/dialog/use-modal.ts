/** Opens a native dialog as long as it is mounted, and asks to close it on Esc and on a press beside it. */

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

/** The page behind may not scroll, and loses its scrollbar; what stands in it stays in its place. */
function reserveScrollbarSpace(): void {
  const { clientWidth, style } = document.documentElement;
  const bar = innerWidth - clientWidth;
  // A dialog over another one finds it gone.
  if (bar > 0) style.setProperty('--scrollbar', `${bar}px`);
}

/** `close` takes the dialog off the page; while held it is not called. */
export function useModal(close: () => void, held: boolean): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);

  useLayoutEffect(() => {
    const dialog = ref.current;
    reserveScrollbarSpace();
    if (!dialog?.open) dialog?.showModal();
    return () => {
      // Closed before it is gone, for only then does the browser give the focus back to the opener.
      dialog?.close();
      restoreLostFocus();
    };
  }, []);

  const ask = () => {
    if (!held) close();
  };
  return {
    ref,
    onCancel: (event) => {
      if (event.target !== ref.current) return;
      event.preventDefault();
      ask();
    },
    // A second Esc closes without asking; the close of a mount before this one comes late.
    onClose: (event) => {
      if (event.target !== ref.current || ref.current?.open) return;
      if (held) ref.current?.showModal();
      else close();
    },
    // A text that is marked with the mouse may end beside the dialog; that is no wish to close it.
    onPointerDown: (event) => {
      pressedBeside.current = event.target === ref.current;
    },
    onClick: (event) => {
      if (event.target === ref.current && pressedBeside.current) ask();
    },
  };
}
