/**
 * The tables of a source that the import reads.
 * @rule Imports and exports: Which tables of another platform's database are read, and what becomes of the rest?
 */
export const readTables: ReadonlySet<string> = new Set([
  'arches_controlled_lists_list',
  'arches_controlled_lists_listitem',
  'arches_controlled_lists_listitemvalue',
  'auth_group',
  'auth_group_permissions',
  'auth_permission',
  'auth_user',
  'auth_user_groups',
  'auth_user_user_permissions',
  'card_constraints',
  'cards',
  'cards_x_nodes_x_widgets',
  'concepts',
  'constraints_x_nodes',
  'django_content_type',
  'django_migrations',
  'edges',
  'edit_log',
  'files',
  'functions_x_graphs',
  'graphs',
  'guardian_groupobjectpermission',
  'guardian_userobjectpermission',
  'node_groups',
  'nodes',
  'oauth2_provider_application',
  'ontologies',
  'ontologyclasses',
  'relations',
  'resource_identifiers',
  'resource_instance_lifecycle_states',
  'resource_instance_lifecycle_states_from_xref',
  'resource_instance_lifecycle_states_to_xref',
  'resource_instance_lifecycles',
  'resource_instances',
  'resource_x_resource',
  'spatial_views',
  'tiles',
  'user_profile',
  'values',
]);

/** Tables that the import does not read, and why. */
export type UnreadTables = {
  readonly reason: string;
  /** What their rows are called, by the name of the table. */
  readonly names: Readonly<Record<string, string>>;
};

/**
 * The known tables that the import does not read, those with content of the operators of the source first.
 * @rule Imports and exports: Which tables of another platform's database are read, and what becomes of the rest?
 */
export const unreadTables: readonly UnreadTables[] = [
  {
    reason: 'the map of this service has layers of its own',
    names: {
      map_layers: 'map layers',
      map_sources: 'map sources',
      map_markers: 'map markers',
      group_map_settings: 'map settings of groups',
      geocoders: 'geocoders',
    },
  },
  {
    reason: 'manifests are made from the pictures of records; tiles keep the addresses of others',
    names: { iiif_manifests: 'IIIF manifests' },
  },
  {
    reason: 'this service has nothing that corresponds to them',
    names: {
      arches_controlled_lists_listitemimagemetadata: 'texts of images in controlled lists',
      graphs_x_mapping_file: 'mapping files of models',
      resource_2_resource_constraints: 'constraints on relations of models',
      plugins: 'plugins',
      workflow_history: 'workflows',
      user_preferences: 'preferences of accounts',
      notifications: 'notifications',
      search_export_history: 'exports of searches',
      resource_revision_log: 'revisions of resource instances',
      django_admin_log: 'actions of administrators',
    },
  },
  {
    reason: 'it is unfinished work of the source, or what remains of it',
    names: {
      load_event: 'bulk loads',
      load_staging: 'rows of bulk loads',
      load_errors: 'errors of bulk loads',
      files_temporary: 'temporary files',
      bulk_index_queue: 'waiting entries of its search index',
      temp_graph_status: 'states of changes of models',
      user_x_tasks: 'tasks of accounts',
      django_celery_results_taskresult: 'results of tasks',
      django_celery_results_groupresult: 'results of groups of tasks',
      django_celery_results_chordcounter: 'counters of tasks',
    },
  },
  {
    reason: 'people and applications sign in again',
    names: {
      oauth2_provider_accesstoken: 'access tokens',
      oauth2_provider_refreshtoken: 'refresh tokens',
      oauth2_provider_idtoken: 'identity tokens',
      oauth2_provider_grant: 'authorization codes',
      external_oauth_tokens: 'tokens of other services',
      django_session: 'sessions',
    },
  },
  {
    reason: 'this service makes them itself',
    names: {
      geojson_geometries: 'rows of geometries',
      graphs_x_published_graphs: 'publications of models',
      published_graphs: 'published models',
      published_graph_edits: 'notes of publications',
      languages: 'languages',
    },
  },
  {
    reason: 'part of the programs of the source',
    names: {
      arches_vue_components_widgetmapping: 'uses of widgets',
      card_components: 'kinds of cards',
      d_data_types: 'datatypes',
      d_node_types: 'kinds of concepts',
      d_relation_types: 'kinds of relations of concepts',
      d_value_types: 'kinds of values of concepts',
      etl_modules: 'kinds of bulk loads',
      functions: 'functions',
      icons: 'icons',
      notification_types: 'kinds of notifications',
      report_templates: 'templates of reports',
      search_component: 'filters of searches',
      user_x_notification_types: 'chosen kinds of notifications',
      user_x_notifications: 'readers of notifications',
      widgets: 'widgets',
    },
  },
];
