import type { SettingVariable } from './setting-variable.ts';

/**
 * What an operator sets for a stage, in the order of docs/settings.md. A deployment stores it with the stage.
 * @rule Deployment: Which settings are there?
 */
export const stageVariables: readonly SettingVariable[] = [
  {
    name: 'HDS_BASE_URL',
    default: 'http://localhost:PORT',
    meaning:
      'Public [address](deploying.md#the-first-deployment) of the service; every URI begins with it.',
    setting: 'baseUrl',
  },
  {
    name: 'HDS_TITLE',
    default: 'Heritage Data Service',
    meaning: 'The [name of the instance](pages.md#your-instance).',
    setting: 'instance',
  },
  {
    name: 'HDS_DESCRIPTION',
    meaning: 'What the instance is, in a sentence or two, on its start page and for programs.',
    setting: 'instance',
  },
  {
    name: 'HDS_LOGO',
    meaning:
      'The URL of an image for the head of the pages. Its host sees the addresses of readers.',
    setting: 'instance',
  },
  {
    name: 'HDS_LICENCE',
    meaning:
      'The URL of the licence of the data, such as `https://creativecommons.org/licenses/by/4.0/`.',
    setting: 'instance',
  },
  {
    name: 'HDS_CONTACT',
    meaning: 'An address of mail, or the URL of a page, for questions about the data.',
    setting: 'instance',
  },
  {
    name: 'HDS_FOOTER',
    meaning: 'The last line of each page.',
    setting: 'instance',
  },
  {
    name: 'HDS_FORMER_BASE_URLS',
    meaning:
      'Former addresses of the service, separated by commas; documents with such URIs are accepted.',
    setting: 'formerBaseUrls',
  },
  {
    name: 'HDS_REQUIRE_IF_MATCH',
    default: 'off',
    meaning: '`on`: changes of stored data need `If-Match`, otherwise 428.',
    setting: 'requireIfMatch',
  },
  {
    name: 'HDS_LANGUAGE',
    default: 'en-US',
    meaning: 'The default language.',
    setting: 'language',
  },
  {
    name: 'HDS_TIME_ZONE',
    meaning:
      'The zone of [times without one](writing.md#dates-without-a-zone), such as `Europe/Berlin`. Without it they are a 422.',
    setting: 'timeZone',
  },
  {
    name: 'HDS_HISTORY_PAGE_SIZE',
    default: '100',
    meaning:
      'Items on a page of the activity stream, 1 to 1000. [Fixed](activity-stream.md#for-operators) once the stream has items.',
  },
  {
    name: 'HDS_MODEL_COLLECTIONS',
    meaning:
      'Which [models are collections](ogc-api-features.md#collections-of-models) under `/ogc`: `on`, `off`, or pairs such as `monument=sites,person=` for other ids and hidden models. Without it nothing changes: `on` in a new instance, `off` in an upgraded one.',
  },
  {
    name: 'HDS_PARAMETER_HEADERS',
    default: 'x-service-,x-arches-',
    meaning:
      'Prefixes of parameter headers; the first that has a name wins. [The front](front.md#what-it-caches) must know them.',
    setting: 'parameterHeaderPrefixes',
  },
  {
    name: 'HDS_FRONT_SECRET_HASHES',
    meaning:
      'The SHA-256 (hexadecimal) of the secret that [the front](front.md) sends in `x-front-secret`; two, separated by a comma, while one replaces the other. Requests that bypass the front are then a 403.',
    setting: 'front',
  },
  {
    name: 'HDS_VIEWER_ADDRESS_HEADER',
    default: 'x-viewer-address',
    meaning:
      'The header in which the front sends the address of the caller as `address:port`. It needs `HDS_FRONT_SECRET_HASHES`.',
    setting: 'front',
  },
  {
    name: 'HDS_STREAM_CONCURRENCY',
    meaning: 'Concurrent requests of each streaming function, at deployment.',
  },
  {
    name: 'HDS_NIGHTLY',
    default: 'on',
    meaning: '`off`: no nightly schedule. [What it does](writing.md#names-that-follow).',
  },
  {
    name: 'HDS_NIGHTLY_SCHEDULE',
    default: 'cron(30 2 * * ? *)',
    meaning: 'Its time, as an EventBridge schedule (UTC).',
  },
  {
    name: 'HDS_TRACING',
    default: 'off',
    meaning: '`on`: deployed functions send [traces](observability.md#traces) to X-Ray.',
  },
  {
    name: 'HDS_EXPORT',
    default: 'on',
    meaning: '`off`: no scheduled [exports](exports.md), also for `npm start`.',
  },
  {
    name: 'HDS_EXPORT_SCHEDULE',
    default: 'cron(0 3 * * ? *)',
    meaning: 'Their time, as an EventBridge schedule (UTC).',
  },
  {
    name: 'HDS_TOKEN_SECONDS',
    default: '36000',
    meaning: 'Lifetime of an access token.',
    setting: 'tokenSeconds',
  },
  {
    name: 'HDS_REFRESH_TOKEN_SECONDS',
    default: '7776000',
    meaning: 'Lifetime of an unused refresh token.',
    setting: 'refreshTokenSeconds',
  },
  {
    name: 'HDS_RATE',
    default: '100',
    meaning:
      'Requests per second that API Gateway lets through for a stage. [More limits](deploying.md#limits).',
  },
  {
    name: 'HDS_BURST',
    default: '200',
    meaning: 'How many of them at once.',
  },
  {
    name: 'HDS_LOG_DAYS',
    default: '90',
    meaning: 'Days for which the log of the functions is stored in AWS.',
  },
  {
    name: 'HDS_ACCESS_LOG_DAYS',
    default: '30',
    meaning: 'Days for which the access log, with addresses, is stored in AWS.',
  },
  {
    name: 'HDS_BUCKET_LOGS',
    meaning:
      'A bucket of the account to which the buckets of exports and files write their access log.',
  },
  {
    name: 'HDS_MALWARE_SCAN',
    default: 'off',
    meaning: '`on`: [GuardDuty scans](files.md#malware) new files for malware.',
  },
  {
    name: 'HDS_GET_TOKEN',
    default: 'on',
    meaning: '`off` disables the deprecated `POST /auth/get_token`.',
    setting: 'isGetTokenEnabled',
  },
  {
    name: 'HDS_INDEXING',
    default: 'off',
    meaning:
      '`on`: [search engines](pages.md#search-engines) may index the pages that Guest may read.',
    setting: 'isIndexingEnabled',
  },
  {
    name: 'HDS_SCHEMA_TYPES',
    meaning:
      'The [type of schema.org](https://schema.org/docs/full.html) of records for search engines, by the id of their model: `1c394a13-…=LandmarksOrHistoricalBuildings,…`. Without one it is `Thing`.',
    setting: 'schemaTypes',
  },
  {
    name: 'HDS_DATING_NODES',
    meaning:
      'The nodes by which [`period`](requests.md#searching-by-values) finds records, by alias or id, with or without the slug of the model: `built,monument.dating`. In a model with one of them, no others count.',
    setting: 'datingNodes',
  },
  {
    name: 'HDS_GRID_REFERENCES',
    default: 'off',
    meaning:
      '`on`: [`near`](requests.md#searching-by-values) takes British and military grid references, too.',
    setting: 'areGridReferencesRead',
  },
  {
    name: 'HDS_FILES',
    default: 'optional',
    meaning:
      '`required`: a tile may name only [files](files.md#uploading) that are stored or uploaded; others are a 422.',
    setting: 'areFilesRequired',
  },
  {
    name: 'HDS_UPLOAD_FILES',
    default: '1000',
    meaning:
      'How many files an account may announce for [uploads](files.md#uploading) on a day (UTC).',
    setting: 'uploadFiles',
  },
  {
    name: 'HDS_UPLOAD_MEGABYTES',
    default: '10000',
    meaning: 'How many megabytes these files may have together.',
    setting: 'uploadMegabytes',
  },
  {
    name: 'HDS_CLIENT_ID',
    meaning: 'The client id that existing clients are told to use; locally that of the sample.',
    setting: 'clientId',
  },
  {
    name: 'HDS_STREAM_MEGABYTES',
    default: '200',
    meaning: 'Maximum size of a streamed answer in megabytes, as sent; the limit of Lambda.',
    setting: 'maxStreamMegabytes',
  },
  {
    name: 'HDS_STREAM_KILOBYTES_PER_SECOND',
    default: '8',
    meaning:
      '[Slower readers](adr/052-streamed-answers-and-resumable-exports.md) of streamed answers are disconnected; `0` disconnects none.',
    setting: 'minStreamKilobytesPerSecond',
  },
  {
    name: 'HDS_TILE_SECONDS',
    default: '60',
    meaning:
      'Seconds for which browsers and proxies may keep a [map tile](map-tiles.md) that Guest sees, even if a record on it is closed.',
    setting: 'mapTileSeconds',
  },
  {
    name: 'HDS_MAP_STYLE',
    meaning: 'The URL of your own [style of maps](pages.md#maps).',
    setting: 'mapStyle',
  },
  {
    name: 'HDS_MAP_HOSTS',
    meaning:
      'The origins, separated by commas, from which that style reads tiles, fonts or icons. Pages forbid all others.',
    setting: 'mapHosts',
  },
  {
    name: 'HDS_SPATIAL_VIEW_SRID',
    default: '3857',
    meaning:
      'EPSG code of the geometries of [spatial views](spatial-views.md) from their next change: `3857` (web maps) or `4326` (degrees).',
    setting: 'spatialViewSrid',
  },
  {
    name: 'HDS_DATABASE',
    default: 'heritage',
    meaning: 'Name of the database in that cluster.',
  },
];
