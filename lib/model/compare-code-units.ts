/** Compares texts by their UTF-16 code units: ids, language tags and names of types, of which no language has an order. */
export function compareCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
