/** A piece of a descriptor template: text of its own, or what stands for a mark; blank where the mark has no value. */
export type TemplatePiece = { readonly kind: 'text' | 'value'; readonly text: string };

// While the text of a template is tidied, these private characters stand for its values, whose words are never touched.
const empty = '\uE000';
const filled = '\uE001';

const markup = /^<\/?(?:b|br|div|em|h[1-6]|hr|i|li|ol|p|span|strong|sub|sup|u|ul)[\s/]*>$/;
const label = /[\p{L}\p{N}][^:,;.|<>()[\]{}\uE000\uE001]*:\s*\uE000/gu;
const nothingInBrackets = /\(\s*\uE000\s*\)|\[\s*\uE000\s*\]|\{\s*\uE000\s*\}|["“«]\uE000["”»]/;
const separators = /(?:<[bh]r[\s/]*>|[^\p{L}\p{N}<>()[\]{}"“”«»\uE000\uE001])*/u.source;
const besideNothing = new RegExp(`(${separators})${empty}(${separators})`, 'u');

/**
 * Parts the text of a template at the marks that are left in it, which name no node: they never have a value. Markup such as
 * `<br>`, and a `<` before a space, are text.
 */
export function splitTemplateText(text: string): readonly TemplatePiece[] {
  return text
    .split(/(<[^<>\s][^<>]*>)/)
    .map((piece, index) =>
      index % 2 === 1 && !markup.test(piece)
        ? { kind: 'value', text: '' }
        : { kind: 'text', text: piece },
    );
}

/**
 * The text of a filled template. An empty value leaves nothing behind: brackets around it and a label before it (`Type: `) go
 * with it, and of the separators beside it one stays where something stands on both sides. Other words of the template stay.
 * @returns nothing where the template has marks and every value is empty
 */
export function joinTemplatePieces(pieces: readonly TemplatePiece[]): string {
  const marks = pieces.filter(({ kind }) => kind === 'value');
  const values = marks.filter((mark) => !isBlank(mark)).map(({ text }) => text);
  if (marks.length > 0 && values.length === 0) return '';
  if (values.length === marks.length)
    return pieces
      .map(({ text }) => text)
      .join('')
      .trim();
  return tidied(pieces.map((piece) => outlineOf(piece)).join(''))
    .replaceAll(filled, () => values.shift() ?? '')
    .trim();
}

function isBlank({ text }: TemplatePiece): boolean {
  return text.trim() === '';
}

function outlineOf(piece: TemplatePiece): string {
  if (piece.kind === 'text') return piece.text;
  return isBlank(piece) ? empty : filled;
}

function tidied(outline: string): string {
  let text = outline.replaceAll(label, empty);
  while (text.includes(empty)) {
    text = nothingInBrackets.test(text)
      ? text.replace(nothingInBrackets, empty)
      : text.replace(besideNothing, remaining);
  }
  return text;
}

/** The separator that stays of the two beside an empty value. */
function remaining(
  both: string,
  before: string,
  after: string,
  place: number,
  outline: string,
): string {
  const end = place + both.length;
  const isFirst = place === 0 || '([{'.includes(outline.charAt(place - 1));
  const isLast = end === outline.length || ')]}'.includes(outline.charAt(end));
  if (isFirst || isLast) return '';
  const difference = before.trim().length - after.trim().length || before.length - after.length;
  return difference > 0 ? before : after;
}
