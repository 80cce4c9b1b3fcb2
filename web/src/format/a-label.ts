/** Converts a domain name to its A-label, the ASCII spelling that DNS uses. */

/** "bücher.de" becomes "xn--bcher-kva.de"; an ASCII name stays as it is. */
export function toALabel(name: string): string {
  try {
    return new URL(`http://${name}`).hostname;
  } catch {
    return name.toLowerCase();
  }
}
