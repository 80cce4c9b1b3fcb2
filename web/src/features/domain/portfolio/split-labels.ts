/** The labels in a text that separates them with commas or semicolons. */

export const splitLabels = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;]/)
      .map((label) => label.trim())
      .filter((label) => label !== ''),
  ),
];

/** Those of `labels` that are not among `others`, whatever the case: the server keeps one spelling. */
export function withoutLabels(labels: readonly string[], others: readonly string[]): string[] {
  const folded = new Set(others.map((label) => label.toLowerCase()));
  return labels.filter((label) => !folded.has(label.toLowerCase()));
}
