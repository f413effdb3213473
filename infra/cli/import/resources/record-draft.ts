import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { NestedTooDeepError } from '../../../../lib/json/nesting.ts';
import { readJson } from '../../../../lib/json/read-json.ts';
import { repeatedMemberCode } from '../../../../lib/json/repeated-members.ts';
import { isObject, type JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import { importError } from '../import-problems.ts';
import {
  DamagedText,
  maxDepth,
  readDamagedJson,
  RepeatedText,
  type DamagedJson,
} from './damaged-json.ts';
import type { RecordText } from './record-text.ts';

/** A record of which some parts may be left out. */
export type PartialRecord = {
  /** The original record in the nested layout. Tiles without an id have their derived id. */
  readonly source: { readonly resourceinstance: JsonObject; readonly tiles: unknown };
  /** Whether the header is flat in the file: its members are beside `tiles` instead of in `resourceinstance`. */
  readonly isHeaderInline: boolean;
  /** The valid members of the header. */
  readonly header: JsonObject;
  /** The valid parts of the tiles that are not left out, by their position in the source. */
  readonly tiles: ReadonlyMap<number, unknown>;
  /** The positions of tiles that lack a part of their source. */
  readonly partialPositions: ReadonlySet<number>;
  /** The ids that the source has in place of missing ones. */
  readonly derivedIds: ReadonlySet<string>;
};

/**
 * Reads the readable parts of a record.
 * @returns the partial record, with problems about parts that cannot be read and about parts that are missing, whose pointers lead into its
 * source; undefined if the record is not an object
 */
export function readPartialRecord(text: RecordText) {
  const json = parseReadableParts(text);
  if (!isReadableObject(json.value)) return undefined;
  const { resourceinstance, tiles, ...flatHeader } = json.value;
  const isHeaderInline = !('resourceinstance' in json.value);
  const hasHeader = isReadableObject(resourceinstance) || resourceinstance instanceof RepeatedText;
  const header = hasHeader && isObject(resourceinstance) ? resourceinstance : flatHeader;
  const derivedIds = new Set<string>();
  const sourceTiles = Array.isArray(tiles)
    ? addDerivedIds(tiles, header, json, derivedIds)
    : (tiles ?? []);
  const source = { resourceinstance: header, tiles: sourceTiles };
  const tileList: readonly unknown[] = Array.isArray(sourceTiles) ? sourceTiles : [];
  const inspector = new DamageInspector(json, text);
  const missingPartProblems = [
    ...inspector.findMissingPart(json.value, ''),
    ...inspector.findMissingPart(header, '/resourceinstance'),
    ...inspector.findMissingPart(tiles, '/tiles'),
    ...tileList.flatMap((tile, position) => inspector.findMissingTileParts(tile, position)),
  ];
  const unreadablePartProblems = [
    ...inspector.findRepeatedMembers(),
    ...(Array.isArray(sourceTiles) || sourceTiles instanceof RepeatedText
      ? []
      : inspector.makeProblems('/tiles', 'The tiles are not a list.')),
    ...tileList.flatMap((tile, position) => inspector.findUnreadableTileParts(tile, position)),
  ];
  const partialPositions = new Set(
    tileList.keys().filter((position) => inspector.lacksPart(tileList[position])),
  );
  const partialRecord: PartialRecord = {
    source,
    isHeaderInline,
    header,
    tiles: new Map(tileList.entries()),
    partialPositions,
    derivedIds,
  };
  return { partialRecord, unreadablePartProblems, missingPartProblems };
}

type ParsedText = DamagedJson & {
  readonly code: 'invalid_record' | 'malformed_json' | 'invalid_utf8' | 'too_deep';
};

/** Parses a text as JSON, or reads its readable parts. */
function parseReadableParts({ text, isUtf8 }: RecordText): ParsedText {
  const readDamaged = (code: ParsedText['code']): ParsedText => ({
    ...readDamagedJson(text, parseLossless, isUtf8),
    code,
  });
  if (!isUtf8) return readDamaged('invalid_utf8');
  try {
    const value = readJson(text);
    return isDeeperThan(value, maxDepth)
      ? readDamaged('too_deep')
      : {
          value,
          incompleteContainers: new Set(),
          repeatedMembers: [],
          code: 'invalid_record',
        };
  } catch (error) {
    if (error instanceof NestedTooDeepError) return readDamaged('too_deep');
    if (error instanceof SyntaxError) return readDamaged('malformed_json');
    throw error;
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

function isReadableObject(value: unknown): value is JsonObject {
  return isObject(value) && !(value instanceof DamagedText);
}

/**
 * Adds ids to tiles without an id, and to `derivedIds`. They are derived from the text of the tile, and not from its position: whoever
 * mends a reported tile and imports it with this id must not replace another tile.
 */
function addDerivedIds(
  tiles: readonly unknown[],
  header: JsonObject,
  { incompleteContainers }: DamagedJson,
  derivedIds: Set<string>,
): readonly unknown[] {
  const resourceId = header['resourceinstanceid'];
  if (!isUuid(resourceId)) return tiles;
  const repetitions = new Map<string, number>();
  return tiles.map((tile) => {
    if (!isReadableObject(tile) || !hasNoId(tile) || incompleteContainers.has(tile)) return tile;
    const text = JSON.stringify(tile);
    const repetition = repetitions.get(text) ?? 0;
    repetitions.set(text, repetition + 1);
    const tileid = deriveNameUuid(resourceId, `text ${repetition} ${text}`);
    derivedIds.add(tileid);
    return { ...tile, tileid };
  });
}

function hasNoId(tile: JsonObject): boolean {
  return (tile['tileid'] ?? '') === '';
}

/** The members that locate a tile in its record. An incomplete tile may lack them, because most files have them after its values. */
const locationMembers: readonly string[] = ['tileid', 'nodegroup_id', 'parenttile_id'];

/** Finds the damaged, repeated and missing parts of a record. */
class DamageInspector {
  readonly #incomplete: ReadonlySet<object>;
  readonly #repeatedMembers: readonly string[];
  readonly #code: string;
  readonly #line: number;

  constructor({ incompleteContainers, repeatedMembers, code }: ParsedText, { line }: RecordText) {
    this.#incomplete = incompleteContainers;
    this.#repeatedMembers = repeatedMembers;
    this.#code = code;
    this.#line = line;
  }

  makeProblems(pointer: string, message: string): readonly Problem[] {
    return [importError(this.#code, message, { pointer })];
  }

  findRepeatedMembers(): readonly Problem[] {
    const message = `This occurs twice in the same object of the record that begins on line ${this.#line}: keep one of the two.`;
    return this.#repeatedMembers.map((pointer) =>
      importError(repeatedMemberCode, message, { pointer }),
    );
  }

  findMissingPart(value: unknown, pointer: string): readonly Problem[] {
    if (!this.#isIncomplete(value)) return [];
    const message = `A part of the record that begins on line ${this.#line} is missing or cannot be read at this pointer.`;
    return this.makeProblems(pointer, message);
  }

  findMissingTileParts(tile: unknown, position: number): readonly Problem[] {
    if (!isReadableObject(tile) || this.#lacksLocation(tile)) return [];
    const pointer = jsonPointer(['tiles', position]);
    return [
      ...this.findMissingPart(tile, pointer),
      ...this.findMissingPart(tile['data'], `${pointer}/data`),
    ];
  }

  lacksPart(tile: unknown): boolean {
    return isReadableObject(tile) && (this.#isIncomplete(tile) || this.#isIncomplete(tile['data']));
  }

  findUnreadableTileParts(tile: unknown, position: number): readonly Problem[] {
    const path = ['tiles', position];
    if (!isReadableObject(tile))
      return this.makeProblems(jsonPointer(path), 'The tile cannot be read.');
    if (this.#lacksLocation(tile)) {
      const message = 'The tile is incomplete: its id, nodegroup or parent tile is missing.';
      return this.makeProblems(jsonPointer(path), message);
    }
    const values = isReadableObject(tile['data']) ? tile['data'] : {};
    const edits = { provisionaledits: tile['provisionaledits'] };
    return [
      ...this.#findUnreadableMembers(values, [...path, 'data']),
      ...this.#findUnreadableMembers(edits, path),
    ];
  }

  #findUnreadableMembers(members: JsonObject, path: readonly PropertyKey[]): readonly Problem[] {
    return Object.entries(members)
      .filter(([, value]) => this.#isDamaged(value))
      .flatMap(([key]) =>
        this.makeProblems(jsonPointer([...path, key]), 'The value cannot be read.'),
      );
  }

  #lacksLocation(tile: JsonObject): boolean {
    const hasLocation =
      locationMembers.every((name) => Object.hasOwn(tile, name)) && !hasNoId(tile);
    return this.#isIncomplete(tile) && !hasLocation;
  }

  #isIncomplete(value: unknown): boolean {
    return isObject(value) || Array.isArray(value) ? this.#incomplete.has(value) : false;
  }

  #isDamaged(value: unknown): boolean {
    if (value instanceof RepeatedText) return false;
    if (value instanceof DamagedText || this.#isIncomplete(value)) return true;
    if (Array.isArray(value)) return value.some((item) => this.#isDamaged(item));
    return isObject(value) && Object.values(value).some((member) => this.#isDamaged(member));
  }
}
