/** Splits a domain name before its suffix: "harborline" and ".com", "papertrail" and ".co.uk". */

export interface SplitName {
  label: string;
  /** Includes the leading dot; empty if the name has none. */
  suffix: string;
}

export function splitName(name: string): SplitName {
  const dot = name.indexOf('.');
  return dot === -1
    ? { label: name, suffix: '' }
    : { label: name.slice(0, dot), suffix: name.slice(dot) };
}
