/**
 * Chooses a name that is not taken: the name itself, otherwise with the first free number.
 * @param isTaken of a candidate
 */
export function firstFreeName(name: string, isTaken: (candidate: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!isTaken(candidate)) return candidate;
  }
}
