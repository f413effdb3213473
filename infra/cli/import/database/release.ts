import { CommandError } from '../../command-error.ts';
import type { Source } from './source.ts';

/** A release whose database can be imported. */
export type Release = '7.0–7.5' | '7.6' | '8.0–8.2' | '8.0–8.2 without identifiers';

/** Returns whether the resource models of a release have life cycles. */
export function hasLifeCycles(release: Release): boolean {
  return release.startsWith('8');
}

/** The columns that the import reads, and that all releases from 7.0 to 8.2 have. */
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

/** The known columns of tables whose data must be imported completely. Any other column would be lost, so the database is refused. */
const completeColumns: Readonly<Record<string, readonly string[]>> = {
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
    'resource_instance_lifecycle_state_id',
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
 * Detects the release of an Arches database by its columns.
 * @rule Imports and exports: Which releases of a database can be imported?
 * @throws CommandError `unsupported_release` for releases before 7.0 and unknown ones, and for databases of other software
 */
export async function detectRelease(source: Pick<Source, 'read'>): Promise<Release> {
  const rows = await source.read(`select c.table_name, c.column_name
from information_schema.columns c
where c.table_schema = 'public'`);
  const columns: Columns = new Map(
    [...Map.groupBy(rows, (row) => row['table_name'] ?? '')].map(([table, tableRows]) => [
      table,
      new Set(tableRows.map((row) => row['column_name'] ?? '')),
    ]),
  );
  refuseOtherDatabases(columns);
  refuseOlderReleases(columns);
  refuseUnexpectedColumns(columns);
  const hasResourceColumn = (name: string) => columns.get('resource_instances')?.has(name) === true;
  if (hasResourceColumn('resource_instance_lifecycle_state_id'))
    return columns.has('resource_identifiers') ? '8.0–8.2' : '8.0–8.2 without identifiers';
  return hasResourceColumn('principaluser_id') || hasResourceColumn('principaluserid')
    ? '7.6'
    : '7.0–7.5';
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

function refuseOlderReleases(columns: Columns): void {
  const graphs = columns.get('graphs');
  if (graphs?.has('publicationid') === true && columns.has('languages')) return;
  const hasDescriptors = columns.get('resource_instances')?.has('descriptors') === true;
  const name = hasDescriptors ? 'release 6.2' : 'a release before 6.2';
  refuse(
    `The database is of ${name}: its texts have no languages, and its models have no publications. Its mobile projects, texts and widgets would not be imported unchanged. Upgrade the source to 7.0 or later, or import its exports with hds import package.`,
  );
}

function refuseUnexpectedColumns(columns: Columns): void {
  const missingColumns = Object.entries(requiredColumns).flatMap(([table, names]) =>
    names
      .filter((name) => columns.get(table)?.has(name) !== true)
      .map((name) => `${table}.${name}`),
  );
  if (missingColumns.length > 0)
    refuse(
      `The database is of an unknown release: it has no column ${missingColumns.join(', ')}. Releases 7.0 to 8.2 can be imported.`,
    );
  const unknownColumns = Object.entries(completeColumns).flatMap(([table, names]) =>
    [...(columns.get(table) ?? [])]
      .filter((name) => !names.includes(name))
      .map((name) => `${table}.${name}`),
  );
  if (unknownColumns.length > 0)
    refuse(
      `The database is of an unknown release. These columns would be lost: ${unknownColumns.join(', ')}. Releases 7.0 to 8.2 can be imported.`,
    );
}

/**
 * Reads the identity of a database, which a dump and a restore do not change: the time at which its first migration was applied.
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
      'The table django_migrations is empty, so the database cannot be distinguished from others. Import a database with its migrations.',
    );
  return identity;
}
