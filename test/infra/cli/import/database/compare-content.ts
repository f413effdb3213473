import { openSource } from '../../../../../infra/cli/import/database/source.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import type { TestStack } from '../../../../support/stack.ts';

/** The same rows of the source and of the database here, as texts. */
const contents = {
  tiles: [
    `select t.tileid::text || ' ' || row(t.resourceinstanceid, t.nodegroupid, t.parenttileid, t.sortorder, t.tiledata::text, t.provisionaledits::text)::text as row
from tiles t
join resource_instances r on r.resourceinstanceid = t.resourceinstanceid
where r.graphid <> 'ff623370-fa12-11e6-b98b-6c4008b05c4c'`,
    `select t.tile_id::text || ' ' || row(t.resource_id, t.nodegroup_id, t.parent_tile_id, t.sort_order, t.data::text, t.provisional_edits::text)::text as row
from tile t`,
  ],
  resources: [
    `select row(r.resourceinstanceid, r.graphid, r.legacyid, r.createdtime)::text as row
from resource_instances r
where r.graphid <> 'ff623370-fa12-11e6-b98b-6c4008b05c4c'`,
    'select row(r.resource_id, r.graph_id, r.legacy_id, r.created_at)::text as row from resource r',
  ],
  values: [
    'select row(v.valueid, v.conceptid, v.valuetype, v.languageid, v.value)::text as row from values v',
    'select row(v.value_id, v.concept_id, v.value_type, v.language_id, v.value)::text as row from concept_value v',
  ],
  concepts: [
    'select row(c.conceptid, c.nodetype)::text as row from concepts c',
    'select row(c.concept_id, c.node_type)::text as row from concept c',
  ],
  conceptRelations: [
    'select row(r.conceptidfrom, r.relationtype, r.conceptidto)::text as row from relations r',
    'select row(r.from_concept_id, r.relation_type, r.to_concept_id)::text as row from concept_relation r where r.is_stated',
  ],
  nodes: [
    `select row(n.nodeid, n.name)::text as row from nodes n where n.graphid <> 'ff623370-fa12-11e6-b98b-6c4008b05c4c' and n.name is not null`,
    `select row(n.node_id, n.name #>> '{}')::text as row from node n`,
  ],
} as const;

export type Difference = {
  readonly onlySource: readonly string[];
  readonly onlyHere: readonly string[];
};

/** Compares the rows of a source with those here. @returns the rows that only one side has, of each kind */
export async function compareContent(
  url: string,
  stack: TestStack,
): Promise<Readonly<Record<keyof typeof contents, Difference>>> {
  const source = await openSource(url);
  const readHere = async (query: string): Promise<readonly string[]> =>
    (await stack.owner.read(rawSql(query))).map(([text]) => String(text));
  const readThere = async (query: string): Promise<readonly string[]> =>
    (await source.read(query)).map(({ row }) => row ?? '');
  try {
    const entries: [string, Difference][] = [];
    for (const [kind, [ofSource, ofHere]] of Object.entries(contents)) {
      const there = new Set(await readThere(hashesOf(ofSource)));
      const here = new Set(await readHere(hashesOf(ofHere)));
      entries.push([
        kind,
        {
          onlySource: await readThere(rowsWith([...there.difference(here)], ofSource)),
          onlyHere: await readHere(rowsWith([...here.difference(there)], ofHere)),
        },
      ]);
    }
    return Object.fromEntries(entries) as Readonly<Record<keyof typeof contents, Difference>>;
  } finally {
    await source.close();
  }
}

/** An answer of the Data API has a maximum size: rows are compared by their hashes, and only those that differ are read. */
const hashesOf = (query: string): string => `select md5(q.row) as row from (${query}) q`;

const rowsWith = (hashes: readonly string[], query: string): string =>
  `select q.row from (${query}) q where md5(q.row) in ('${hashes.slice(0, 100).join("', '")}')`;

/** The comparison of equal databases. */
export const noDifferences = Object.fromEntries(
  Object.keys(contents).map((kind) => [kind, { onlySource: [], onlyHere: [] }]),
);
