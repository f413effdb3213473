import { formatNumber } from '../../http/parameters/types/numbers.ts';

/** Formats a number of bytes as kilobytes or megabytes. */
export const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1000))} kB`
    : `${formatNumber(Math.round(bytes / 1_000_000))} MB`;
