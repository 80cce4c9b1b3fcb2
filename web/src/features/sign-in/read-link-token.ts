/** The token of an emailed link, from the fragment of its URL; empty if it is missing. */
export const readLinkToken = (hash: string): string =>
  /(?:^#|&)token=([^&]+)/.exec(hash)?.[1] ?? '';
