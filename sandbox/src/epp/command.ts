/** A parsed EPP command with its context. */

import type { SandboxContext } from '../sandbox-context.ts';
import type { XmlElement } from './xml.ts';

export interface Command {
  readonly context: SandboxContext;
  /** The element of the verb, as in `<transfer op="request">`. */
  readonly verb: XmlElement;
  /** The object's element inside the verb, as in `<domain:transfer>`. */
  readonly object: XmlElement;
  /** The element inside the command's extension, if there is one. */
  readonly extension: XmlElement | undefined;
  /** Namespaces of the extensions that the registrar selected at login. */
  readonly extensions: ReadonlySet<string>;
}
