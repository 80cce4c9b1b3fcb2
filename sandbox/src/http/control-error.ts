/** Errors of the control API: a message, a stable code and an HTTP status. */

import { RegistryError } from '../registry/registry-error.ts';

export class ControlError extends Error {
  readonly status: number;
  readonly code: string;
  /** Further fields of the response body, such as the invalid field. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    detail: string | { message: string; details: Readonly<Record<string, unknown>> },
  ) {
    const { message, details } =
      typeof detail === 'string' ? { message: detail, details: {} } : detail;
    super(message);
    this.name = 'ControlError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export function invalid(
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): ControlError {
  return new ControlError(400, 'INVALID_INPUT', { message, details });
}

export function notFound(message: string): ControlError {
  return new ControlError(404, 'NOT_FOUND', message);
}

export function conflict(message: string): ControlError {
  return new ControlError(409, 'CONFLICT', message);
}

/** Converts a registry error for the control API; any unknown error is a bug in the sandbox. */
export function toControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  if (error instanceof RegistryError) {
    const details = { eppCode: error.code };
    if (error.code === 2303)
      return new ControlError(404, 'NOT_FOUND', { message: error.message, details });
    if (error.code === 2005)
      return new ControlError(400, 'INVALID_INPUT', { message: error.message, details });
    if (error.code === 2202)
      return new ControlError(403, 'WRONG_CODE', { message: error.message, details });
    return new ControlError(409, 'CONFLICT', { message: error.message, details });
  }
  const trace = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`sandbox: a call failed: ${trace}\n`);
  return new ControlError(500, 'INTERNAL', 'The sandbox failed; its log says why.');
}
