/** What the shapes of facts are made of, apart so that no two files of them need each other. */

import { z } from 'zod';

export const id = z.string().min(1).max(64);
export const at = z.iso.datetime();
export const sentence = z.string().max(2000);
export const domainName = z.string().max(253);
/**
 * AES-256-GCM with the installation's key (packages/service/src/seal.ts); opened only while a mail is
 * written. The seal's purpose is the event's own subject.
 */
export const sealed = z.string().max(4096);

export const event = <T extends z.ZodType>(version: number, shape: T) => ({ version, shape });
