/** Two ways to begin, for a new account: the steps of each, ticked as they happen. */

import clsx from 'clsx';
import { Check } from 'lucide-react';
import { Button } from '../../ui/button/button.tsx';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { FirstPath } from './list-first-steps.ts';

export interface FirstStepsProps {
  paths: readonly FirstPath[];
  onDismiss: () => void;
}

export function FirstSteps({ paths, onDismiss }: FirstStepsProps) {
  return (
    <Card
      title="Two ways to start"
      tinted
      aside={
        <Button size="small" variant="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      }
      className="mt-7"
    >
      <div className="mt-3 grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {paths.map((path) => (
          <Path key={path.title} path={path} />
        ))}
      </div>
    </Card>
  );
}

function Path({ path: { title, steps } }: { path: FirstPath }) {
  const next = steps.findIndex(({ done }) => !done);
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <ol className="mt-2 space-y-1.5">
        {steps.map(({ label, to, done }, index) => (
          <li
            key={label}
            aria-current={index === next ? 'step' : undefined}
            className="flex items-center gap-2.5"
          >
            <span
              aria-hidden="true"
              className={clsx(
                'num inline-flex size-6 shrink-0 items-center justify-center rounded-full border font-semibold text-2xs',
                done ? 'border-brand bg-brand text-on-brand' : 'border-line-strong text-ink-2',
              )}
            >
              {done ? <Check size={14} strokeWidth={2.5} /> : index + 1}
            </span>
            {index === next ? (
              <TextLink to={to}>{label}</TextLink>
            ) : (
              <span className={done ? 'text-ink-2' : 'text-ink'}>
                {label}
                {done && <span className="sr-only">, done</span>}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
