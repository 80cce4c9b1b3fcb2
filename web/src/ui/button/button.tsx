/** A button. While busy it keeps its label and width, shows the turning mark, and ignores clicks. */

import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { Mark } from '../brand/mark.tsx';
import type { ButtonStyle } from './button-class.ts';
import { buttonClass } from './button-class.ts';

export interface ButtonProps
  extends ButtonStyle,
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** Shown before the label; the turning mark replaces it while busy. */
  icon?: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { variant, size, busy = false, wraps, className, icon: Icon, disabled, ...others } = props;
  const { children, ...rest } = others;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else rest.onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-disabled={busy || undefined}
      data-variant={variant}
      onClick={press}
      className={buttonClass({
        variant,
        size,
        busy,
        wraps,
        disabled,
        className,
        icon: Icon !== undefined,
      })}
    >
      {busy && (
        <span className={Icon ? 'flex w-[17px] justify-center' : undefined}>
          <Mark size={16} turning />
        </span>
      )}
      {Icon && !busy && <Icon size={17} aria-hidden="true" className="shrink-0" />}
      {children}
    </button>
  );
}
