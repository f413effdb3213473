import { isBlankToken, splitStatements, tokenize, type SqlToken } from '../sql/lexer.ts';

/** What a statement of the schema makes or does. */
export type StatementKind =
  | 'foundation'
  | 'table'
  | 'type'
  | 'function'
  | 'view'
  | 'shape'
  | 'seed'
  | 'trigger';

/** One statement of the schema. */
export type SchemaDefinition = {
  readonly kind: StatementKind;
  /** What it makes, as `drop` names it: `f(integer, text)`, `t on r`; the text itself where it makes nothing with a name. */
  readonly name: string;
  /** Without the comments before it. */
  readonly text: string;
  readonly file: string;
  /** The names that stand in it, with their schema where they have one: `account`, `spatial_layer.due`; of calls with a bracket: `f(`. */
  readonly mentions: ReadonlySet<string>;
};

const named: readonly (readonly [StatementKind, RegExp])[] = [
  ['table', /^create (?:unlogged )?table ([\w.]+)/],
  ['type', /^create type ([\w.]+)/],
  ['function', /^create function ([\w.]+)/],
  ['view', /^create view ([\w.]+)/],
  ['trigger', /^create (?:constraint )?trigger (\w+)[^;]*? on ([\w.]+)\n/],
];

const unnamed: readonly (readonly [StatementKind, RegExp])[] = [
  ['foundation', /^(?:do|create (?:schema|extension)|grant usage|alter default privileges)\b/],
  ['shape', /^(?:create (?:unique )?index|alter table|grant|revoke)\b/],
  ['seed', /^(?:insert|select)\b/],
];

/**
 * The statements of a file of the schema.
 * @param file its path below the folder of the schema
 * @throws Error for a statement of a kind that no schema has
 */
export function parseDefinitions(file: string, content: string): readonly SchemaDefinition[] {
  return splitStatements(content).map((statement) => {
    const first = [...tokenize(statement)].find((token) => !isBlankToken(token))?.offset ?? 0;
    const text = statement.slice(first);
    return { ...kindAndName(file, text), text, file, mentions: mentionsOf(text) };
  });
}

function kindAndName(file: string, text: string): Pick<SchemaDefinition, 'kind' | 'name'> {
  for (const [kind, expression] of named) {
    const [, name, table] = expression.exec(text) ?? [];
    if (name === undefined) continue;
    if (kind === 'function') return { kind, name: `${name}(${argumentTypes(text)})` };
    return { kind, name: table === undefined ? name : `${name} on ${table}` };
  }
  const kind = unnamed.find(([, expression]) => expression.test(text))?.[0];
  if (kind === undefined) {
    throw new Error(`${file}: a schema has no statement such as ${text.slice(0, 60)}`);
  }
  return { kind, name: text };
}

/** The types of a function's arguments, each of which has a name and no default. */
function argumentTypes(text: string): string {
  const list = /\(([^()]*)\)/.exec(text)?.[1] ?? '';
  return list
    .split(',')
    .map((argument) => argument.trim().split(/\s+/).slice(1).join(' '))
    .join(', ');
}

function mentionsOf(text: string): ReadonlySet<string> {
  const mentions = new Set<string>();
  const visible = [...tokenize(text)].filter((token) => !isBlankToken(token));
  visible.forEach((token, index) => {
    if (token.kind === 'dollar-quoted') {
      for (const inner of mentionsOf(token.text.replaceAll(/^\$\w*\$|\$\w*\$$/g, ''))) {
        mentions.add(inner);
      }
    }
    if (token.kind !== 'word' || visible[index + 1]?.text === '.') return;
    const name = qualified(visible, index);
    mentions.add(visible[index + 1]?.text === '(' ? `${name}(` : name);
  });
  return mentions;
}

function qualified(visible: readonly SqlToken[], index: number): string {
  const [schema, dot, word] = [visible[index - 2], visible[index - 1], visible[index]];
  const prefix = dot?.text === '.' ? `${schema?.text}.` : '';
  return `${prefix}${word?.text}`;
}
