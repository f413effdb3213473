/** Apostrophes, and what people type or leave out like them. */
const apostrophe =
  /['`´·Ɂɂʔʕʹʺʻʼʽʾʿˀˁˈˊˋˮ\u0384՚\u05F3\u05F4\u1FBD\u1FBF\u1FFD\u1FFE‘’‚‛‧′″‴‵‶‷⁗ꜢꜣꜤꜥꞋꞌ＇｀]/gu;

const invisible =
  // oxlint-disable-next-line no-misleading-character-class -- Each mark stands for itself.
  /[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\u00AD\u061C\u200C-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u0640]/g;

const punctuation =
  // oxlint-disable-next-line no-control-regex -- Control characters count as punctuation.
  /[\u0001-\u0026\u0028-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u0589\u058A\u05BE\u05C0\u05C3\u05C6\u060C\u060D\u061B\u061E\u061F\u066A-\u066D\u06D4\u0964\u0965\u2000-\u206F\u2212\u2E00-\u2E7F\u3000-\u303F\u30A0\u30FB]/g;

const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ð: 'd',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

const arabicDigits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';

/**
 * Folds a text of up to 200 characters for searching, by the rules that docs/adr/008-names-stored-updated-searched.md states. This shares no code with the
 * function `folded_parts` of the database.
 * @returns the parts of its words; one that an apostrophe divides from the next part ends with an apostrophe
 */
export function foldParts(text: string): readonly string[] {
  const folded = text
    .replace(apostrophe, "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(invisible, '')
    .replace(/./gu, (character) => letters[character] ?? foldDigit(character))
    .replace(punctuation, ' ');
  return folded
    .split(' ')
    .map((word) => word.split(/'+/).filter((part) => part !== ''))
    .flatMap((parts) => parts.map((part, index) => (index < parts.length - 1 ? `${part}'` : part)));
}

function foldDigit(character: string): string {
  const position = arabicDigits.indexOf(character);
  return position < 0 ? character : String(position % 10);
}

/** The forms of parts by which they are searched: with spaces instead of apostrophes, and without them. */
export function formsOfParts(parts: readonly string[]): readonly string[] {
  const text = parts.join(' ');
  return [...new Set([text.replaceAll("'", ''), text.replaceAll("' ", '')])];
}
