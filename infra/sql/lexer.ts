/** What a piece of SQL text is. `text` is what has no kind of its own: brackets, commas, dots, `$1`. */
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

/** A piece of SQL text; `offset` is where it begins, in UTF-16 units. `identifier` is a quoted one. */
export type SqlToken = {
  readonly kind: SqlTokenKind;
  readonly text: string;
  readonly offset: number;
};

/** Who reads the text: PostgreSQL, or the Data API, which does not know dollar quotes. */
type TextReader = 'database' | 'service';

const wordCharacters = 'A-Za-z_\\u0080-\\uffff';

// Sticky expressions, tried in this order; the first that matches at a place is the token there.
const rules: readonly (readonly [SqlTokenKind, RegExp])[] = [
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

// An operator ends where a comment begins.
const operator = /(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?])+/y;
const dollarTag = new RegExp(`\\$(?:[${wordCharacters}][${wordCharacters}0-9]*)?\\$`, 'y');
const commentEdge = /\/\*|\*\//g;

function matchAt(expression: RegExp, sql: string, offset: number): string {
  expression.lastIndex = offset;
  return expression.exec(sql)?.[0] ?? '';
}

function dollarQuoted(sql: string, offset: number): string {
  const tag = matchAt(dollarTag, sql, offset);
  if (tag === '') return '';
  const end = sql.indexOf(tag, offset + tag.length);
  return sql.slice(offset, end === -1 ? sql.length : end + tag.length);
}

function blockComment(sql: string, offset: number): string {
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

function tokenAt(sql: string, offset: number, reader: TextReader): SqlToken {
  const quoted = reader === 'database' ? dollarQuoted(sql, offset) : '';
  if (quoted !== '') return { kind: 'dollar-quoted', text: quoted, offset };
  const comment = blockComment(sql, offset);
  if (comment !== '') return { kind: 'comment', text: comment, offset };
  for (const [kind, expression] of rules) {
    const text = matchAt(expression, sql, offset);
    if (text !== '') return { kind, text, offset };
  }
  const text = matchAt(operator, sql, offset);
  if (text !== '') return { kind: 'operator', text, offset };
  return { kind: 'text', text: sql.charAt(offset), offset };
}

function* scan(sql: string, reader: TextReader): Generator<SqlToken> {
  for (let offset = 0; offset < sql.length;) {
    const token = tokenAt(sql, offset, reader);
    yield token;
    offset += token.text.length;
  }
}

/**
 * Cuts SQL text into tokens as PostgreSQL reads it (SQL syntax, lexical structure); put together they are the text
 * again. Text that ends within a quote or a comment is one token to its end.
 */
export function tokenize(sql: string): Generator<SqlToken> {
  return scan(sql, 'database');
}

/** True for a token that says nothing: space or a comment. */
export function isBlankToken(token: SqlToken): boolean {
  return token.kind === 'space' || token.kind === 'comment';
}

/** How deep in `begin atomic … end` a text is; `case … end` and inner blocks count as levels of it. */
function atomicDepth(depth: number, word: string, wordBefore: string): number {
  if (depth === 0) return wordBefore === 'begin' && word === 'atomic' ? 1 : 0;
  if (word === 'case' || word === 'begin') return depth + 1;
  return word === 'end' ? depth - 1 : depth;
}

/**
 * Splits SQL text into its statements, without their semicolons and without those that are only comments.
 * Semicolons inside quotes, dollar quotes, comments and `begin atomic … end` bodies do not end a statement.
 */
export function splitStatements(sql: string): readonly string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0;
  let wordBefore = '';
  let empty = true;
  const finish = (end: number): void => {
    if (!empty) statements.push(sql.slice(start, end).trim());
    empty = true;
  };
  for (const token of tokenize(sql)) {
    if (isBlankToken(token)) continue;
    const word = token.kind === 'word' ? token.text.toLowerCase() : '';
    depth = atomicDepth(depth, word, wordBefore);
    wordBefore = word;
    if (token.kind === 'semicolon' && depth === 0) {
      finish(token.offset);
      start = token.offset + 1;
    } else {
      empty = false;
    }
  }
  finish(sql.length);
  return statements;
}

/** A place where the Data API puts a parameter; `offset` is that of the colon. */
export type ParameterOccurrence = { readonly name: string; readonly offset: number };

/**
 * The parameters that the Data API finds in SQL text, one for each occurrence, in order. It passes over quotes and
 * comments and knows `::`, but it looks into dollar quotes, and takes the end of a slice (`a[1:2]`) for a parameter.
 * Source: the behaviour of the service, as projects that measured it describe it.
 */
export function parameterOccurrences(sql: string): readonly ParameterOccurrence[] {
  return Array.from(scan(sql, 'service'))
    .filter((token) => token.kind === 'parameter')
    .map((token) => ({ name: token.text.slice(1), offset: token.offset }));
}

/** The names of the parameters that the Data API finds in SQL text, each once, in order of appearance. */
export function parameterNames(sql: string): readonly string[] {
  return [...new Set(parameterOccurrences(sql).map((occurrence) => occurrence.name))];
}

/** A place where the Data API and PostgreSQL read SQL text differently; the message says what to change. */
export type SqlHazard = {
  readonly kind: 'dollar-quoted' | 'slice' | 'hidden';
  readonly text: string;
  readonly offset: number;
  readonly message: string;
};

const hazardReasons: Readonly<Record<SqlHazard['kind'], string>> = {
  'dollar-quoted':
    'stands inside a dollar-quoted text, where the Data API would replace it by a parameter.',
  slice:
    'is the end of an array slice, which the Data API takes for a parameter: put a space after the colon.',
  hidden:
    'is not seen as a parameter by the Data API, because of a quote in the dollar-quoted text before it.',
};

function hazard(kind: SqlHazard['kind'], sql: string, place: TextSpan): SqlHazard {
  const line = sql.slice(0, place.offset).split('\n').length;
  const message = `${place.text} (line ${line}) ${hazardReasons[kind]}`;
  return { kind, text: place.text, offset: place.offset, message };
}

type TextSpan = Pick<SqlToken, 'text' | 'offset'>;

/** Whatever looks like a parameter within dollar quotes, in inner quotes too: it is not worth the risk. */
function inDollarQuotes(sql: string): readonly TextSpan[] {
  return Array.from(tokenize(sql))
    .filter((token) => token.kind === 'dollar-quoted')
    .flatMap(({ text, offset }) =>
      Array.from(text.matchAll(/(?<!:):[A-Za-z0-9_]+/g), (match) => ({
        text: match[0],
        offset: offset + match.index,
      })),
    );
}

/** Parameters that the Data API passes over, because a quote within dollar quotes misleads it. */
function hidden(sql: string): readonly TextSpan[] {
  const seen = new Set(parameterOccurrences(sql).map((occurrence) => occurrence.offset));
  return Array.from(tokenize(sql)).filter(
    (token) => token.kind === 'parameter' && !seen.has(token.offset),
  );
}

/** Parameters that end a slice: right after a value inside brackets, or a number right after the bracket. */
function sliceEnds(sql: string): readonly SqlToken[] {
  const ends: SqlToken[] = [];
  const open: string[] = [];
  let before: SqlToken | undefined;
  for (const token of tokenize(sql)) {
    if (isBlankToken(token)) continue;
    const inBrackets = open.at(-1) === '[';
    if (token.kind === 'parameter' && inBrackets && endsSlice(before, token)) ends.push(token);
    if (token.text === '[' || token.text === '(') open.push(token.text);
    if (token.text === ']' || token.text === ')') open.pop();
    before = token;
  }
  return ends;
}

function endsSlice(before: SqlToken | undefined, parameter: SqlToken): boolean {
  if (before === undefined) return false;
  if (before.text === '[') return /^:\d+$/.test(parameter.text);
  return before.text !== ',' && before.kind !== 'operator' && before.kind !== 'cast';
}

/**
 * Finds what the Data API would silently read in another way than PostgreSQL does: `:word` within dollar quotes, array
 * slices, and parameters that it cannot see. Text with hazards must not be sent.
 */
export function findHazards(sql: string): readonly SqlHazard[] {
  return [
    ...inDollarQuotes(sql).map((place) => hazard('dollar-quoted', sql, place)),
    ...hidden(sql).map((place) => hazard('hidden', sql, place)),
    ...sliceEnds(sql).map((place) => hazard('slice', sql, place)),
  ].sort((one, other) => one.offset - other.offset);
}
