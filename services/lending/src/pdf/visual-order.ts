/** The order in which the runs of a line are drawn: right-to-left scripts by the Unicode Bidirectional Algorithm (UAX #9). */

import bidiFactory from 'bidi-js';
import type { Run } from './typeface.ts';

interface Piece extends Run {
  level: number;
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const strong = /\p{L}/u;
/** Letters of one word, which are shaped together; anything else is placed character by character. */
const words = /[\p{Script=Hebrew}\p{Script=Arabic}\p{M}]+|./gsu;

/** The part of bidi-js that is used; its own types describe another kind of module. */
interface Bidi {
  getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { levels: Uint8Array };
  getMirroredCharacter(character: string): string | null;
}
let bidi: Bidi | undefined;

/**
 * Texts of different spans never change each other's order, so that a name can't move the words and numbers around it. The
 * direction of a span is that of its first letter.
 */
export function orderVisually(runs: readonly Run[]): readonly Run[] {
  if (!runs.some(({ text }) => rightToLeft.test(text))) return runs;
  const ordered: Run[] = [];
  for (let start = 0; start < runs.length; ) {
    let end = start + 1;
    while (end < runs.length && runs[end]?.span === runs[start]?.span) end++;
    ordered.push(...orderSpan(runs.slice(start, end)));
    start = end;
  }
  return ordered;
}

function orderSpan(runs: readonly Run[]): readonly Run[] {
  const text = runs.map((run) => run.text).join('');
  if (!rightToLeft.test(text)) return runs;
  bidi ??= (bidiFactory as unknown as () => Bidi)();
  const direction = rightToLeft.test(strong.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  // The space before the next span belongs to the text around it.
  const trailing = /\s*$/.exec(text)?.[0].length ?? 0;
  if (trailing > 0) levels.fill(0, text.length - trailing);
  return reorder(splitAtLevels(runs, levels));
}

function splitAtLevels(runs: readonly Run[], levels: Uint8Array): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const run of runs) {
    let start = 0;
    for (let end = 1; end <= run.text.length; end++) {
      const level = levels[at + start] ?? 0;
      if (end < run.text.length && levels[at + end] === level) continue;
      const text = run.text.slice(start, end);
      const parts = level % 2 === 0 ? [text] : (text.match(words) ?? []).map(mirror);
      pieces.push(...parts.map((part) => ({ ...run, text: part, level })));
      start = end;
    }
    at += run.text.length;
  }
  return pieces;
}

const mirror = (text: string): string => bidi?.getMirroredCharacter(text) ?? text;

/** Rule L2: from the highest level down, each sequence of at least that level is reversed. */
function reorder(pieces: Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  return ordered;
}
