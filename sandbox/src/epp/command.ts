/** One parsed EPP command, as its handler gets it. */

import type { SandboxContext } from '../sandbox-context.ts';
import type { XmlElement } from './xml.ts';

export interface Command {
  readonly world: SandboxContext;
  /** The element of the verb, as in `<transfer op="request">`. */
  readonly verb: XmlElement;
  /** The object's element inside the verb, as in `<domain:transfer>`. */
  readonly object: XmlElement;
  /** The element inside the command's extension, if there is one. */
  readonly extension: XmlElement | undefined;
  /** Namespaces of the extensions that the registrar chose at its login. */
  readonly chosen: ReadonlySet<string>;
}
