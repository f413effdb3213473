const hoursPerUnit = { h: 1, d: 24, w: 7 * 24 } as const;

/** The longest time between two runs: the hours of a leap year. */
const maxHours = 8784;

/**
 * Parses a frequency.
 * @param text a number and a unit, such as `1h`, `2d` or `1w`
 * @returns the hours between two runs; undefined if the text is invalid or longer than a year
 */
export function parseFrequency(text: string): number | undefined {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  if (unit !== 'h' && unit !== 'd' && unit !== 'w') return undefined;
  const hours = Number(number) * hoursPerUnit[unit];
  return hours <= maxHours ? hours : undefined;
}

/** Formats a frequency in the largest possible unit. */
export function formatFrequency(hours: number): string {
  if (hours % hoursPerUnit.w === 0) return `${hours / hoursPerUnit.w}w`;
  return hours % hoursPerUnit.d === 0 ? `${hours / hoursPerUnit.d}d` : `${hours}h`;
}
