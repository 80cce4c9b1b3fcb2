/** One domain has two spellings where its name is not ASCII: for people, and the one that DNS knows. */

/** As DNS knows it, "xn--bcher-kva.de"; a name in ASCII is its own. */
export function toALabel(name: string): string {
  try {
    return new URL(`http://${name}`).hostname;
  } catch {
    return name.toLowerCase();
  }
}
