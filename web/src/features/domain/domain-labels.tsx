/** The labels of a domain's row; a few, and how many more there are. */

import { Chip } from '../../ui/display/chip.tsx';

const maxShown = 3;

export function DomainLabels({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  const hidden = labels.length - maxShown;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1">
      {labels.slice(0, maxShown).map((label) => (
        <Chip key={label} tone="gray">
          {label}
        </Chip>
      ))}
      {hidden > 0 && <span>+{hidden}</span>}
    </span>
  );
}
