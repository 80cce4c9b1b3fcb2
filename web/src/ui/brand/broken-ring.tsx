/** A seal ring with a piece broken out, for pages that do not exist any more. */

import { ring } from '@nameloan/brand/guilloche';

export function BrokenRing() {
  const curve = ring({
    lobes: 12,
    innerRadius: 24,
    outerRadius: 48,
    copies: 4,
    skew: 0.9,
    steps: 16,
  });
  return (
    <svg viewBox="-56 -56 112 112" aria-hidden="true" className="size-36 text-brand-ink">
      <clipPath id="broken-ring">
        <path d="M0 0L50 -12L50 50L-50 50L-50 -50L22 -50Z" />
      </clipPath>
      <clipPath id="broken-piece">
        <path d="M0 0L50 -12L50 -50L22 -50Z" />
      </clipPath>
      <g fill="none" stroke="currentColor" strokeWidth=".6">
        <path d={curve} clipPath="url(#broken-ring)" />
        <path
          d={curve}
          clipPath="url(#broken-piece)"
          transform="translate(5 -4) rotate(9)"
          className="opacity-50"
        />
      </g>
    </svg>
  );
}
