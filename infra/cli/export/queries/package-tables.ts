/** A column of the key that orders the rows of a table. */
export type KeyColumn = {
  /** An SQL expression over the table `t` that is never null. */
  readonly expression: string;
  readonly type: 'uuid' | 'integer' | 'bigint' | 'text';
};

/** A table whose rows are part of a package, in a file with one row a line. */
export type PackageTable = {
  readonly name: string;
  readonly key: readonly KeyColumn[];
  /** A condition on the table `t` that leaves out the rows that are in other files of the package. */
  readonly condition?: string;
  /** Columns that the service fills again from others. */
  readonly derivedColumns?: readonly string[];
  /** Columns with a hash of a password or secret, each with the SQL expression that replaces it in a package without hashes. */
  readonly hashes?: Readonly<Record<string, string>>;
  /** Columns that are written as text, because JSON would lose a part of their values. */
  readonly textColumns?: readonly string[];
  /** Whether the table has rows in a new database. The rows of the package replace them. */
  readonly isSeeded?: boolean;
  /** Whether all rows must be written in one transaction, because they refer to each other. */
  readonly isOneTransaction?: boolean;
};

const column = (expression: string, type: KeyColumn['type']): KeyColumn => ({
  expression: `t.${expression}`,
  type,
});

function table(
  name: string,
  keys: Readonly<Record<string, KeyColumn['type']>>,
  options: Omit<PackageTable, 'name' | 'key'> = {},
): PackageTable {
  return {
    name,
    key: Object.entries(keys).map(([key, type]) => column(key, type)),
    ...options,
  };
}

/** The account or group of a row. */
const granteeKey: readonly KeyColumn[] = [
  { expression: 'coalesce(t.account_id, -1)', type: 'integer' },
  { expression: 'coalesce(t.account_group_id, -1)', type: 'integer' },
];

/** A table of grants, each to an account or to a group. */
function grantTable(name: string, target: string): PackageTable {
  return {
    name,
    key: [column(target, 'uuid'), ...granteeKey],
  };
}

/** The relations that are not values of tiles. */
export const relationTable: PackageTable = table(
  'resource_relation',
  { relation_id: 'uuid' },
  { condition: 't.tile_id is null', derivedColumns: ['grant_set_id'] },
);

/** The tables before the tiles, in the order in which their rows can be written. */
export const tablesBeforeTiles: readonly PackageTable[] = [
  table('language', { language_id: 'text' }, { isSeeded: true }),
  table(
    'account',
    { account_id: 'integer' },
    {
      derivedColumns: ['rights_id'],
      hashes: { password_hash: 'null' },
    },
  ),
  table('account_group', { account_group_id: 'integer' }, { isSeeded: true }),
  {
    name: 'state_exemption',
    key: granteeKey,
    isSeeded: true,
  },
  table('group_member', { account_id: 'integer', account_group_id: 'integer' }),
  table(
    'imported_account',
    { account_id: 'integer' },
    // The next import then finds another password, and stores it.
    { hashes: { password_digest: `md5('')::uuid` } },
  ),
  table('removed_membership', { account_id: 'integer', account_group_id: 'integer' }),
  table('ontology', { ontology_id: 'uuid' }),
  table('ontology_class', { ontology_id: 'uuid', class_uri: 'text' }),
  table('ontology_property', { ontology_id: 'uuid', property_uri: 'text' }),
  table('life_cycle_state', { life_cycle_state_id: 'uuid' }),
  table('graph', { graph_id: 'uuid' }),
  table('publication', { publication_id: 'uuid' }),
  table('nodegroup', { nodegroup_id: 'uuid' }, { isOneTransaction: true }),
  table('node', { node_id: 'uuid' }, { isOneTransaction: true }),
  table('former_nodegroup', { nodegroup_id: 'uuid', node_id: 'uuid' }),
  table('card', { card_id: 'uuid' }),
  grantTable('nodegroup_grant', 'nodegroup_id'),
  table('value_type', { value_type: 'text' }, { isSeeded: true }),
  table('concept', { concept_id: 'uuid' }),
  table('concept_value', { value_id: 'uuid' }),
  table('concept_relation', {
    from_concept_id: 'uuid',
    relation_type: 'text',
    to_concept_id: 'uuid',
  }),
  table('resource', { resource_id: 'uuid' }, { derivedColumns: ['grant_set_number'] }),
  table('resource_identifier', { resource_identifier_id: 'integer' }),
  grantTable('resource_grant', 'resource_id'),
  grantTable('overridden_grant', 'target_id'),
];

/** The tables after the tiles, in the order in which their rows can be written. */
export const tablesAfterTiles: readonly PackageTable[] = [
  relationTable,
  table(
    'oauth_application',
    { application_id: 'uuid' },
    {
      // A confidential application must have a hash, so it gets a text that no secret has as its hash.
      hashes: {
        client_secret_hash: `case when t.client_secret_hash is not null then 'not exported' end`,
      },
    },
  ),
  table(
    'imported_application',
    { application_id: 'uuid' },
    // The next import then finds another secret, and stores it.
    { hashes: { digest: `md5('')::uuid` } },
  ),
  table('mobile_project', { mobile_project_id: 'uuid' }, { textColumns: ['bounds'] }),
  table('mobile_project_card', { mobile_project_id: 'uuid', card_id: 'uuid' }),
  table('mobile_project_account', { mobile_project_id: 'uuid', account_id: 'integer' }),
  table('mobile_project_group', { mobile_project_id: 'uuid', account_group_id: 'integer' }),
  table(
    'file',
    { file_id: 'uuid' },
    // Pictures are examined again, because a package does not have their copies.
    {
      derivedColumns: ['width', 'height', 'has_place', 'examined_at', 'examinations', 'problem'],
    },
  ),
  table('file_removal', { file_id: 'uuid' }),
  table('edit_log', { edit_log_id: 'bigint' }),
  table('activity', { ordinal: 'bigint' }),
  table('activity_counter', { only_row: 'text' }, { isSeeded: true }),
  table('database_import', { source: 'text' }),
  table('origin', { kind: 'text', id: 'uuid' }),
  table('unlisted_change', { resource_id: 'uuid' }),
  table('name_mark', { kind: 'text', cause_id: 'uuid' }, { isSeeded: true }),
];

/** The tables of spatial views. A view and its attributes are written in one statement, because that creates the view. */
export const viewTables: readonly PackageTable[] = [
  table('spatial_view', { spatial_view_id: 'uuid' }),
  table('spatial_view_attribute', { spatial_view_id: 'uuid', position: 'integer' }),
];

/**
 * All tables whose rows are part of a package, except for the tiles.
 * @rule Imports and exports: Which tables are in a package, and which are not?
 */
export const packageTables: readonly PackageTable[] = [
  ...tablesBeforeTiles,
  ...tablesAfterTiles,
  ...viewTables,
];

/** The tables whose sequences are restored, so that no id is used again. Each with its id column. */
export const tablesWithSequence: Readonly<Record<string, string>> = {
  account: 'account_id',
  account_group: 'account_group_id',
  edit_log: 'edit_log_id',
  resource_identifier: 'resource_identifier_id',
};

/** The tables that have no file of rows in a package, each with the reason. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  tile: 'tiles are in the records of business data, and ids of proposed tiles in proposed_tile',
  feature: 'derived from tiles',
  date_entry: 'derived from tiles',
  entry_node: 'numbers of nodes in this database',
  entry_word: 'derived from tiles',
  file_derivative: 'derived from files',
  file_use: 'derived from tiles',
  id_entry: 'derived from tiles',
  number_entry: 'derived from tiles',
  word_entry: 'derived from tiles',
  rights: 'compiled from groups and grants',
  grant_set: 'compiled from grants',
  name_source: 'derived from resource instances',
  name_entry: 'derived from resource instances',
  name_word: 'derived from resource instances',
  source_set: 'derived from resource instances',
  last_change: 'the time of the last change in this database',
  setting: 'the settings of this installation',
  schema_definition: 'the installed schema',
  migration: 'the installed schema',
  stale_result: 'work of an upgrade',
  kept_statement: 'the installed schema',
  idempotency_key: 'requests of the last day',
  token_family: 'sessions',
  refresh_token: 'sessions',
  browser_session: 'sessions',
  sign_in_attempt: 'sessions',
  signing_key: 'the keys of this installation',
  access_change: 'what was done in this installation, and by whom',
  taken_value: 'counts of attempts',
  export_job: 'work of this installation',
  export_reader: 'work of this installation',
  export_run: 'work of this installation',
  export_part: 'work of this installation',
  pending_file: 'files that wait for the tile that names them',
  upload_count: 'counts of a day',
  named_lock: 'locks',
  lock_of_names: 'locks',
};
