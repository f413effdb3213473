/**
 * Paths to the texts that are there at some places of a value: neither empty texts nor anything else.
 * @param paths SQL/JSON
 */
export function textsAt(...paths: readonly string[]): readonly string[] {
  return paths.map((path) => `${path} ? (@.type() == "string" && @ != "")`);
}
