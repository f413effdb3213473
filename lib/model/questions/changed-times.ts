import { readCondition } from './value-syntax.ts';

/** The times between which something changed, in ISO 8601; null for no limit. */
export type ChangedTimes = { readonly from: string | null; readonly to: string | null };

/**
 * Reads a day, a time, or a range of them: `2026-11-01..`, `2026-11-01T12:00:00Z..2026-11-02`.
 * @returns undefined if it is none
 */
export function readChanged(text: string): ChangedTimes | undefined {
  const test = readCondition(text)?.test;
  const limits =
    test?.kind === 'range'
      ? [test.from, test.to]
      : test?.kind === 'values' && test.values.length === 1
        ? [test.values[0]?.text ?? '', test.values[0]?.text ?? '']
        : undefined;
  if (limits === undefined) return undefined;
  const from = readTime(limits[0] ?? null, 'first');
  const to = readTime(limits[1] ?? null, 'last');
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** A limit of a range of times: a day stands for its first or last moment. @returns undefined if it is none; null for no limit */
function readTime(text: string | null, side: 'first' | 'last'): string | null | undefined {
  if (text === null) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = new Date(
    isDay ? `${text}T${side === 'first' ? '00:00:00' : '23:59:59.999'}Z` : text,
  );
  const isTime =
    isDay || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  return isTime && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
}
