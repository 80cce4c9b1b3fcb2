/** A link styled as a button, for navigation instead of an action. */

import type { LucideIcon } from 'lucide-react';
import type { AnchorHTMLAttributes } from 'react';
import type { LinkProps } from 'react-router-dom';
import { Link } from 'react-router-dom';
import type { ButtonStyle } from './button-class.ts';
import { buttonClass } from './button-class.ts';

export interface LinkButtonProps
  extends Omit<ButtonStyle, 'busy'>,
    Pick<LinkProps, 'state' | 'replace' | 'preventScrollReset'>,
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'href'> {
  /** A path of the app, or any URL with `newTab`. */
  to: string;
  newTab?: boolean;
  icon?: LucideIcon;
}

export function LinkButton(props: LinkButtonProps) {
  const { variant, size, className, icon: Icon, to, newTab = false, children, ...more } = props;
  const { state, replace, preventScrollReset, ...rest } = more;
  const linkClass = buttonClass({ variant, size, className });
  const content = (
    <>
      {Icon && <Icon size={17} aria-hidden="true" className="shrink-0" />}
      {children}
    </>
  );
  if (newTab)
    return (
      <a
        {...rest}
        href={to}
        target="_blank"
        rel="noreferrer"
        data-variant={variant}
        className={linkClass}
      >
        {content}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    );
  return (
    <Link
      {...rest}
      {...{ to, state, replace, preventScrollReset }}
      data-variant={variant}
      className={linkClass}
    >
      {content}
    </Link>
  );
}
