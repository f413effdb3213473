/** A piece of a descriptor template: literal text, or the value of a placeholder, blank if it has none. */
export type TemplatePiece = { readonly kind: 'text' | 'value'; readonly text: string };

// While the template is cleaned up, these private-use characters replace its values, so that the values are never
// changed.
const emptyMark = '\uE000';
const filledMark = '\uE001';

const markupTag = /^<\/?(?:b|br|div|em|h[1-6]|hr|i|li|ol|p|span|strong|sub|sup|u|ul)[\s/]*>$/;
const labelEnd = String.raw`:,;.|<>()[\]{}\uE000\uE001`;
/** A label before an empty value. It can only begin after a character of `labelEnd`, so matching takes linear time. */
const labelBeforeEmpty = new RegExp(
  String.raw`(?<=^|[${labelEnd}])([^\p{L}\p{N}${labelEnd}]*)[\p{L}\p{N}][^${labelEnd}]*:\s*\uE000`,
  'gu',
);
const emptyBrackets = /\(\s*\uE000\s*\)|\[\s*\uE000\s*\]|\{\s*\uE000\s*\}|["“«]\uE000["”»]/;
const separators = /(?:<[bh]r[\s/]*>|[^\p{L}\p{N}<>()[\]{}"“”«»\uE000\uE001])*/u.source;
const separatorsBesideEmpty = new RegExp(`(${separators})${emptyMark}(${separators})`, 'u');

/**
 * Splits template text at placeholders that do not name a node, and so never have a value. Markup such as `<br>`, and
 * a `<` before a space, are text.
 */
export function splitTemplateText(text: string): readonly TemplatePiece[] {
  return text
    .split(/(<[^<>\s][^<>]*>)/)
    .map((piece, index) =>
      index % 2 === 1 && !markupTag.test(piece)
        ? { kind: 'value', text: '' }
        : { kind: 'text', text: piece },
    );
}

/**
 * Joins the pieces of a template. An empty value is removed together with brackets around it and a label before it
 * (`Type: `). Of the separators before and after it, one stays if there is text on both sides.
 * @returns empty if the template has placeholders and all values are empty
 */
export function joinTemplatePieces(pieces: readonly TemplatePiece[]): string {
  const placeholders = pieces.filter(({ kind }) => kind === 'value');
  const values = placeholders
    .filter((placeholder) => !isBlank(placeholder))
    .map(({ text }) => text);
  if (placeholders.length > 0 && values.length === 0) return '';
  if (values.length === placeholders.length)
    return pieces
      .map(({ text }) => text)
      .join('')
      .trim();
  return removeEmptyMarks(pieces.map(toMark).join(''))
    .replaceAll(filledMark, () => values.shift() ?? '')
    .trim();
}

function isBlank({ text }: TemplatePiece): boolean {
  return text.trim() === '';
}

function toMark(piece: TemplatePiece): string {
  if (piece.kind === 'text') return piece.text;
  return isBlank(piece) ? emptyMark : filledMark;
}

function removeEmptyMarks(markedText: string): string {
  let text = markedText.replaceAll(labelBeforeEmpty, `$1${emptyMark}`);
  while (text.includes(emptyMark)) {
    text = emptyBrackets.test(text)
      ? text.replace(emptyBrackets, emptyMark)
      : text.replace(separatorsBesideEmpty, chooseSeparator);
  }
  return text;
}

/** Returns which of the two separators stays. */
function chooseSeparator(
  match: string,
  before: string,
  after: string,
  index: number,
  markedText: string,
): string {
  const end = index + match.length;
  const isFirst = index === 0 || '([{'.includes(markedText.charAt(index - 1));
  const isLast = end === markedText.length || ')]}'.includes(markedText.charAt(end));
  if (isFirst || isLast) return '';
  const difference = before.trim().length - after.trim().length || before.length - after.length;
  return difference > 0 ? before : after;
}
