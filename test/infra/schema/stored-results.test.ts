import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  denyNodegroupsToGroup,
  setGroupDefaults,
} from '../../../infra/cli/accounts/queries/groups.ts';
import { findAffectedResults } from '../../../infra/schema/affected-results.ts';
import type { SchemaDefinition } from '../../../infra/schema/definitions.ts';
import { readSchema, type Schema } from '../../../infra/schema/read-schema.ts';
import { startRebuild, rebuildStaleResults } from '../../../infra/schema/rebuild-results.ts';
import { upgradeSchema } from '../../../infra/schema/upgrade-schema.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

let schema: Schema;
let stack: TestStack;

beforeAll(async () => {
  schema = await readSchema();
  stack = await openTestStack({ content: 'sample' });
  const reads = { read: true, write: false, delete: false };
  await stack.dataApi.write(setGroupDefaults('Guest', reads));
  await stack.dataApi.write(setGroupDefaults('Spatial View Reader', reads));
  await addTestSpatialView(
    { stack },
    { slug: 'places', nodes: [placeNodes.name, placeNodes.placeType] },
  );
});

afterAll(async () => stack?.close());

const readValue = async (query: string) => {
  const [row] = await stack.owner.read(rawSql(`select (${query})::text`));
  return row?.[0];
};

const isFunction = ({ kind, name }: SchemaDefinition, functionName: string): boolean =>
  kind === 'function' && name.startsWith(`${functionName}(`);

/** The schema with another text of one function. */
function schemaWithChange(functionName: string, change: (text: string) => string): Schema {
  const definitions = schema.definitions.map((definition) =>
    isFunction(definition, functionName)
      ? { ...definition, text: change(definition.text) }
      : definition,
  );
  return { ...schema, definitions, version: `${schema.version} with another ${functionName}` };
}

/** The kinds of results that depend on a function. */
const listAffectedResults = (functionName: string): readonly string[] =>
  findAffectedResults(
    schema,
    schema.definitions.filter((definition) => isFunction(definition, functionName)),
  ).map(({ name }) => name);

/** Tables that hold results. */
const tables = [
  'rights',
  'feature',
  'resource_relation',
  'id_entry',
  'number_entry',
  'date_entry',
  'word_entry',
  'name_source',
  'concept_value',
  'graph',
  'node',
  'publication',
  'public.places_mixed_geom',
];

const readContents = async () =>
  Promise.all(
    tables.map(async (table) => [
      table,
      await readValue(`select md5(string_agg(r::text, ',' order by r::text)) from ${table} r`),
    ]),
  );

describe('a stored result of functions', () => {
  it('can be determined for every function and view that may affect it', () => {
    const functionsAndViews = schema.definitions.filter(
      ({ kind }) => kind === 'function' || kind === 'view',
    );
    expect(functionsAndViews.length).toBeGreaterThan(100);
    for (const definition of functionsAndViews)
      expect(() => findAffectedResults(schema, [definition])).not.toThrow();
  });

  it.each([
    ['granted_nodegroup', 'rights'],
    ['geometry_or_null', 'features and relations'],
    ['reference_of_tile', 'features and relations'],
    ['id_of_value', 'entries of values'],
    ['searched_words', 'entries of values'],
    ['map_number', 'cells and grants of features'],
    ['map_rank', 'levels of features'],
    ['basis_source', 'sources of names'],
    ['folded_label', 'labels as they are searched'],
    ['naming_of', 'columns of models'],
    ['spatial_layer.collect_labels', 'spatial views'],
  ])('depends on %s: %s', (functionName, result) => {
    expect(listAffectedResults(functionName)).toContain(result);
  });

  it('does not depend on a function that only reads', () => {
    expect(listAffectedResults('visible_resource')).toEqual([]);
  });

  it('is unchanged after it is rebuilt by the same functions', async () => {
    const before = await readContents();
    expect(await readValue('select count(*) > 0 from public.places_mixed_geom')).toBe('true');
    await stack.owner.transaction((transaction) => startRebuild(transaction, schema.storedResults));
    await rebuildStaleResults(stack.owner, schema.storedResults);
    expect(await readContents()).toEqual(before);
    expect(await readValue('select count(*) from stale_result')).toBe('0');
  });
});

describe('a change of granted_nodegroup', () => {
  /** Reads whether the function is the new one, and whether anonymous callers may read the nodegroup. */
  const readState = async (nodegroup: string) =>
    readValue(`select jsonb_build_array(
  (select p.prosrc like '%no_access and false%' from pg_proc p where p.proname = 'granted_nodegroup'),
  exists (select from readable_nodegroup(null) n where n.nodegroup_id = '${nodegroup}')
)`);

  it('becomes visible in every session at the same moment as the resulting rights', async () => {
    const nodegroup = await readValue(
      `select n.nodegroup_id from node n where n.node_id = '${placeNodes.placeType}'`,
    );
    await stack.dataApi.write(denyNodegroupsToGroup('Guest', [String(nodegroup)]));
    const nextSchema = schemaWithChange('granted_nodegroup', (text) =>
      text
        .replace('where b.no_access', 'where b.no_access and false')
        .replaceAll("else 'closed'", "else 'grant'"),
    );
    const observedStates = new Set([await readState(String(nodegroup))]);
    const upgradeEnd = new AbortController();
    const upgraded = upgradeSchema(stack.owner, nextSchema).finally(() => upgradeEnd.abort());
    while (!upgradeEnd.signal.aborted) observedStates.add(await readState(String(nodegroup)));
    observedStates.add(await readState(String(nodegroup)));
    expect(await upgraded).toContain('rebuilding: rights');
    expect([...observedStates]).toEqual(['[false, false]', '[true, true]']);
  });
});

describe('a change of geometry_or_null', () => {
  it('changes the features of existing tiles, which keep their gids', async () => {
    const selectGids = "select md5(string_agg(f.gid::text, ',' order by f.gid)) from feature f";
    const before = await readValue(selectGids);
    const nextSchema = schemaWithChange('geometry_or_null', (text) =>
      text.replace('if jsonb_path_exists', 'if true or jsonb_path_exists'),
    );
    await upgradeSchema(stack.owner, nextSchema);
    await rebuildStaleResults(stack.owner, nextSchema.storedResults);
    expect(await readValue('select count(f.geometry) from feature f')).toBe('0');
    expect(await readValue(selectGids)).toBe(before);
  });
});
