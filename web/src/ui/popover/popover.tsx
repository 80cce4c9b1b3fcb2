/** What opens beside its button: bells, row menus, the mobile menu. The browser closes it on Esc and on a press outside. */

import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { iconButtonClass } from '../button/button-class.ts';
import { positionPopover } from './position-popover.ts';

export interface PopoverProps {
  /** The button's name: "Alerts, 2 unread". What stands before the comma names the popover. */
  name: string;
  /** What the button shows. */
  trigger: ReactNode;
  /** Of the button; an icon button's look without it. */
  triggerClassName?: string;
  /** A Tailwind width: 320 pixels without it. */
  width?: string;
  /** Drawn only while it is open. Given a function, it gets the means to close. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function Popover(props: PopoverProps) {
  const { name, trigger, triggerClassName, width = 'w-80', children } = props;
  const id = useId();
  const anchor = `--${id.replaceAll(/\W/g, '')}`;
  const ref = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => ref.current?.hidePopover();
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={name}
        aria-expanded={open}
        aria-controls={id}
        className={triggerClassName ?? iconButtonClass}
        style={{ anchorName: anchor } as CSSProperties}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset, for it holds no form */}
      <div
        ref={ref}
        id={id}
        popover="auto"
        role="group"
        aria-label={name.split(',')[0]}
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return;
          // Before it is seen, so that it is never seen empty.
          setOpen(true);
          positionPopover(event.currentTarget, button.current);
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className={clsx(
          'popover max-h-[min(32rem,80dvh)] max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain text-left font-normal',
          width,
        )}
        style={{ positionAnchor: anchor } as CSSProperties}
      >
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  );
}
