const units = { h: 1, d: 24, w: 7 * 24 } as const;

/** The most hours that may be between two runs: those of a leap year. */
const most = 8784;

/**
 * Reads how often something is done.
 * @param text a number and a unit, such as `1h`, `2d` or `1w`
 * @returns hours; undefined where it cannot be read, or is longer than a year
 */
export function parseFrequency(text: string): number | undefined {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  if (unit !== 'h' && unit !== 'd' && unit !== 'w') return undefined;
  const hours = Number(number) * units[unit];
  return hours <= most ? hours : undefined;
}

/** How often, as hoursOf reads it, in the largest unit. */
export function formatFrequency(hours: number): string {
  if (hours % units.w === 0) return `${hours / units.w}w`;
  return hours % units.d === 0 ? `${hours / units.d}d` : `${hours}h`;
}
