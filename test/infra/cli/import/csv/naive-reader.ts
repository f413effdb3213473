/** A column of a random file: a node of the model of forges, and the language in its heading. */
export type RandomColumn = {
  readonly node: 'Name' | 'Year Built' | 'Remark';
  readonly language: string | null;
};

/** The values of a tile: texts by language, or one value. */
export type NaiveTile = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const defaultLanguage = 'en-US';

/** Splits a text into rows of cells, character by character. */
export function splitNaively(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '"' && isQuoted && text[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === separator) endCell();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[index + 1] === '\n') index += 1;
      endCell();
      rows.push([]);
    } else cell += character;
  }
  endCell();
  return rows;
}

/** Reads a heading such as `YEAR_BUILT` or `name (fr)`. */
function readHeading(heading: string): RandomColumn | undefined {
  const [name = '', tag] = heading.toLowerCase().replaceAll('_', ' ').replace(')', '').split(' (');
  const node = (['Name', 'Year Built', 'Remark'] as const).find(
    (candidate) => candidate.toLowerCase() === name.replace('titre', 'name'),
  );
  const languages = ['en', 'fr', 'cy', 'en-US', 'pt-BR'];
  const language = languages.find((known) => known.toLowerCase() === tag?.replace(' ', '-'));
  return node === undefined ? undefined : { node, language: language ?? null };
}

/**
 * Reads a file of forges: the tiles of each resource instance, without an order. Each row has a tile for the columns of one nodegroup; a
 * second column of the same node and language is in a second tile.
 */
export function readNaively(text: string, separator: string): ReadonlyMap<string, NaiveTile[]> {
  const [headings = [], ...rows] = splitNaively(text, separator);
  const idPosition = headings.findIndex((heading) => heading.toLowerCase() === 'resourceid');
  const tiles = new Map<string, NaiveTile[]>();
  for (const row of rows) {
    if (row.every((cell) => cell.trim() === '')) continue;
    const key = row[idPosition] ?? '';
    tiles.set(key, [...(tiles.get(key) ?? []), ...readRow(headings, row)]);
  }
  return tiles;
}

function readRow(headings: readonly string[], row: readonly string[]): readonly NaiveTile[] {
  const seen = new Map<string, number>();
  const tiles = new Map<string, Record<string, string | Record<string, string>>>();
  for (const [position, heading] of headings.entries()) {
    const column = readHeading(heading);
    if (column === undefined) continue;
    const { node } = column;
    const language = column.language ?? defaultLanguage;
    const place = node === 'Year Built' ? node : `${node} ${language}`;
    const slot = seen.get(place) ?? 0;
    seen.set(place, slot + 1);
    const cell = row[position] ?? '';
    if (cell.trim() === '') continue;
    const key = `${node === 'Remark' ? 'Remark' : 'Name'} ${slot}`;
    const tile = tiles.get(key) ?? {};
    tiles.set(key, tile);
    const texts = tile[node];
    if (node === 'Year Built') tile[node] = cell.trim();
    else tile[node] = { ...(typeof texts === 'object' ? texts : {}), [language]: cell };
  }
  return [...tiles.values()];
}
