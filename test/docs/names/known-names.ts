/** A name that only code has: `camelCase`, `PascalCase`, `snake_case`, `UPPER_CASE` or an `--option`. */
const codeName =
  /(?<![\w/%])(?:[a-z][a-z\d]*[A-Z]\w*|[A-Z][a-z\d]+[A-Z]\w*|\w*[A-Za-z\d]_\w*|(?<!-)--[a-z][a-z-]+)/g;

/** An option that `parseArgs` of Node reads. */
const optionOfParser = /(?<![\w-])'?([a-z][a-z-]*)'?: \{ type: /g;

/** The names of code. */
export type KnownNames = { readonly has: (name: string) => boolean };

/** Collects the words of code. A name also exists that code makes of two words, such as `less_${reason}`. */
export function collectNames(code: string): KnownNames {
  const words = new Set([
    ...Array.from(code.matchAll(/--[a-z][a-z-]+|[A-Za-z_]\w*/g), ([word]) => word),
    ...Array.from(code.matchAll(optionOfParser), ([, option = '']) => `--${option}`),
  ]);
  const isMade = (name: string): boolean =>
    Array.from(name.matchAll(/_/g), ({ index }) => index).some(
      (index) =>
        (words.has(name.slice(0, index + 1)) && words.has(name.slice(index + 1))) ||
        (words.has(name.slice(0, index)) && words.has(name.slice(index))),
    );
  // Names of variables are written as a whole.
  return { has: (name) => words.has(name) || (!/^[A-Z]/.test(name) && isMade(name)) };
}

/**
 * Lists the names in a quotation that neither code nor others have.
 * @param code all code, for names of which the quotation has only the beginning or the end: `record_…`
 */
export function listMissingNames(
  quotation: string,
  known: KnownNames,
  code: string,
): readonly string[] {
  return Array.from(quotation.matchAll(codeName), ({ 0: name, index }) => ({
    name,
    isPart: quotation[index - 1] === '…' || quotation[index + name.length] === '…',
  }))
    .filter(({ name, isPart }) => !(isPart ? code.includes(name) : known.has(name)))
    .map(({ name }) => name);
}
