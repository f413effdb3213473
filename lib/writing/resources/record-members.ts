import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { asList, isObject } from '../../model/datatypes/values/json-values.ts';
import { jsonPointer } from '../../json/json-pointer.ts';

/** A record in its document. */
export type LocatedRecord = {
  readonly document: unknown;
  readonly value: unknown;
  /** JSON Pointer to the record. */
  readonly pointer: string;
};

/** Members of the header that are read, and those that only GET and exports of the Arches platform write. */
const headerMembers = [
  'resourceinstanceid',
  'graph_id',
  'legacyid',
  'createdtime',
  'descriptors',
  'displayname',
  'displaydescription',
  'map_popup',
  'name',
  'graph_publication_id',
  'publication_id',
  'principaluser_id',
  'resource_instance_lifecycle_state_id',
  'identifiers',
];

/** Members of the report of a dry run. */
const reportMembers = ['pending_review', 'resource', 'change', 'referrers', 'ignored'];

/** The members of each object of a document that are read, or that are known to say nothing about a write. */
const knownMembers = {
  file: ['business_data', 'graph', 'reference_data', 'metadata'],
  businessData: ['resources', 'relations'],
  nestedRecord: ['resourceinstance', 'tiles', 'metadata'],
  header: headerMembers,
  flatRecord: [...headerMembers, ...reportMembers, 'tiles', 'metadata'],
  tile: [
    'tileid',
    'nodegroup_id',
    'parenttile_id',
    'resourceinstance_id',
    'sortorder',
    'data',
    'provisionaledits',
    'transaction_id',
    'pending_review',
  ],
} as const;

/** An object of a document, and the members that it may have. */
type ObjectOfRecord = {
  readonly value: unknown;
  readonly pointer: string;
  readonly known: readonly string[];
  /** Other members that a name in other letter case can stand for. */
  readonly others?: readonly string[];
};

/**
 * Checks the members of a record and of the objects around it. A list of tiles or values that is missing, or whose name is in other
 * letter case, would otherwise delete everything that it should contain.
 * @returns the problems of known members, and a problem for each unknown member, which can be ignored
 */
export function checkRecordMembers(located: LocatedRecord): {
  readonly problems: readonly DocumentProblem[];
  readonly ignored: readonly DocumentProblem[];
} {
  const { value, pointer } = located;
  const tiles = isObject(value) ? value['tiles'] : undefined;
  const hasTiles = Array.isArray(tiles);
  const strayMembers = listObjects(located, hasTiles).flatMap(findStrayMembers);
  return {
    problems: [
      ...(hasTiles ? [] : [createMissingTilesProblem(pointer)]),
      ...(hasTiles ? findTilesWithoutData(tiles, pointer) : []),
      ...strayMembers.filter(({ code }) => code === 'wrong_letter_case'),
    ],
    ignored: strayMembers.filter(({ code }) => code === 'unknown_member'),
  };
}

/** Creates the problem of a record without a list of tiles. */
export function createMissingTilesProblem(pointer: string): DocumentProblem {
  const message =
    'A document of tile records must have a list "tiles". Add it: [] deletes all tiles. To send JSON-LD, leave out format=service-json.';
  return { code: 'no_tiles', pointer, message };
}

function findTilesWithoutData(
  tiles: readonly unknown[],
  recordPointer: string,
): readonly DocumentProblem[] {
  const message = 'A tile must have an object "data" with its values. Add it: {} stores none.';
  return tiles.flatMap((tile, index) =>
    isObject(tile) && (tile['data'] === undefined || tile['data'] === null)
      ? [{ code: 'no_data', pointer: recordPointer + jsonPointer(['tiles', index]), message }]
      : [],
  );
}

function listObjects(
  { document, value, pointer }: LocatedRecord,
  hasTiles: boolean,
): readonly ObjectOfRecord[] {
  const file = isObject(document) ? document : {};
  const record = isObject(value) ? value : {};
  const knownInRecord = knownMembers['resourceinstance' in record ? 'nestedRecord' : 'flatRecord'];
  const isWholeDocument = value === document;
  return [
    ...(isWholeDocument ? [] : [{ value: file, pointer: '', known: knownMembers.file }]),
    {
      value: file['business_data'],
      pointer: '/business_data',
      known: knownMembers.businessData,
    },
    {
      value: record,
      pointer,
      // Business data without records are read as a record without tiles.
      known:
        isWholeDocument && !hasTiles ? [...knownInRecord, ...knownMembers.file] : knownInRecord,
      others: knownMembers.nestedRecord,
    },
    {
      value: record['resourceinstance'],
      pointer: `${pointer}/resourceinstance`,
      known: knownMembers.header,
    },
    ...(hasTiles ? asList(record['tiles']) : []).map((tile, index) => ({
      value: tile,
      pointer: pointer + jsonPointer(['tiles', index]),
      known: knownInTile(tile),
    })),
  ];
}

/** Early exports of the Arches platform have an empty list of nested tiles in each tile. */
function knownInTile(tile: unknown): readonly string[] {
  const nestedTiles = isObject(tile) ? tile['tiles'] : undefined;
  const isEmpty =
    typeof nestedTiles === 'object' &&
    nestedTiles !== null &&
    Object.keys(nestedTiles).length === 0;
  return isEmpty ? [...knownMembers.tile, 'tiles'] : knownMembers.tile;
}

function findStrayMembers({
  value,
  pointer,
  known,
  others = [],
}: ObjectOfRecord): readonly DocumentProblem[] {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const knownName = [...known, ...others].find(
        (candidate) => candidate !== name && candidate === name.toLowerCase(),
      );
      const member = { pointer: pointer + jsonPointer([name]) };
      return knownName === undefined
        ? {
            ...member,
            code: 'unknown_member',
            message: `${JSON.stringify(name)} is no member of tile records, and is ignored.`,
          }
        : {
            ...member,
            code: 'wrong_letter_case',
            message: `Write ${JSON.stringify(knownName)} instead of ${JSON.stringify(name)}: names of members are case-sensitive.`,
          };
    });
}
