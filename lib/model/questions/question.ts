import type { DateRange } from '../datatypes/values/extended-date-ranges.ts';
import type { ResourceId } from '../ids.ts';

/** A node that a condition is about. */
export type QuestionNode = {
  readonly nodeId: string;
  readonly graphId: string;
  /** The number of the node in the entries of values. */
  readonly entryNodeId: number;
  /** The nodegroup of the node and the nodegroups above it, the nearest first. */
  readonly nodegroupPath: readonly [string, ...string[]];
  /** The readable nodegroups whose tiles can have values of the node: its own, and those in which it was before. */
  readonly readableNodegroupIds: readonly string[];
};

/** What a value must be. */
export type ValueTest =
  /** Any value at all. */
  | { readonly kind: 'any' }
  /** One of these ids: resource instances, options, or a boolean as an id. */
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  /** A value of one of these concepts or of a narrower one, or one of these ids, which the thesaurus need not have. */
  | {
      readonly kind: 'concepts';
      readonly conceptIds: readonly string[];
      readonly ids: readonly string[];
      readonly includesNarrower: boolean;
    }
  /** A number within one of these ranges. */
  | { readonly kind: 'numbers'; readonly ranges: readonly NumberRange[] }
  /** A date of which some day, or each day, is in one of these ranges; or each is before or after all of them. */
  | {
      readonly kind: 'days';
      readonly ranges: readonly DateRange[];
      readonly relation: DateRelation;
    }
  /** A text in which each word of one of these texts begins some word. */
  | { readonly kind: 'words'; readonly texts: readonly string[] }
  /** A text that equals one of these, apart from case, accents and punctuation. */
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** A text that has these words one after the other; the last one can be the beginning of a word. */
  | { readonly kind: 'phrase'; readonly text: string; readonly endsWithPrefix: boolean }
  /** A part of the value passes a test. */
  | { readonly kind: 'part'; readonly part: ValuePart; readonly test: ValueTest }
  /** Some geometry of the value is of a type of GeoJSON. */
  | { readonly kind: 'geometry type'; readonly type: string }
  /** Some file of the value has at least, or at most, so many bytes. */
  | { readonly kind: 'file size'; readonly comparison: '>=' | '<='; readonly bytes: number }
  /** A text that is like one of these patterns: `%` is any text, `_` any character, and a backslash takes their meaning from them. */
  | {
      readonly kind: 'patterns';
      readonly patterns: readonly string[];
      readonly foldsCase: boolean;
      readonly foldsAccents: boolean;
    };

/** A part of a value: its text in a language, a text without language being one in every language; or the address of a link. */
export type ValuePart =
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'address' };

export type DateRelation = 'overlaps' | 'within' | 'before' | 'after';

/** Decimal numbers as texts; null for no limit. */
export type NumberRange = {
  readonly lower: string | null;
  readonly upper: string | null;
  readonly includesLimits: boolean;
};

/** What tiles must hold: one tile of each card, those of cards below it being tiles below that one. */
export type TileCondition =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly TileCondition[] }
  | {
      readonly kind: 'value';
      readonly node: QuestionNode;
      readonly test: ValueTest;
      /** Whether the tile must have a value of the node that does not pass the test. */
      readonly isOther: boolean;
    };

/** A place that geometries must reach. */
export type Place = {
  readonly area:
    /** Geometries as GeoJSON texts, in degrees. */
    | { readonly kind: 'geometries'; readonly geometries: readonly string[] }
    /** The readable geometries of a visible resource instance. */
    | { readonly kind: 'resource'; readonly resourceId: ResourceId };
  /** How far away a geometry may be, in metres on the ground. */
  readonly metres: number;
  /** How a geometry must lie to the area. */
  readonly relation: PlaceRelation;
};

export type PlaceRelation =
  | 'intersects'
  | 'within'
  | 'contains'
  | 'equals'
  | 'touches'
  | 'crosses'
  | 'overlaps';

/** The other ends of relations. */
export type RelationTarget =
  | { readonly kind: 'ids'; readonly ids: readonly ResourceId[] }
  | { readonly kind: 'question'; readonly question: Question };

/** A condition on a resource instance. Only what the caller may read meets it. */
export type RecordCondition =
  /** All parts, or any of them. Without parts, `all` is always met and `any` never. */
  | { readonly kind: 'all' | 'any'; readonly parts: readonly RecordCondition[] }
  /** The visible resource instances that do not meet a condition. */
  | { readonly kind: 'not'; readonly part: RecordCondition }
  /** The conditions on tiles are met together: once for the whole group. */
  | { readonly kind: 'tiles'; readonly condition: TileCondition }
  /** Some value of one of these nodes passes a test. */
  | { readonly kind: 'values'; readonly nodes: readonly QuestionNode[]; readonly test: ValueTest }
  /** Some value of any node passes a test; in these nodegroups, or in all; of these nodes, or of all. */
  | {
      readonly kind: 'anywhere';
      readonly test: ValueTest;
      readonly nodegroupIds: readonly string[] | null;
      readonly nodeIds?: readonly string[];
    }
  /** Some geometry of these nodes, or of any, lies so to a place; or some does not. */
  | {
      readonly kind: 'place';
      readonly place: Place;
      readonly nodes: readonly QuestionNode[] | null;
      readonly isOutside: boolean;
    }
  | { readonly kind: 'ids'; readonly ids: readonly ResourceId[] }
  /** A search by name finds it. */
  | { readonly kind: 'named'; readonly words: string }
  /** It is only proposed or has proposed values; or it is not only proposed. Only reviewers may compare this. */
  | { readonly kind: 'proposed'; readonly isProposed: boolean }
  /**
   * A relation with one of these resource instances, or with one that a question finds: from the one that is searched to the other
   * (`outgoing`), the other way, or either; as a value of one of these nodes, or in any way.
   */
  | {
      readonly kind: 'related';
      readonly direction: 'outgoing' | 'incoming' | 'any';
      readonly nodes: readonly QuestionNode[] | null;
      readonly to: RelationTarget;
    }
  /** A change that the caller may know of was made at this time or later, and none after the end. Null for no limit. */
  | {
      readonly kind: 'changed';
      readonly from: string | null;
      readonly to: string | null;
    };

/** A condition on the resource instances of some models. */
export type ModelsCondition = {
  /** Null for all models. Nodes in the condition belong to these models. */
  readonly graphIds: readonly string[] | null;
  readonly condition: RecordCondition;
};

/** Which resource instances are searched: those that meet the condition of their model. */
export type Question = readonly ModelsCondition[];
