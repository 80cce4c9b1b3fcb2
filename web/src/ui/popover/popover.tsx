/** A popover at its button, for notifications and menus. The browser closes it on Esc and on a click outside. */

import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { iconButtonClass } from '../button/button-class.ts';
import { positionPopover } from './position-popover.ts';

export interface PopoverProps {
  /** The button's name: "Alerts, 2 unread". The text before the comma names the popover. */
  name: string;
  /** The button's content. */
  trigger: ReactNode;
  /** The button's classes. Default: those of an icon button. */
  triggerClassName?: string;
  /** A Tailwind width. Default: 320 pixels. */
  width?: string;
  /** Rendered only while open. A function receives `close`. */
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={ref}
        id={id}
        popover="auto"
        role="group"
        aria-label={name.split(',')[0]}
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return;
          // Render the content before the popover is visible.
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
