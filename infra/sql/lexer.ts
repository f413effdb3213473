/** `text` is everything without a kind of its own: brackets, commas, dots, `$1`. */
export type SqlTokenKind =
  | 'text'
  | 'string'
  | 'identifier'
  | 'comment'
  | 'dollar-quoted'
  | 'parameter'
  | 'cast'
  | 'semicolon'
  | 'number'
  | 'operator'
  | 'word'
  | 'space';

/** A token. An `identifier` is quoted; `offset` is in UTF-16 units. */
export type SqlToken = {
  readonly kind: SqlTokenKind;
  readonly text: string;
  readonly offset: number;
};

/** `postgresql`: SQL as PostgreSQL reads it. `data-api`: as the Data API reads it, which does not know dollar quotes. */
type Dialect = 'postgresql' | 'data-api';

const wordCharacters = 'A-Za-z_\\u0080-\\uffff';

// The first rule that matches counts. The regular expressions are sticky, so that they match only at the offset.
const tokenRules: readonly (readonly [SqlTokenKind, RegExp])[] = [
  ['space', /\s+/y],
  ['comment', /--[^\n]*/y],
  ['string', /[eE]'(?:[^'\\]|\\[^]|'')*(?:'|\\?$)/y],
  ['string', /(?:[uU]&|[bBxXnN])?'(?:[^']|'')*(?:'|$)/y],
  ['identifier', /(?:[uU]&)?"(?:[^"]|"")*(?:"|$)/y],
  ['word', new RegExp(`[${wordCharacters}][${wordCharacters}0-9$]*`, 'y')],
  ['number', /\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?/y],
  ['cast', /::/y],
  ['parameter', /:[A-Za-z0-9_]+/y],
  ['operator', /:=|:/y],
  ['semicolon', /;/y],
  ['text', /\$\d*|[()[\],.]/y],
];

// A comment ends an operator.
const operatorPattern = /(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?])+/y;
const dollarTag = new RegExp(`\\$(?:[${wordCharacters}][${wordCharacters}0-9]*)?\\$`, 'y');
const commentEdge = /\/\*|\*\//g;

function matchAt(expression: RegExp, sql: string, offset: number): string {
  expression.lastIndex = offset;
  return expression.exec(sql)?.[0] ?? '';
}

function matchDollarQuoted(sql: string, offset: number): string {
  const tag = matchAt(dollarTag, sql, offset);
  if (tag === '') return '';
  const end = sql.indexOf(tag, offset + tag.length);
  return sql.slice(offset, end === -1 ? sql.length : end + tag.length);
}

function matchBlockComment(sql: string, offset: number): string {
  if (!sql.startsWith('/*', offset)) return '';
  let depth = 0;
  commentEdge.lastIndex = offset;
  for (;;) {
    const edge = commentEdge.exec(sql);
    if (edge === null) return sql.slice(offset);
    depth += edge[0] === '/*' ? 1 : -1;
    if (depth === 0) return sql.slice(offset, commentEdge.lastIndex);
  }
}

function readToken(sql: string, offset: number, dialect: Dialect): SqlToken {
  const quoted = dialect === 'postgresql' ? matchDollarQuoted(sql, offset) : '';
  if (quoted !== '') return { kind: 'dollar-quoted', text: quoted, offset };
  const comment = matchBlockComment(sql, offset);
  if (comment !== '') return { kind: 'comment', text: comment, offset };
  for (const [kind, expression] of tokenRules) {
    const text = matchAt(expression, sql, offset);
    if (text !== '') return { kind, text, offset };
  }
  const text = matchAt(operatorPattern, sql, offset);
  if (text !== '') return { kind: 'operator', text, offset };
  return { kind: 'text', text: sql.charAt(offset), offset };
}

function* scan(sql: string, dialect: Dialect): Generator<SqlToken> {
  for (let offset = 0; offset < sql.length;) {
    const token = readToken(sql, offset, dialect);
    yield token;
    offset += token.text.length;
  }
}

/**
 * Splits SQL text into tokens as PostgreSQL does (PostgreSQL manual, Lexical Structure). The tokens, joined, are the
 * whole text. An unterminated quote or comment extends to the end.
 */
export function tokenize(sql: string): Generator<SqlToken> {
  return scan(sql, 'postgresql');
}

/** Whether a token is white space or a comment. */
export function isBlankToken(token: SqlToken): boolean {
  return token.kind === 'space' || token.kind === 'comment';
}

/** Returns the nesting depth in `begin atomic … end` after a word, including `case … end` and inner blocks. */
function nextAtomicDepth(depth: number, word: string, previousWord: string): number {
  if (depth === 0) return previousWord === 'begin' && word === 'atomic' ? 1 : 0;
  if (word === 'case' || word === 'begin') return depth + 1;
  return word === 'end' ? depth - 1 : depth;
}

/**
 * Splits SQL text into statements, without the semicolons between them. A semicolon in a quote, a comment or
 * `begin atomic … end` does not end a statement. Statements that contain only comments are left out.
 */
export function splitStatements(sql: string): readonly string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0;
  let previousWord = '';
  let isEmpty = true;
  const finish = (end: number): void => {
    if (!isEmpty) statements.push(sql.slice(start, end).trim());
    isEmpty = true;
  };
  for (const token of tokenize(sql)) {
    if (isBlankToken(token)) continue;
    const word = token.kind === 'word' ? token.text.toLowerCase() : '';
    depth = nextAtomicDepth(depth, word, previousWord);
    previousWord = word;
    if (token.kind === 'semicolon' && depth === 0) {
      finish(token.offset);
      start = token.offset + 1;
    } else {
      isEmpty = false;
    }
  }
  finish(sql.length);
  return statements;
}

/** A parameter as the Data API finds it; `offset` is that of the colon. */
export type ParameterOccurrence = { readonly name: string; readonly offset: number };

/**
 * Finds the parameters of SQL text as the Data API does, one for each occurrence. The Data API skips quotes, comments
 * and `::`, but it searches dollar quotes, and mistakes the end of a slice (`a[1:2]`) for a parameter. Source:
 * measurements of the Data API by other projects.
 */
export function findParameterOccurrences(sql: string): readonly ParameterOccurrence[] {
  return Array.from(scan(sql, 'data-api'))
    .filter((token) => token.kind === 'parameter')
    .map((token) => ({ name: token.text.slice(1), offset: token.offset }));
}

/** Lists the distinct names of the parameters of SQL text, in the order of their first occurrences. */
export function listParameterNames(sql: string): readonly string[] {
  return [...new Set(findParameterOccurrences(sql).map((occurrence) => occurrence.name))];
}

/** SQL text that the Data API and PostgreSQL read differently. */
export type SqlHazard = {
  readonly kind: 'dollar-quoted' | 'slice' | 'hidden';
  readonly text: string;
  readonly offset: number;
  readonly message: string;
};

const hazardReasons: Readonly<Record<SqlHazard['kind'], string>> = {
  'dollar-quoted':
    'is inside a dollar-quoted text, where the Data API would replace it with a parameter.',
  slice:
    'is the end of an array slice, which the Data API mistakes for a parameter. Put a space after the colon.',
  hidden:
    'is no parameter for the Data API, because of a quote in the dollar-quoted text before it.',
};

function toHazard(kind: SqlHazard['kind'], sql: string, span: TextSpan): SqlHazard {
  const line = sql.slice(0, span.offset).split('\n').length;
  const message = `${span.text} (line ${line}) ${hazardReasons[kind]}`;
  return { kind, text: span.text, offset: span.offset, message };
}

type TextSpan = Pick<SqlToken, 'text' | 'offset'>;

/** Finds everything that looks like a parameter in dollar quotes, even in inner quotes. */
function findParametersInDollarQuotes(sql: string): readonly TextSpan[] {
  return Array.from(tokenize(sql))
    .filter((token) => token.kind === 'dollar-quoted')
    .flatMap(({ text, offset }) =>
      Array.from(text.matchAll(/(?<!:):[A-Za-z0-9_]+/g), (match) => ({
        text: match[0],
        offset: offset + match.index,
      })),
    );
}

/** Finds parameters that the Data API misses because of a quote in dollar quotes. */
function findHiddenParameters(sql: string): readonly TextSpan[] {
  const visibleOffsets = new Set(
    findParameterOccurrences(sql).map((occurrence) => occurrence.offset),
  );
  return Array.from(tokenize(sql)).filter(
    (token) => token.kind === 'parameter' && !visibleOffsets.has(token.offset),
  );
}

/**
 * Finds the ends of array slices that the Data API would mistake for parameters: those after a value in brackets
 * (`a[i:2]`), and numbers directly after the bracket (`a[:2]`).
 */
function findSliceEnds(sql: string): readonly SqlToken[] {
  const ends: SqlToken[] = [];
  const openBrackets: string[] = [];
  let previousToken: SqlToken | undefined;
  for (const token of tokenize(sql)) {
    if (isBlankToken(token)) continue;
    const inBrackets = openBrackets.at(-1) === '[';
    if (token.kind === 'parameter' && inBrackets && endsSlice(previousToken, token))
      ends.push(token);
    if (token.text === '[' || token.text === '(') openBrackets.push(token.text);
    if (token.text === ']' || token.text === ')') openBrackets.pop();
    previousToken = token;
  }
  return ends;
}

function endsSlice(previousToken: SqlToken | undefined, parameter: SqlToken): boolean {
  if (previousToken === undefined) return false;
  if (previousToken.text === '[') return /^:\d+$/.test(parameter.text);
  return (
    previousToken.text !== ',' && previousToken.kind !== 'operator' && previousToken.kind !== 'cast'
  );
}

/** Finds text that the Data API would misread without an error: `:word` in dollar quotes, array slices, and parameters that it misses. */
export function findHazards(sql: string): readonly SqlHazard[] {
  return [
    ...findParametersInDollarQuotes(sql).map((span) => toHazard('dollar-quoted', sql, span)),
    ...findHiddenParameters(sql).map((span) => toHazard('hidden', sql, span)),
    ...findSliceEnds(sql).map((span) => toHazard('slice', sql, span)),
  ].sort((a, b) => a.offset - b.offset);
}
