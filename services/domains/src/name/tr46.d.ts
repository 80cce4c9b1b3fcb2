/** The two functions of tr46 that this folder uses; the package brings no types of its own. */

declare module 'tr46' {
  interface Options {
    readonly checkBidi?: boolean;
    readonly checkHyphens?: boolean;
    readonly checkJoiners?: boolean;
    readonly ignoreInvalidPunycode?: boolean;
    readonly transitionalProcessing?: boolean;
    readonly useSTD3ASCIIRules?: boolean;
    readonly verifyDNSLength?: boolean;
  }
  /** The A-labels, or null where UTS-46 refuses the name. */
  export function toASCII(name: string, options?: Options): string | null;
  export function toUnicode(name: string, options?: Options): { domain: string; error: boolean };
}
