/** What several test files of one process share (a product, a browser) ends after the last of them. */

type End = () => Promise<void>;

const ends: End[] = [];
let isGroup = false;

/** Called by the runner before it loads the first file. */
export function startGroup(): void {
  isGroup = true;
}

/** False where a file runs without our runner: nothing would call the ends. */
export const mayShare = (): boolean => isGroup;

export function atEnd(end: End): void {
  ends.push(end);
}

export async function endGroup(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
