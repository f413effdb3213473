import { isObject, type JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { isUuid, parseResourceId } from '../../../../lib/model/ids.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { NestedTooDeepError } from '../../../../lib/json/nesting.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { derivedTileId } from '../../../../lib/model/resources/resource-record.ts';
import { DamagedText, maxDepth, readDamagedJson, type DamagedJson } from './damaged-json.ts';
import type { RecordText } from './record-text.ts';

/** A record on its way in of which parts may be left out. */
export type RecordDraft = {
  /** The record as it was, nested. A tile without an id has the one that it gets. */
  readonly source: { readonly resourceinstance: JsonObject; readonly tiles: unknown };
  /** Whether the members of its header stand beside its tiles in the file. */
  readonly isFlat: boolean;
  /** The header as far as it is sound. */
  readonly header: JsonObject;
  /** The tiles that remain, as far as they are sound, by their position in the source. */
  readonly tiles: ReadonlyMap<number, unknown>;
  /** Positions of tiles that lack something of their source. */
  readonly partial: ReadonlySet<number>;
};

/** A draft of a record that was read, and what is damaged in it. */
export type DraftWithDamage = {
  readonly draft: RecordDraft;
  /** Parts that cannot be read, with pointers into the source. */
  readonly damage: readonly Problem[];
  /** Something is missing there that left no other trace. */
  readonly gaps: readonly Problem[];
};

/**
 * Reads as much of a record as can be read.
 * @returns undefined where it is no object
 */
export function readDraft(found: RecordText): DraftWithDamage | undefined {
  const json = readable(found);
  if (!isObject(json.value) || json.value instanceof DamagedText) return undefined;
  const { resourceinstance, tiles, ...flat } = json.value;
  const isFlat = !('resourceinstance' in json.value);
  const header = isReadable(resourceinstance) ? resourceinstance : flat;
  const named = Array.isArray(tiles) ? withIds(tiles, header, json) : (tiles ?? []);
  const source = { resourceinstance: header, tiles: named };
  const list = Array.isArray(named) ? named : [];
  const all = new Map<number, unknown>(list.entries());
  const look = new Look(json, found);
  const gaps: readonly Problem[] = [
    ...look.gap(json.value, ''),
    ...look.gap(header, '/resourceinstance'),
    ...look.gap(tiles, '/tiles'),
    ...list.flatMap((tile, position) => look.gapsOfTile(tile, position)),
  ];
  const damage = [
    ...(Array.isArray(named) ? [] : look.damaged('/tiles', 'The tiles are no list.')),
    ...list.flatMap((tile, position) => look.damageOfTile(tile, position)),
  ];
  const partial = new Set(list.keys().filter((position) => look.hasGap(list[position])));
  return { draft: { source, isFlat, header, tiles: all, partial }, damage, gaps };
}

type Readable = DamagedJson & {
  readonly code: 'invalid_record' | 'malformed_json' | 'invalid_utf8' | 'too_deep';
};

/** Parsed as it is where it is JSON, else as far as it can be read. */
function readable({ text, isUtf8 }: RecordText): Readable {
  const damaged = (code: Readable['code']): Readable => ({
    ...readDamagedJson(text, parseLossless, isUtf8),
    code,
  });
  if (!isUtf8) return damaged('invalid_utf8');
  try {
    const value = parseLossless(text);
    const incomplete: ReadonlySet<object> = new Set();
    return isDeeper(value, maxDepth)
      ? damaged('too_deep')
      : { value, incomplete, code: 'invalid_record' };
  } catch (error) {
    if (error instanceof NestedTooDeepError) return damaged('too_deep');
    if (error instanceof SyntaxError) return damaged('malformed_json');
    throw error;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function isReadable(value: unknown): value is JsonObject {
  return isObject(value) && !(value instanceof DamagedText);
}

/** Gives tiles without an id the one that they have where nothing is left out. */
function withIds(
  tiles: readonly unknown[],
  header: JsonObject,
  { incomplete }: DamagedJson,
): readonly unknown[] {
  const id = header['resourceinstanceid'];
  if (!isUuid(id)) return tiles;
  return tiles.map((tile, position) => {
    if (!isReadable(tile) || !lacksId(tile) || incomplete.has(tile)) return tile;
    const nodegroupId = String(tile['nodegroup_id']);
    return { ...tile, tileid: derivedTileId(parseResourceId(id), position, nodegroupId) };
  });
}

function lacksId(tile: JsonObject): boolean {
  return (tile['tileid'] ?? '') === '';
}

/** A tile that lacks one of these may belong elsewhere: they follow behind its values in most files. */
const places: readonly string[] = ['tileid', 'nodegroup_id', 'parenttile_id'];

/** Looks for what is damaged in a record. */
class Look {
  readonly #incomplete: ReadonlySet<object>;
  readonly #code: string;
  readonly #line: number;

  constructor({ incomplete, code }: Readable, { line }: RecordText) {
    this.#incomplete = incomplete;
    this.#code = code;
    this.#line = line;
  }

  damaged(pointer: string, message: string): readonly Problem[] {
    return [{ severity: 'error', code: this.#code, pointer, message }];
  }

  gap(value: unknown, pointer: string): readonly Problem[] {
    if (!this.#isIncomplete(value)) return [];
    const message = `Something of the record that begins on line ${this.#line} is missing here, or cannot be read.`;
    return this.damaged(pointer, message);
  }

  gapsOfTile(tile: unknown, position: number): readonly Problem[] {
    if (!isReadable(tile) || this.#lacksPlace(tile)) return [];
    const pointer = jsonPointer(['tiles', position]);
    return [...this.gap(tile, pointer), ...this.gap(tile['data'], `${pointer}/data`)];
  }

  hasGap(tile: unknown): boolean {
    return isReadable(tile) && (this.#isIncomplete(tile) || this.#isIncomplete(tile['data']));
  }

  damageOfTile(tile: unknown, position: number): readonly Problem[] {
    const at = ['tiles', position];
    if (!isReadable(tile)) return this.damaged(jsonPointer(at), 'The tile cannot be read.');
    if (this.#lacksPlace(tile)) {
      const message = 'The tile is not whole: nobody knows where it belongs.';
      return this.damaged(jsonPointer(at), message);
    }
    const values = isReadable(tile['data']) ? tile['data'] : {};
    const edits = { provisionaledits: tile['provisionaledits'] };
    return [...this.#damageOfMembers(values, [...at, 'data']), ...this.#damageOfMembers(edits, at)];
  }

  #damageOfMembers(members: JsonObject, at: readonly PropertyKey[]): readonly Problem[] {
    return Object.entries(members)
      .filter(([, value]) => this.#isDamaged(value))
      .flatMap(([key]) => this.damaged(jsonPointer([...at, key]), 'The value cannot be read.'));
  }

  #lacksPlace(tile: JsonObject): boolean {
    const isPlaced = places.every((name) => Object.hasOwn(tile, name)) && !lacksId(tile);
    return this.#isIncomplete(tile) && !isPlaced;
  }

  #isIncomplete(value: unknown): boolean {
    return isObject(value) || Array.isArray(value) ? this.#incomplete.has(value) : false;
  }

  #isDamaged(value: unknown): boolean {
    if (value instanceof DamagedText || this.#isIncomplete(value)) return true;
    if (Array.isArray(value)) return value.some((item) => this.#isDamaged(item));
    return isObject(value) && Object.values(value).some((member) => this.#isDamaged(member));
  }
}
