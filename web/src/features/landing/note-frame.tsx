/** The engraved frame of the loan note: waves along its four sides, and a watermark. */

import { ring } from '@nameloan/brand/guilloche';
import { useMounted } from './use-mounted.ts';

const width = 464;
const height = 440;
const amplitude = 6.5;
const phases = [0, 1.05, 2.1, 3.15, 4.2, 5.25];

/** The path of a sine line with the given number of waves over a length. */
function wave(waves: number, length: number, phase: number): string {
  const steps = waves * 10;
  const points = Array.from({ length: steps + 1 }, (_, at) => {
    const x = (at / steps) * length;
    const y = amplitude * Math.sin((at / 10) * 2 * Math.PI + phase);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

function Waves() {
  return phases.map((phase) => {
    const across = wave(22, width - 28, phase);
    const down = wave(20, height - 52, phase);
    return (
      <g key={phase}>
        <path transform="translate(14 18)" d={across} />
        <path transform={`translate(14 ${height - 18})`} d={across} />
        <path transform="translate(18 26) rotate(90)" d={down} />
        <path transform={`translate(${width - 18} 26) rotate(90)`} d={down} />
      </g>
    );
  });
}

const watermark = {
  lobes: 11,
  innerRadius: 66,
  outerRadius: 128,
  copies: 5,
  skew: 1,
  steps: 22,
};

export function NoteFrame() {
  const drawn = useMounted();
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className="absolute inset-0 size-full text-wine-500"
      fill="none"
      stroke="currentColor"
      strokeWidth=".7"
      opacity=".75"
    >
      {drawn && <Waves />}
      <rect x="29" y="29" width={width - 58} height={height - 58} strokeWidth="1" />
      {drawn && (
        <path
          transform={`translate(${width / 2 + 74} ${height / 2 + 22})`}
          d={ring(watermark)}
          strokeWidth=".45"
          opacity=".42"
        />
      )}
    </svg>
  );
}
