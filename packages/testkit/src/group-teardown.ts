/** Teardown of resources that several test files of one process share, such as a product and a browser. */

type Teardown = () => Promise<void>;

const teardowns: Teardown[] = [];
let isGroup = false;

/** Called by the runner before it loads the first file. */
export function startGroup(): void {
  isGroup = true;
}

/** False if a file runs without our runner, because nothing would call the teardowns. */
export const canShare = (): boolean => isGroup;

/** Registers a teardown for the end of the last file; teardowns run in reverse order. */
export function afterGroup(teardown: Teardown): void {
  teardowns.push(teardown);
}

export async function endGroup(): Promise<void> {
  for (const teardown of teardowns.splice(0).reverse()) await teardown();
}
