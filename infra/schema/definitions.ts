import { isBlankToken, splitStatements, tokenize, type SqlToken } from '../sql/lexer.ts';

/** `foundation`: roles, schemas and extensions; `shape`: indexes, constraints and rights; `seed`: initial rows. */
export type StatementKind =
  | 'foundation'
  | 'table'
  | 'type'
  | 'function'
  | 'view'
  | 'shape'
  | 'seed'
  | 'trigger';

/** A statement of the schema. */
export type SchemaDefinition = {
  readonly kind: StatementKind;
  /** The name of the object as in `drop`: `f(integer, text)`, `t on r`; the text itself if it creates no named object. */
  readonly name: string;
  /** Without leading comments. */
  readonly text: string;
  readonly file: string;
  /** All names in the text, qualified as written: `account`, `spatial_layer.change`; for a called function `f(`. */
  readonly mentions: ReadonlySet<string>;
};

const patternsOfNamedKinds: readonly (readonly [StatementKind, RegExp])[] = [
  ['table', /^create (?:unlogged )?table ([\w.]+)/],
  ['type', /^create type ([\w.]+)/],
  ['function', /^create function ([\w.]+)/],
  ['view', /^create view ([\w.]+)/],
  ['trigger', /^create (?:constraint )?trigger (\w+)\s[^;]*? on ([\w.]+)\n/],
];

const patternsOfUnnamedKinds: readonly (readonly [StatementKind, RegExp])[] = [
  ['foundation', /^(?:do|create (?:schema|extension)|grant usage|alter default privileges)\b/],
  ['shape', /^(?:create (?:unique )?index|alter (?:table|index)|grant|revoke)\b/],
  ['seed', /^(?:insert|select)\b/],
];

/**
 * Parses a file of the schema.
 * @param file the path of the file, relative to the folder of the schema
 * @throws Error for a statement of an unknown kind
 */
export function parseDefinitions(file: string, content: string): readonly SchemaDefinition[] {
  return splitStatements(content).map((statement) => {
    const firstOffset = [...tokenize(statement)].find((token) => !isBlankToken(token))?.offset ?? 0;
    const text = statement.slice(firstOffset);
    return { ...parseKindAndName(file, text), text, file, mentions: findMentions(text) };
  });
}

function parseKindAndName(file: string, text: string): Pick<SchemaDefinition, 'kind' | 'name'> {
  for (const [kind, expression] of patternsOfNamedKinds) {
    const [, name, table] = expression.exec(text) ?? [];
    if (name === undefined) continue;
    if (kind === 'function') return { kind, name: `${name}(${listArgumentTypes(text)})` };
    return { kind, name: table === undefined ? name : `${name} on ${table}` };
  }
  const kind = patternsOfUnnamedKinds.find(([, expression]) => expression.test(text))?.[0];
  if (kind === undefined) {
    throw new Error(`${file}: unknown kind of statement: ${text.slice(0, 60)}`);
  }
  return { kind, name: text };
}

/** Lists the argument types of a function. Arguments must have names and no defaults. */
function listArgumentTypes(text: string): string {
  const list = /\(([^()]*)\)/.exec(text)?.[1] ?? '';
  return list
    .split(',')
    .map((argument) => argument.trim().split(/\s+/).slice(1).join(' '))
    .join(', ');
}

function findMentions(text: string): ReadonlySet<string> {
  const mentions = new Set<string>();
  const tokens = [...tokenize(text)].filter((token) => !isBlankToken(token));
  tokens.forEach((token, index) => {
    if (token.kind === 'dollar-quoted') {
      const body = token.text.replaceAll(/^\$\w*\$|\$\w*\$$/g, '');
      for (const inner of findMentions(body)) mentions.add(inner);
    }
    if (token.kind !== 'word' || tokens[index + 1]?.text === '.') return;
    const name = qualifiedName(tokens, index);
    mentions.add(tokens[index + 1]?.text === '(' ? `${name}(` : name);
  });
  return mentions;
}

function qualifiedName(tokens: readonly SqlToken[], index: number): string {
  const [schema, dot, word] = [tokens[index - 2], tokens[index - 1], tokens[index]];
  const prefix = dot?.text === '.' ? `${schema?.text}.` : '';
  return `${prefix}${word?.text}`;
}
