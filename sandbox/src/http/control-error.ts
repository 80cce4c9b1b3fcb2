/** The control API's refusals: a sentence, a stable code, the right HTTP status. */

import { RegistryError } from '../registry/registry-error.ts';

export class ControlError extends Error {
  readonly status: number;
  readonly code: string;
  /** Further facts for the answer's body, such as the field or the part concerned. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    detail: string | { message: string; facts: Readonly<Record<string, unknown>> },
  ) {
    const { message, facts } = typeof detail === 'string' ? { message: detail, facts: {} } : detail;
    super(message);
    this.name = 'ControlError';
    this.status = status;
    this.code = code;
    this.facts = facts;
  }
}

export function invalid(
  message: string,
  facts: Readonly<Record<string, unknown>> = {},
): ControlError {
  return new ControlError(400, 'INVALID_INPUT', { message, facts });
}

export function notFound(message: string): ControlError {
  return new ControlError(404, 'NOT_FOUND', message);
}

export function conflict(message: string): ControlError {
  return new ControlError(409, 'CONFLICT', message);
}

/** A registry's refusal as the control API tells it; anything unknown is a fault of the sandbox. */
export function toControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  if (error instanceof RegistryError) {
    const facts = { eppCode: error.code };
    if (error.code === 2303)
      return new ControlError(404, 'NOT_FOUND', { message: error.message, facts });
    if (error.code === 2005)
      return new ControlError(400, 'INVALID_INPUT', { message: error.message, facts });
    if (error.code === 2202)
      return new ControlError(403, 'WRONG_CODE', { message: error.message, facts });
    return new ControlError(409, 'CONFLICT', { message: error.message, facts });
  }
  const trace = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`sandbox: a call failed: ${trace}\n`);
  return new ControlError(500, 'INTERNAL', 'The sandbox failed; its log says why.');
}
