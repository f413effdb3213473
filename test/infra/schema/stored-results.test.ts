import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { denyNodegroupsToGroup, setGroupDefaults } from '../../../infra/queries/groups.ts';
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
  await stack.data.write(setGroupDefaults('Guest', reads));
  await stack.data.write(setGroupDefaults('Spatial View Reader', reads));
  await addTestSpatialView(
    { stack },
    { slug: 'places', nodes: [placeNodes.name, placeNodes.placeType] },
  );
});

afterAll(async () => stack?.close());

const value = async (query: string) => {
  const [row] = await stack.owner.read(rawSql(`select (${query})::text`));
  return row?.[0];
};

const isFunction = ({ kind, name }: SchemaDefinition, called: string): boolean =>
  kind === 'function' && name.startsWith(`${called}(`);

/** The schema with another text of one function. */
function changed(called: string, change: (text: string) => string): Schema {
  const definitions = schema.definitions.map((definition) =>
    isFunction(definition, called) ? { ...definition, text: change(definition.text) } : definition,
  );
  return { ...schema, definitions, version: `${schema.version} with another ${called}` };
}

/** The kinds of results that depend on a function. */
const affectedBy = (called: string): readonly string[] =>
  findAffectedResults(
    schema,
    schema.definitions.filter((definition) => isFunction(definition, called)),
  ).map(({ name }) => name);

/** Tables that hold results. */
const tables = [
  'rights',
  'feature',
  'resource_relation',
  'name_source',
  'concept_value',
  'graph',
  'node',
  'publication',
  'public.places_mixed_geom',
];

const contents = async () =>
  Promise.all(
    tables.map(async (table) => [
      table,
      await value(`select md5(string_agg(r::text, ',' order by r::text)) from ${table} r`),
    ]),
  );

describe('a stored result of functions', () => {
  it('is known for every function and view that could change it', () => {
    const parts = schema.definitions.filter(({ kind }) => kind === 'function' || kind === 'view');
    expect(parts.length).toBeGreaterThan(100);
    for (const part of parts) expect(() => findAffectedResults(schema, [part])).not.toThrow();
  });

  it.each([
    ['granted_nodegroup', 'rights'],
    ['geometry_or_null', 'features and relations'],
    ['reference_of_tile', 'features and relations'],
    ['basis_source', 'sources of names'],
    ['folded_label', 'labels as they are searched'],
    ['naming_of', 'columns of models'],
    ['spatial_layer.collect_labels', 'spatial views'],
  ])('depends on %s: %s', (called, result) => {
    expect(affectedBy(called)).toContain(result);
  });

  it('does not depend on a function that only reads', () => {
    expect(affectedBy('visible_resource')).toEqual([]);
  });

  it('is unchanged after it is rebuilt by the same functions', async () => {
    const before = await contents();
    expect(await value('select count(*) > 0 from public.places_mixed_geom')).toBe('true');
    await stack.owner.transaction((transaction) => startRebuild(transaction, schema.storedResults));
    await rebuildStaleResults(stack.owner, schema.storedResults);
    expect(await contents()).toEqual(before);
    expect(await value('select count(*) from stale_result')).toBe('0');
  });
});

describe('a change of granted_nodegroup', () => {
  /** Whether the function is the new one, and whether anonymous callers may read the nodegroup. */
  const visibleState = async (nodegroup: string) =>
    value(`select jsonb_build_array(
  (select p.prosrc like '%no_access and false%' from pg_proc p where p.proname = 'granted_nodegroup'),
  exists (select from readable_nodegroup(null) n where n.nodegroup_id = '${nodegroup}')
)`);

  it('becomes visible in every session at the same moment as the resulting rights', async () => {
    const nodegroup = await value(
      `select n.nodegroup_id from node n where n.node_id = '${placeNodes.placeType}'`,
    );
    await stack.data.write(denyNodegroupsToGroup('Guest', [String(nodegroup)]));
    const next = changed('granted_nodegroup', (text) =>
      text
        .replace('where b.no_access', 'where b.no_access and false')
        .replaceAll("else 'closed'", "else 'grant'"),
    );
    const seen = new Set([await visibleState(String(nodegroup))]);
    const over = new AbortController();
    const upgraded = upgradeSchema(stack.owner, next).finally(() => over.abort());
    while (!over.signal.aborted) seen.add(await visibleState(String(nodegroup)));
    seen.add(await visibleState(String(nodegroup)));
    expect(await upgraded).toContain('rebuilding: rights');
    expect([...seen]).toEqual(['[false, false]', '[true, true]']);
  });
});

describe('a change of geometry_or_null', () => {
  it('changes the features of existing tiles, which keep their gids', async () => {
    const numbers = "select md5(string_agg(f.gid::text, ',' order by f.gid)) from feature f";
    const before = await value(numbers);
    const next = changed('geometry_or_null', (text) =>
      text.replace('if jsonb_path_exists', 'if true or jsonb_path_exists'),
    );
    await upgradeSchema(stack.owner, next);
    await rebuildStaleResults(stack.owner, next.storedResults);
    expect(await value('select count(f.geometry) from feature f')).toBe('0');
    expect(await value(numbers)).toBe(before);
  });
});
