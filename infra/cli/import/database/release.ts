import { CommandError } from '../../command-error.ts';
import type { Source } from './source.ts';

/** A release whose database can be imported. */
export type Release = '7.0–7.5' | '7.6';

/** The columns that the import reads, and that all releases from 7.0 to 7.6 have. */
const requiredColumns: Readonly<Record<string, readonly string[]>> = {
  graphs: ['graphid', 'name', 'isresource', 'ontologyid', 'publicationid', 'slug'],
  nodes: ['nodeid', 'graphid', 'nodegroupid', 'datatype', 'config', 'alias', 'istopnode'],
  edges: ['graphid', 'domainnodeid', 'rangenodeid', 'ontologyproperty'],
  node_groups: ['nodegroupid', 'parentnodegroupid', 'cardinality'],
  cards: ['cardid', 'graphid', 'nodegroupid', 'name', 'visible'],
  card_constraints: ['constraintid', 'cardid', 'uniquetoallinstances'],
  constraints_x_nodes: ['constraintid', 'nodeid'],
  cards_x_nodes_x_widgets: ['nodeid', 'cardid', 'label', 'config'],
  functions_x_graphs: ['graphid', 'config'],
  graphs_x_published_graphs: ['publicationid', 'graphid'],
  ontologies: ['ontologyid', 'name', 'version', 'parentontologyid'],
  ontologyclasses: ['ontologyid', 'source', 'target'],
  concepts: ['conceptid', 'nodetype', 'legacyoid'],
  values: ['valueid', 'conceptid', 'valuetype', 'languageid', 'value'],
  relations: ['conceptidfrom', 'conceptidto', 'relationtype'],
  resource_instances: ['resourceinstanceid', 'graphid', 'legacyid', 'createdtime', 'name'],
  tiles: ['tileid', 'resourceinstanceid', 'nodegroupid', 'parenttileid', 'sortorder', 'tiledata'],
  resource_x_resource: ['resourceinstanceidfrom', 'resourceinstanceidto', 'tileid'],
  edit_log: ['editlogid', 'edittype', 'timestamp', 'resourceinstanceid', 'transactionid'],
  files: ['fileid', 'path', 'tileid'],
  languages: ['code'],
  django_migrations: ['id', 'applied'],
};

/** What a newer release has that this service would lose. */
const losses: readonly (readonly [table: string, column: string | undefined, loss: string])[] = [
  ['resource_instances', 'resource_instance_lifecycle_state_id', 'lifecycle states'],
  ['resource_instance_lifecycles', undefined, 'lifecycles'],
  ['graphs', 'is_active', 'the state of models'],
  ['graphs', 'source_identifier_id', 'drafts of models'],
  ['controlled_lists_list', undefined, 'controlled lists'],
  ['controlledlists', undefined, 'controlled lists'],
];

/** Tables of which every column is read. A column that no release of 7 has would be lost. */
const columnsOfData: Readonly<Record<string, readonly string[]>> = {
  resource_instances: [
    'resourceinstanceid',
    'graphid',
    'legacyid',
    'createdtime',
    'descriptors',
    'name',
    'graphpublicationid',
    'principaluser_id',
    'principaluserid',
  ],
  tiles: [
    'tileid',
    'resourceinstanceid',
    'nodegroupid',
    'parenttileid',
    'sortorder',
    'tiledata',
    'provisionaledits',
  ],
};

type Columns = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Tells the release of a database of the platform by its columns.
 * @throws CommandError `unsupported_release` for releases before 7.0 and from 8, and for databases that are of no known release
 */
export async function detectRelease(source: Pick<Source, 'read'>): Promise<Release> {
  const rows = await source.read(`select c.table_name, c.column_name
from information_schema.columns c
where c.table_schema = 'public'`);
  const columns: Columns = new Map(
    [...Map.groupBy(rows, (row) => row['table_name'] ?? '')].map(([table, ofTable]) => [
      table,
      new Set(ofTable.map((row) => row['column_name'] ?? '')),
    ]),
  );
  refuseOtherDatabases(columns);
  refuseNewerReleases(columns);
  refuseOlderReleases(columns);
  refuseUnknownColumns(columns);
  const has = (column: string) => columns.get('resource_instances')?.has(column) === true;
  return has('principaluser_id') || has('principaluserid') ? '7.6' : '7.0–7.5';
}

function refuse(message: string): never {
  throw new CommandError('unsupported_release', `${message} Nothing was changed.`);
}

function refuseOtherDatabases(columns: Columns): void {
  if (columns.has('resource_instances') && columns.has('tiles') && columns.has('graphs')) return;
  refuse(
    'The database is not one of the Arches platform: it has no tables resource_instances, tiles and graphs. Check the name of the database in the URL.',
  );
}

function refuseNewerReleases(columns: Columns): void {
  const lost = losses
    .filter(([table, column]) => {
      const ofTable = columns.get(table);
      return ofTable !== undefined && (column === undefined || ofTable.has(column));
    })
    .map(([, , loss]) => loss);
  if (lost.length === 0) return;
  refuse(
    `The database is of release 8 or later. These of its data would not be taken: ${[...new Set(lost)].join(', ')}. Releases 7.0 to 7.6 can be imported.`,
  );
}

function refuseOlderReleases(columns: Columns): void {
  const graphs = columns.get('graphs');
  if (graphs?.has('publicationid') === true && columns.has('languages')) return;
  const hasDescriptors = columns.get('resource_instances')?.has('descriptors') === true;
  const name = hasDescriptors ? 'release 6.2' : 'a release before 6.2';
  refuse(
    `The database is of ${name}: its texts have no languages, and its models no publications. Mobile projects, texts and widgets of it would not be taken as they are. Upgrade it to 7.0 or later there, or import its exports with hds import package.`,
  );
}

function refuseUnknownColumns(columns: Columns): void {
  const missing = Object.entries(requiredColumns).flatMap(([table, names]) =>
    names
      .filter((name) => columns.get(table)?.has(name) !== true)
      .map((name) => `${table}.${name}`),
  );
  if (missing.length > 0)
    refuse(
      `The database is of an unknown release: it has no column ${missing.join(', ')}. Releases 7.0 to 7.6 can be imported.`,
    );
  const unknown = Object.entries(columnsOfData).flatMap(([table, names]) =>
    [...(columns.get(table) ?? [])]
      .filter((name) => !names.includes(name))
      .map((name) => `${table}.${name}`),
  );
  if (unknown.length > 0)
    refuse(
      `The database is of an unknown release. These columns would not be taken: ${unknown.join(', ')}. Releases 7.0 to 7.6 can be imported.`,
    );
}

/**
 * Reads the identity of a database, which survives a dump and a restore: when the first of its migrations was applied.
 * @returns microseconds since 1970, in decimal digits
 */
export async function readSourceIdentity(source: Pick<Source, 'read'>): Promise<string> {
  const [row] =
    await source.read(`select (extract(epoch from m.applied) * 1000000)::bigint as identity
from django_migrations m
order by m.id
limit 1`);
  const identity = row?.['identity'];
  if (identity == null)
    return refuse(
      'The table django_migrations is empty, so that the database cannot be told from others.',
    );
  return identity;
}
