/** The product's engraving in PDF documents: the seal of a domain name, and a guilloche rule. */

import { sealCurves } from '@nameloan/brand/guilloche';
import { logoPath } from '@nameloan/brand/logo';
import { tokens } from '@nameloan/brand/tokens';
import type { Pdf } from './typeface.ts';

interface Place {
  x: number;
  y: number;
  /** Points. */
  size: number;
}

/** Seals and the logo are drawn in a square from -50 to 50. */
function inSquare(pdf: Pdf, { x, y, size }: Place, draw: () => void): void {
  pdf.save();
  pdf.translate(x + size / 2, y + size / 2).scale(size / 100);
  draw();
  pdf.restore();
}

/** `name`: the A-label, as everywhere. */
export function drawSeal(pdf: Pdf, name: string, place: Place): void {
  const { outer, inner, inks } = sealCurves(name);
  const ink = (which: 'a' | 'b') => tokens.get(`seal-${inks}-${which}-paper`) ?? '';
  inSquare(pdf, place, () => {
    pdf.lineWidth(0.8).path(outer).stroke(ink('a'));
    pdf.path(inner).stroke(ink('b'));
  });
}

export function drawLogo(pdf: Pdf, colour: string, place: Place): void {
  inSquare(pdf, place, () => {
    pdf.lineWidth(5).lineJoin('round').path(logoPath).stroke(colour);
  });
}

const waves = [
  { amplitude: 5, length: 46, phases: 5 },
  { amplitude: 2.6, length: 23, phases: 4 },
];

/** Interwoven waves over a width, around a middle line. */
export function drawGuilloche(pdf: Pdf, place: { x: number; y: number; width: number }): void {
  const { x, y, width } = place;
  const step = 2;
  pdf.save().lineWidth(0.35);
  for (const [index, { amplitude, length, phases }] of waves.entries())
    for (let phase = 0; phase < phases; phase++) {
      const shift = (phase / phases) * 2 * Math.PI;
      for (let at = 0; at <= width; at += step) {
        const height = amplitude * Math.sin((at / length) * 2 * Math.PI + shift);
        if (at === 0) pdf.moveTo(x, y + height);
        else pdf.lineTo(x + at, y + height);
      }
      pdf.stroke(tokens.get(index === 0 ? 'wine-500' : 'verd-500') ?? '');
    }
  pdf.restore();
}
