/** All amendments of a loan but the open one, by number. */

import { formatDay } from '../../../format/day.ts';
import { TextLink } from '../../../ui/button/text-link.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { AmendmentTitle, Hashes } from './amendment-title.tsx';
import { summarizeTerms } from './describe-amendment.ts';
import type { Amendment } from './find-amendment.ts';

/** Of those that changed nothing, the last ones are shown at first. */
const shownEnded = 2;

/** In the order of their numbers, with `more` of those that ended without effect. */
function split(amendments: readonly Amendment[]): { shown: Amendment[]; more: Amendment[] } {
  const ended = amendments.filter(({ status, sha256 }) => status !== 'EFFECTIVE' && !sha256);
  const hidden = new Set(ended.slice(0, -shownEnded));
  return {
    shown: amendments.filter((one) => !hidden.has(one)),
    more: amendments.filter((one) => hidden.has(one)),
  };
}

export function AmendmentChain({ amendments }: { amendments: readonly Amendment[] }) {
  const { shown, more } = split(amendments);
  return (
    <div className="mt-3 border-t border-line">
      <List amendments={shown} />
      {more.length > 0 && (
        <details className="text-xs">
          <summary className="min-h-6 cursor-pointer py-1 text-ink-2">
            Show {more.length} without effect
          </summary>
          <List amendments={more} />
        </details>
      )}
      <TextLink to="/verify-contract" className="mt-1 text-xs">
        Check a document
      </TextLink>
    </div>
  );
}

function List({ amendments }: { amendments: readonly Amendment[] }) {
  return (
    <ol className="divide-y divide-line">
      {amendments.map((amendment) => (
        <Item key={amendment.id} amendment={amendment} />
      ))}
    </ol>
  );
}

function Item({ amendment }: { amendment: Amendment }) {
  const { n, effectiveOn, endedAt, reason, contractUrl } = amendment;
  return (
    <li className="py-2.5">
      <AmendmentTitle amendment={amendment} />
      <p className="mt-0.5 text-xs text-ink-2">{summarizeTerms(amendment)}</p>
      <p className="text-2xs text-ink-3 wrap-anywhere">
        {effectiveOn !== null && `From ${formatDay(effectiveOn)}`}
        {effectiveOn === null && endedAt !== null && <Time value={endedAt} as="day" />}
        {reason !== null && `: ${reason}`}
      </p>
      <Hashes amendment={amendment} />
      {contractUrl !== null && (
        <TextLink to={contractUrl} newTab className="text-xs">
          Document<span className="sr-only"> of amendment {n}</span>
        </TextLink>
      )}
    </li>
  );
}
