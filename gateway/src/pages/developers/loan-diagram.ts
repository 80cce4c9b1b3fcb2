/** The states of a loan as a diagram in two layouts, for wide windows and phones, and as a list with the same content. */

import { escapeHtml } from '../page.ts';

interface Place {
  x: number;
  y: number;
}

interface State {
  /** The status in the API. */
  code: string;
  /** On screen. */
  label: string;
  /** How it is reached, if no arrow says so. */
  note?: string;
  tone: 'open' | 'good' | 'bad' | 'quiet';
  wide: Place;
  narrow: Place;
}

interface Change {
  from: string;
  to: string;
  what: string;
  /** Whether the arrow shows `what`. */
  wide: { path: string; text?: Place };
  narrow: { path: string; text?: Place };
}

const columns = [8, 240, 472, 704, 936] as const;
const [first, second, third, fourth, fifth] = columns;
const left = 20;
const right = 205;

export const states: readonly State[] = [
  {
    code: 'PENDING_SIGNATURE',
    label: 'Pending Signature',
    tone: 'open',
    wide: { x: first, y: 64 },
    narrow: { x: left, y: 20 },
  },
  {
    code: 'NEW',
    label: 'Waiting for Transfer',
    tone: 'open',
    wide: { x: second, y: 64 },
    narrow: { x: left, y: 140 },
  },
  {
    code: 'DOMAIN_IN_CUSTODY',
    label: 'Waiting for Payment',
    tone: 'open',
    wide: { x: third, y: 64 },
    narrow: { x: left, y: 260 },
  },
  {
    code: 'LOAN_POSTED',
    label: 'Marked Paid',
    tone: 'open',
    wide: { x: fourth, y: 64 },
    narrow: { x: left, y: 380 },
  },
  {
    code: 'FINALIZED_RETURN_TO_BORROWER',
    label: 'Complete',
    note: 'repaid, or decided',
    tone: 'good',
    wide: { x: fifth, y: 64 },
    narrow: { x: left, y: 520 },
  },
  {
    code: 'CANCELLED',
    label: 'Cancelled',
    note: 'by a party, or a deadline',
    tone: 'quiet',
    wide: { x: second, y: 244 },
    narrow: { x: right, y: 140 },
  },
  {
    code: 'ESCALATED',
    label: 'Disputed',
    tone: 'bad',
    wide: { x: fourth, y: 244 },
    narrow: { x: right, y: 380 },
  },
  {
    code: 'FINALIZED_LENDER_SEIZURE',
    label: 'Seized',
    note: 'default, or decided',
    tone: 'bad',
    wide: { x: fifth, y: 184 },
    narrow: { x: right, y: 520 },
  },
  {
    code: 'FINALIZED_PLATFORM_SEZIURE',
    label: 'Seized',
    note: 'held by the platform',
    tone: 'bad',
    wide: { x: fifth, y: 304 },
    narrow: { x: right, y: 640 },
  },
];

export const changes: readonly Change[] = [
  {
    from: 'PENDING_SIGNATURE',
    to: 'NEW',
    what: 'both sign',
    wide: { path: 'M192 98H234', text: { x: 216, y: 156 } },
    narrow: { path: 'M85 88V134', text: { x: 93, y: 114 } },
  },
  {
    from: 'PENDING_SIGNATURE',
    to: 'DOMAIN_IN_CUSTODY',
    what: 'both sign, and the name is in custody',
    wide: { path: 'M100 64C100 8 548 8 548 58', text: { x: 324, y: 14 } },
    narrow: { path: 'M20 54C2 54 2 294 14 294' },
  },
  {
    from: 'NEW',
    to: 'DOMAIN_IN_CUSTODY',
    what: 'the name arrives',
    wide: { path: 'M424 98H466', text: { x: 448, y: 156 } },
    narrow: { path: 'M85 208V254', text: { x: 93, y: 234 } },
  },
  {
    from: 'NEW',
    to: 'LOAN_POSTED',
    what: 'a refinancing closes: the old loan is repaid',
    wide: { path: 'M360 132C360 240 744 240 744 138' },
    narrow: { path: 'M165 198C208 198 208 388 176 388' },
  },
  {
    from: 'DOMAIN_IN_CUSTODY',
    to: 'LOAN_POSTED',
    what: 'marked paid',
    wide: { path: 'M656 98H698', text: { x: 680, y: 156 } },
    narrow: { path: 'M85 328V374', text: { x: 93, y: 354 } },
  },
  {
    from: 'LOAN_POSTED',
    to: 'DOMAIN_IN_CUSTODY',
    what: 'the mark lapses',
    wide: { path: 'M780 64C780 22 600 22 600 58', text: { x: 690, y: 22 } },
    narrow: { path: 'M40 380V334' },
  },
  {
    from: 'LOAN_POSTED',
    to: 'FINALIZED_RETURN_TO_BORROWER',
    what: 'finalized: repaid',
    wide: { path: 'M888 86H930' },
    narrow: { path: 'M85 448V514' },
  },
  {
    from: 'LOAN_POSTED',
    to: 'FINALIZED_LENDER_SEIZURE',
    what: 'finalized: seized or surrendered',
    wide: { path: 'M888 112C918 112 906 204 930 204' },
    narrow: { path: 'M140 448C140 500 222 470 222 514' },
  },
  {
    from: 'LOAN_POSTED',
    to: 'ESCALATED',
    what: 'escalated',
    wide: { path: 'M776 132V238', text: { x: 740, y: 192 } },
    narrow: { path: 'M165 402H199' },
  },
  {
    from: 'ESCALATED',
    to: 'LOAN_POSTED',
    what: 'continued',
    wide: { path: 'M816 244V138', text: { x: 852, y: 192 } },
    narrow: { path: 'M205 426H176' },
  },
  {
    from: 'ESCALATED',
    to: 'FINALIZED_RETURN_TO_BORROWER',
    what: 'settled or decided: returned',
    wide: { path: 'M888 262C924 262 900 116 930 116' },
    narrow: { path: 'M230 448C230 490 130 470 130 514' },
  },
  {
    from: 'ESCALATED',
    to: 'FINALIZED_LENDER_SEIZURE',
    what: 'settled or decided: seized',
    wide: { path: 'M888 278C912 278 906 230 930 230' },
    narrow: { path: 'M280 448V514' },
  },
  {
    from: 'ESCALATED',
    to: 'FINALIZED_PLATFORM_SEZIURE',
    what: 'decided: the platform holds the name',
    wide: { path: 'M888 296C912 296 906 338 930 338' },
    narrow: { path: 'M344 448C364 480 364 600 346 634' },
  },
  {
    from: 'PENDING_SIGNATURE',
    to: 'CANCELLED',
    what: 'cancelled, or a deadline passed',
    wide: { path: 'M100 132C100 278 130 278 234 278' },
    narrow: { path: 'M165 54C280 54 280 80 280 134' },
  },
  {
    from: 'NEW',
    to: 'CANCELLED',
    what: 'cancelled, or a deadline passed',
    wide: { path: 'M332 132V238' },
    narrow: { path: 'M165 174H199' },
  },
  {
    from: 'DOMAIN_IN_CUSTODY',
    to: 'CANCELLED',
    what: 'cancelled, or a deadline passed',
    wide: { path: 'M564 132C564 278 534 278 430 278' },
    narrow: { path: 'M165 294C280 294 280 260 280 214' },
  },
];

const layouts = {
  wide: { width: 1128, height: 384, box: 184, anchor: 'middle' },
  narrow: {
    width: 360,
    height: 720,
    box: 150,
    anchor: 'start',
  },
} as const;

type Layout = keyof typeof layouts;

const boxHeight = 68;

function drawState(state: State, layout: Layout): string {
  const place = state[layout];
  const width = layouts[layout].box;
  const lines = [
    { kind: 'label', text: state.label },
    ...(state.note ? [{ kind: 'note', text: state.note }] : []),
    { kind: 'code', text: state.code },
  ];
  const top = state.note ? 21 : 30;
  const texts = lines.map(
    ({ kind, text }, at) =>
      `<text class="${kind}" x="${width / 2}" y="${top + at * 18}" text-anchor="middle">${text}</text>`,
  );
  return `<g transform="translate(${place.x} ${place.y})"><rect class="${state.tone}" width="${width}" height="${boxHeight}" rx="10"/>${texts.join('')}</g>`;
}

function drawChange({ what, ...change }: Change, layout: Layout): string {
  const { path, text } = change[layout];
  const label = text
    ? `<text class="note" x="${text.x}" y="${text.y}" text-anchor="${layouts[layout].anchor}">${escapeHtml(what)}</text>`
    : '';
  return `<path d="${path}" marker-end="url(#arrow-${layout})"/>${label}`;
}

function draw(layout: Layout): string {
  const { width, height } = layouts[layout];
  const arrow = `<marker id="arrow-${layout}" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>`;
  return `<svg class="${layout}" viewBox="0 0 ${width} ${height}" role="img" aria-label="The states of a loan and the changes between them; the list below says the same"><defs>${arrow}</defs>${changes.map((one) => drawChange(one, layout)).join('')}${states.map((one) => drawState(one, layout)).join('')}</svg>`;
}

function describe({ from, to, what }: Change): string {
  return `<li><code>${from}</code> → <code>${to}</code>: ${escapeHtml(what)}</li>`;
}

export const loanDiagram = `<figure class="diagram">${draw('wide')}${draw('narrow')}
<details><summary>The same as a list</summary><ul>${changes.map(describe).join('')}</ul></details></figure>`;
