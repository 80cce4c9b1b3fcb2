/** Type of the tr46 function used here; the package has no type declarations. */

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
  /** The A-labels, or null when UTS-46 rejects the name. */
  export function toASCII(name: string, options?: Options): string | null;
}
