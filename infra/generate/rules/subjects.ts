/** The subjects of rules, in the order of the page. */
export const subjects = [
  'Requests',
  'Responses',
  'Sign-in and tokens',
  'Permissions',
  'Resource instances',
  'Writing',
  'Names and relations',
  'Searching by values',
  'GeoJSON and OGC API Features',
  'Thesaurus',
  'Activity stream',
  'Mobile projects',
  'Spatial views',
  'Imports and exports',
  'Files',
  'Database and local stack',
  'Deployment',
] as const;

export type Subject = (typeof subjects)[number];
