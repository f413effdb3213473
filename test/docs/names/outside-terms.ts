/**
 * The names and paths in documents and comments that neither our code nor the specification has, by whose they are. Every other one has to
 * exist: a name that code has lost is corrected where it stands, and does not come here.
 */
export const outsideTerms: Readonly<Record<string, readonly string[]>> = {
  'PostgreSQL and its poolers': [
    'hot_standby_feedback',
    'idle_transaction_timeout',
    'pg_relation_size',
    'pg_signal_backend',
    'pg_stat_all_tables',
    'query_timeout',
    'security_barrier',
    'temp_file_limit',
  ],
  'functions of PostGIS that the service does without': [
    'ST_ClipByBox2D',
    'ST_EstimatedExtent',
    'ST_GeomFromEWKT',
    'ST_Transform',
    'st_estimatedextent',
  ],
  'productions of the grammar of Turtle': ['PN_LOCAL', 'STRING_LITERAL_QUOTE'],
  'well-known text': ['PolygonZ'],
  'a directive of the header Strict-Transport-Security': ['includeSubDomains'],
  'functions of Django': ['make_password', 'set_unusable_password'],
  'a server of features with which benches compare ours': ['pg_featureserv'],
  'a class of OpenLayers': ['VectorTileSource'],
  'a class of the client alizarin': ['ArchesClientRemote'],
  'a test of the suite of OGC': ['landingPageRetrieval'],
  'options of curl and npm': ['--compressed', '--ignore-scripts'],
  'the example of docs/adding-a-datatype.md': [
    'colourDatatype',
    'lib/model/datatypes/colour.ts',
    'test/lib/model/datatypes/golden/colour.json',
  ],
};
