/** The number, kind and status of an amendment, and the hashes that chain its document to the one that it changes. */

import { Chip } from '../../../ui/display/chip.tsx';
import { Code } from '../../../ui/display/code.tsx';
import { getStatusStyle } from '../../../ui/status/status-style.ts';
import { statusStyles } from './describe-amendment.ts';
import { nameKind } from './describe-state.ts';
import type { Amendment } from './find-amendment.ts';

export function AmendmentTitle({ amendment: { n, kind, status } }: { amendment: Amendment }) {
  const { label, tone } = getStatusStyle(statusStyles, status);
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="font-semibold">
        {n}. {nameKind(kind).title}
      </span>
      <Chip tone={tone}>{label}</Chip>
    </p>
  );
}

const shortLength = 12;

/** Short forms; the whole hash is the tooltip. */
export function Hashes({ amendment: { sha256, parentSha256 } }: { amendment: Amendment }) {
  if (sha256 === null) return null;
  return (
    <p className="mt-1 text-2xs text-ink-3">
      SHA-256 <Hash value={sha256} />
      {parentSha256 !== null && (
        <>
          , changes <Hash value={parentSha256} />
        </>
      )}
    </p>
  );
}

const Hash = ({ value }: { value: string }) => (
  <span title={value}>
    <Code>{value.slice(0, shortLength)}…</Code>
  </span>
);
