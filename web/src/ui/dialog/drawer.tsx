/** The mobile sidebar: a modal dialog at the edge of the page, open while mounted. */

import { X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Logo } from '../brand/logo.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { useModal } from './use-modal.ts';

export interface DrawerProps {
  /** "Menu". */
  name: string;
  onClose: () => void;
  children: ReactNode;
}

export function Drawer({ name, onClose, children }: DrawerProps) {
  const { onClick, ...modal } = useModal(onClose, false);
  const press = (event: MouseEvent<HTMLDialogElement>) => {
    onClick(event);
    // A link was followed, so uncover the page.
    if (event.target instanceof Element && event.target.closest('a')) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it too, and its links are links
    <dialog {...modal} onClick={press} aria-label={name} className="drawer">
      <div className="mb-3 flex items-center justify-between pl-2 text-brand-ink">
        <Logo />
        <IconButton name={`Close ${name.toLowerCase()}`} icon={X} iconSize={20} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}
