import type { Reading } from '../datatype.ts';

/** A reading with its value changed; a problem stays a problem. */
export function mapReading(reading: Reading, change: (value: unknown) => unknown): Reading {
  return reading.kind === 'value' ? { kind: 'value', value: change(reading.value) } : reading;
}

/** The values of several readings as one list, or the first problem among them. */
export function listReading(readings: readonly Reading[]): Reading {
  const problem = readings.find(({ kind }) => kind === 'problem');
  return (
    problem ?? {
      kind: 'value',
      value: readings.flatMap((reading) => (reading.kind === 'value' ? [reading.value] : [])),
    }
  );
}

/**
 * A list that was read, or the stored value where that holds the same: in RDF a list has no order and each element is there
 * once, and older values of one element may stand without a list.
 * @param values the elements that were read
 */
export function storedWhereSame(values: readonly unknown[], stored: unknown): unknown {
  if (stored === null) return values;
  const read = new Set(values.map((value) => JSON.stringify(value)));
  const kept = new Set(
    Array.isArray(stored)
      ? stored.map((element) => JSON.stringify(element))
      : [JSON.stringify(stored)],
  );
  return read.symmetricDifference(kept).size === 0 ? stored : values;
}
