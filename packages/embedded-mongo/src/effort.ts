/** What one command may cost: it has this process for itself while it runs, so it has to end. */
import { fault } from './errors.ts';

/** Of a command that names no `maxTimeMS`. */
const patienceMs = 10_000;
const stepsPerLook = 512;
/** Array elements (and 64 letters each) that the expressions of one command may make. */
const maxMade = 60_000_000;
/** The longest text, as long as a document may be. */
const maxTextLength = 16 * 1024 * 1024;

let deadline = Number.POSITIVE_INFINITY;
let steps = 0;
let made = 0;

/** Runs a command's turn. It is refused with MaxTimeMSExpired (50) when it takes longer than that. */
export function withEffort<T>(maxTimeMs: number, turn: () => T): T {
  deadline = performance.now() + (maxTimeMs || patienceMs);
  made = 0;
  try {
    return turn();
  } finally {
    deadline = Number.POSITIVE_INFINITY;
  }
}

/** One step of whatever may take many. */
export function step(): void {
  if (++steps % stepsPerLook === 0 && performance.now() > deadline)
    throw fault(50, 'operation exceeded time limit');
}

/** Elements about to be made. Throws ExceededMemoryLimit (146). */
export function make(elements: number): void {
  made += elements;
  if (made > maxMade) throw fault(146, 'the expressions of one command would use too much memory');
}

/** A text about to be made. Throws BSONObjectTooLarge (10334) and ExceededMemoryLimit (146). */
export function makeText(length: number): void {
  if (length > maxTextLength) throw fault(10334, 'a string would be larger than 16 MB');
  make(length / 64);
}
