import type { Session } from '../../../infra/local/database/database.ts';
import { quoteLiteral } from './read-views.ts';

/** The results of functions for the relations of the service. A key names the function and the relation, such as `st_estimatedextent(text,text) of feature`. */
export type FunctionAnswers = ReadonlyMap<string, string>;

/** The types of arguments that can identify a relation. */
const relationTypes = ['oid', 'regclass', 'name', 'text', 'character varying'];

/** Lists the functions that read the database and that a role is allowed to call with a relation or its name: signature, name, types. */
const callableFunctionsQuery = `select p.oid::regprocedure::text, format('%I.%I', n.nspname, p.proname), array_to_json(p.proargtypes::regtype[]::text[])::text
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
where has_function_privilege(p.oid, 'execute')
  and p.prokind = 'f'
  and p.provolatile <> 'i'
  and p.proargtypes::oid[] && array[${relationTypes.map((type) => `'${type}'::regtype::oid`).join(', ')}]
  and not p.proargtypes::oid[] && array['internal'::regtype::oid, 'cstring'::regtype::oid]
  and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
  and p.provariadic = 0
  -- These read everything that the role is allowed to read, with its own rights, and take long.
  and p.proname !~ '^(database|schema)_to_xml'
order by 1`;

/** Lists the relations with geometries, their indexes, and some other relations; each with one column, which has geometries if possible. */
const relationsQuery = `select c.oid::text, n.nspname::text, c.relname::text, a.attname::text, a.attnum::text
from pg_catalog.pg_class c
join pg_namespace n on n.oid = c.relnamespace
join lateral (
  select a.attname, a.attnum
  from pg_attribute a
  where a.attrelid = c.oid
    and a.attnum > 0
    and not a.attisdropped
  order by a.atttypid = 'geometry'::regtype desc, a.attnum
  limit 1
) a on true
where n.nspname in ('public', 'spatial_layer')
  and c.relkind in ('r', 'v', 'i')
  and (
    c.relname in ('tile', 'resource', 'resource_pkey')
    or exists (
      select
      from pg_attribute g
      where g.attrelid = coalesce((select i.indrelid from pg_index i where i.indexrelid = c.oid), c.oid)
        and g.atttypid = 'geometry'::regtype
    )
  )
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
order by 2, 3`;

type Relation = {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly column: string;
  readonly columnNumber: string;
};

/** The values of the text arguments of a call, in their order; one list for each call. */
const textArguments: readonly ((relation: Relation) => readonly string[])[] = [
  ({ schema, name, column }) => [schema, name, column],
  ({ name, column }) => [name, column, 'x', 'x'],
  ({ column }) => [column, column, column],
  ({ schema, name }) => [`"${schema}"."${name}"`, schema, name],
];

const otherArguments: Readonly<Record<string, (relation: Relation) => string>> = {
  oid: ({ oid }) => oid,
  regclass: ({ oid }) => `${oid}::regclass`,
  boolean: () => 'true',
  smallint: ({ columnNumber }) => `${columnNumber}::smallint`,
  integer: ({ columnNumber }) => columnNumber,
  bigint: () => '1',
  geometry: () => 'st_makeenvelope(-180, -90, 180, 90, 4326)',
};

/** The calls of a function with a relation, as expressions. */
function buildCalls(name: string, types: readonly string[], relation: Relation): readonly string[] {
  return textArguments.map((listNames) => {
    const names = [...listNames(relation)];
    const values = types.map((type) => {
      const formatArgument = otherArguments[type];
      if (formatArgument !== undefined) return formatArgument(relation);
      return relationTypes.includes(type)
        ? `${quoteLiteral(names.shift() ?? 'x')}::${type}`
        : `null::${type}`;
    });
    return `${name}(${values.join(', ')})`;
  });
}

/** Runs calls one by one, rolls each back, and stores the results and errors in a setting. */
const callScript = (expressions: readonly string[]): string => `do $spy$
declare
  function_call text;
  answer text;
  answers jsonb = '[]';
begin
  foreach function_call in array array[${expressions.map(quoteLiteral).join(', ')}]::text[] loop
    begin
      execute 'select left(string_agg(r::text, '' ''), 2000) from ' || function_call || ' r' into answer;
      raise exception using errcode = 'SPY01', message = coalesce(answer, '');
    exception when others then
      answers = answers || to_jsonb(sqlerrm);
    end;
  end loop;
  perform set_config('spy.answers', answers::text, false);
end
$spy$`;

/**
 * Calls every function that the role of a session is allowed to execute with each relation of the service, by its id, its name or the name
 * of a column.
 * @throws all errors other than those of PostgreSQL
 */
export async function callFunctionsOnRelations(session: Session): Promise<FunctionAnswers> {
  const queryRows = async (statement: string) => (await session.query(statement, [], 60_000)).rows;
  const relations = (await queryRows(relationsQuery)).map(
    ([oid, schema, name, column, columnNumber]): Relation => ({
      oid: String(oid),
      schema: String(schema),
      name: String(name),
      column: String(column),
      columnNumber: String(columnNumber),
    }),
  );
  const answers = new Map<string, string>();
  for (const [signature, name, types] of await queryRows(callableFunctionsQuery)) {
    const argumentTypes: readonly string[] = JSON.parse(String(types));
    const expressions = relations.map((relation) => [
      ...new Set(buildCalls(String(name), argumentTypes, relation)),
    ]);
    await session.query(callScript(expressions.flat()), [], 60_000);
    const [[setting] = []] = await queryRows("select current_setting('spy.answers')");
    const results: readonly string[] = JSON.parse(String(setting));
    let offset = 0;
    relations.forEach((relation, index) => {
      const count = expressions[index]?.length ?? 0;
      answers.set(
        `${signature} of ${relation.name}`,
        results.slice(offset, offset + count).join('\n'),
      );
      offset += count;
    });
  }
  return answers;
}
