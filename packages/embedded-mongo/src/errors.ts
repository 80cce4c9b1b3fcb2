/** The errors of the wire protocol: the real server's codes and names, so that drivers react alike. */
import { showValue } from './bson/show.ts';
import type { Document } from './bson/values.ts';

const codeNames: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  68: 'IndexAlreadyExists',
  72: 'InvalidOptions',
  79: 'UnknownReplWriteConcern',
  73: 'InvalidNamespace',
  91: 'ShutdownInProgress',
  96: 'OperationFailed',
  125: 'CommandFailed',
  241: 'ConversionFailure',
  11601: 'Interrupted',
  40414: 'IDLFailedToParse',
  40415: 'IDLUnknownField',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  100: 'UnsatisfiableWriteConcern',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  117: 'ConflictingOperationInProgress',
  146: 'ExceededMemoryLimit',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  181: 'AmbiguousIndexKeyPattern',
  197: 'InvalidIndexSpecificationOption',
  224: 'QueryFeatureNotAllowed',
  225: 'TransactionTooOld',
  232: 'MaxSubPipelineDepthExceeded',
  238: 'NotImplemented',
  322: 'APIVersionError',
  246: 'SnapshotUnavailable',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  263: 'OperationNotSupportedInTransaction',
  313: 'NoQueryExecutionPlans',
  10107: 'NotWritablePrimary',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  14031: 'OutOfDiskSpace',
  50768: 'NotARetryableWriteCommand',
};

export const transient = 'TransientTransactionError';

/** An error answered to the client with the real server's code; `extra` fields go into the reply. */
export class MongoFault extends Error {
  readonly code: number;
  readonly extra: Record<string, unknown>;
  labels: string[] = [];

  constructor(code: number, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.extra = extra;
  }

  get codeName(): string {
    return codeNames[this.code] ?? `Location${this.code}`;
  }
}

export function fault(code: number, message: string): MongoFault {
  return new MongoFault(code, message);
}

/** Adds the context of an error to its message, as the real server does. */
export function inContext<T>(context: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MongoFault)) throw error;
    throw new MongoFault(error.code, `${context} :: caused by :: ${error.message}`, error.extra);
  }
}

/** For what the real server can do and this engine leaves out on purpose (README, "Out of scope"). */
export function notImplemented(what: string): MongoFault {
  return new MongoFault(238, `${what} is not implemented by the embedded engine`);
}

export function writeConflict(): MongoFault {
  const conflict = new MongoFault(
    112,
    'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
  );
  conflict.labels = [transient];
  return conflict;
}

/** Any thrown value as a reply; a bug of ours becomes InternalError, never a dropped connection. */
export function errorReply(error: unknown): Record<string, unknown> {
  const known =
    error instanceof MongoFault
      ? error
      : new MongoFault(1, error instanceof Error ? error.message : String(error));
  const reply: Record<string, unknown> = {
    ok: 0,
    errmsg: known.message,
    code: known.code,
    codeName: known.codeName,
    ...known.extra,
  };
  if (known.labels.length > 0) reply.errorLabels = known.labels;
  return reply;
}

type DuplicateKey = { ns: string; index: string; keyPattern: Document; keyValue: Document };

/** E11000 with the fields that drivers and mongoose read. */
export function duplicateKey(at: DuplicateKey, note = ''): MongoFault {
  const { keyValue } = at;
  const shown = Object.entries(keyValue).map(([field, value]) => `${field}: ${showValue(value)}`);
  return new MongoFault(
    11000,
    `E11000 duplicate key error collection: ${at.ns} index: ${at.index} dup key: { ${note}${shown.join(', ')} }`,
    { keyPattern: at.keyPattern, keyValue: at.keyValue },
  );
}
