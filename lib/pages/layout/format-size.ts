import type { Words } from '../words/words.ts';

/** Formats a number of bytes as kilobytes or megabytes. */
export const formatSize = (bytes: number, words: Words): string =>
  bytes < 1_000_000
    ? words.text('exports.kilobytes', { size: Math.ceil(bytes / 1000) })
    : words.text('exports.megabytes', { size: Math.round(bytes / 1_000_000) });
