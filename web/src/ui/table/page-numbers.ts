/** Which page numbers to show: first, last, the current one and its neighbours, with gaps between. */

export interface PageItem {
  key: string;
  /** Undefined for a gap. */
  page?: number;
  /** Hidden first on narrow screens. */
  near?: boolean;
}

/** Up to this number, all pages are shown. */
const maxUncollapsed = 7;

export function getPageItems(page: number, pages: number): PageItem[] {
  const one = (number: number, near = false): PageItem => ({
    key: `${number}`,
    page: number,
    near,
  });
  if (pages <= maxUncollapsed) {
    const isFar = (number: number) =>
      number !== 1 && number !== pages && Math.abs(number - page) > 1;
    return Array.from({ length: pages }, (_, at) => one(at + 1, pages > 5 && isFar(at + 1)));
  }
  // Near an end the window keeps its width, so that the links do not move.
  const middle = Math.min(Math.max(page, 4), pages - 3);
  const inner = [middle - 1, middle, middle + 1];
  const first = inner[0] === 3 ? [one(2, true)] : [{ key: 'gap before' }];
  const last = inner[2] === pages - 2 ? [one(pages - 1, true)] : [{ key: 'gap after' }];
  return [
    one(1),
    ...first,
    ...inner.map((number) => one(number, number !== page)),
    ...last,
    one(pages),
  ];
}
