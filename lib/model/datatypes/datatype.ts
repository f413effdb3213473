import type { Iri, RdfValue } from '../../rdf/terms.ts';
import type { LocalizedText } from '../pick-language.ts';
import type { JsonObject } from './values/json-values.ts';

/** The texts that values refer to by id. What a caller may not see is not in here. */
export type Labels = {
  /** The text of a concept value and the preferred labels of its concept by language. */
  readonly conceptValue: (
    valueId: string,
  ) => { readonly text: string; readonly labels: Readonly<Record<string, string>> } | undefined;
  /** The display name of a resource instance. */
  readonly resourceName: (resourceId: string) => LocalizedText | undefined;
  /** The value of a node of another tile, in words; null where there is none to see. Absent where other tiles are not at hand. */
  readonly tileText?: (tileId: string, nodeId: string) => string | null;
};

export type DisplayContext = {
  /** Language tags, most wanted first; the project's default language is the last. */
  readonly languages: readonly string[];
  readonly labels: Labels;
};

/** What a display needs of the node that a value belongs to: its configuration. */
export type DisplayNode = { readonly config: JsonObject };

/** What a datatype needs of the node that a value belongs to. */
export type DatatypeNode = DisplayNode & {
  readonly nodeId: string;
  /** URI of the class; null where the model has none. */
  readonly ontologyClass: string | null;
};

/** Ids that a value refers to, whose texts its display needs. */
export type ValueReferences = {
  readonly conceptValues: readonly string[];
  readonly resources: readonly string[];
};

/** A concept as a value refers to it, by the id of one of its values. */
export type ReferencedConcept = {
  readonly conceptId: string;
  /** The text of the value that is referred to, and its language. */
  readonly text: string;
  readonly language: string | null;
  /** The preferred labels by language. */
  readonly labels: Readonly<Record<string, string>>;
  /** Identifiers that the thesaurus holds, URIs or not. */
  readonly identifiers: readonly string[];
};

/** A referenced resource instance that the reader may see. */
export type ReferencedResource = {
  readonly graphId: string;
  /** The class of the root of its graph. */
  readonly rootClass: string | null;
  /** Display names by language, as far as the reader may see them. */
  readonly names: Readonly<Record<string, string>>;
};

/** What is known of the things that values refer to. What a reader may not see is not in here. */
export type ReferenceLookup = {
  readonly concept: (valueId: string) => ReferencedConcept | undefined;
  readonly resource: (resourceId: string) => ReferencedResource | undefined;
};

export type ToRdfContext = ReferenceLookup & {
  /** The service's address without a slash at the end. */
  readonly baseUrl: string;
  /** The URI of this very node in its tile, for parts of a value that have no URI of their own. */
  readonly nodeUri: string;
};

/** What is to be known of texts that come without a language. */
export type TextLanguage = {
  /** The language that such a text is in: the project's. */
  readonly language: string;
  /** How a language is written. */
  readonly directionOf: (language: string) => 'ltr' | 'rtl';
};

/** What reading a value from RDF needs to know. */
export type FromRdfContext = TextLanguage & {
  /** Addresses of the service, without a slash at the end: the present one first, then former ones. */
  readonly baseUrls: readonly string[];
  /**
   * The id of the concept value to store for what a document says of a concept.
   * @param uriOrId a URI of the concept, the id of the concept, or the id of one of its values
   * @param labels the labels that came along, if any
   * @param stored the value that the tile holds now: where it names the same concept, it stays
   */
  readonly conceptValueId: (
    uriOrId: string,
    labels: readonly { readonly text: string; readonly language: string | null }[],
    stored: unknown,
  ) => string | undefined;
  /** The value that the tile holds now; null where it holds none. What a document does not repeat is kept from it. */
  readonly stored: unknown;
};

/** A value that was read, or why what is there cannot be read as one, in a sentence for whoever wrote it. */
export type ReadResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly message: string };

/** What is wrong with a value. */
export type ValueProblem = {
  /** Stable, lower-case with underscores. */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the value; empty for the whole value. */
  readonly pointer: string;
  /** Says what to do. */
  readonly message: string;
};

export type ValidateContext = ReferenceLookup & {
  /** Whether a concept is a member of a collection, through other collections too. */
  readonly isInCollection: (conceptId: string, collectionId: string) => boolean;
  /** Whether there is a tile with this id. */
  readonly isTile: (tileId: string) => boolean;
  /** As in NormaliseContext. */
  readonly timeZone: string | null;
};

export type NormaliseContext = {
  /** Makes a new UUID. */
  readonly newId: () => string;
  /** The language of a plain text, where the model stores texts by language; null where it stores them plain. */
  readonly textLanguage: TextLanguage | null;
  /** The time zone of moments that come without one, by its name in the tz database; null where they are not taken. */
  readonly timeZone: string | null;
  /** The value that the tile holds now; null where it holds none. */
  readonly stored: unknown;
};

/** How a value stands in `{rdf}value`, in the JSON-LD shape of the specification. */
export type TextCodec = {
  /** Whether each element of a value has a child node object of its own. */
  readonly isPerElement: boolean;
  /**
   * The texts of a value: none where there is nothing to say, one, or one for each element.
   * @param value not null
   */
  readonly write: (value: unknown, referenced: ReferenceLookup) => readonly string[];
  /** The value that such texts stand for. @param texts at least one */
  readonly read: (
    texts: readonly string[],
    node: DatatypeNode,
    context: FromRdfContext,
  ) => ReadResult;
};

/** How a value stands in RDF, in the linked shape. */
export type LinkedCodec = {
  /**
   * `container`: the node is there for the nodes below it; `literal`: its value is one literal or several; `reference`: its
   * value is one or several things that have URIs of their own.
   */
  readonly kind: 'container' | 'literal' | 'reference';
  /** Whether each thing has the class of the node as its type, so that siblings of different classes can be told apart. */
  readonly hasClassOfNode?: boolean;
  /**
   * By which predicates the things that are its value describe themselves, and whether by literals or by other things. Whatever
   * else a document says of one hangs in it.
   */
  readonly ownPredicates?: Readonly<Record<Iri, 'literal' | 'thing'>>;
  /**
   * The value as literals or things; none where there is nothing to say.
   * @param value not null
   */
  readonly write: (
    value: unknown,
    node: DatatypeNode,
    context: ToRdfContext,
  ) => readonly RdfValue[];
  /** The value that such literals or things stand for. @param values at least one */
  readonly read: (
    values: readonly RdfValue[],
    node: DatatypeNode,
    context: FromRdfContext,
  ) => ReadResult;
};

/**
 * What values hold, for whoever looks into values of many datatypes: statements and triggers of the database (column `node.holds`),
 * the matcher of JSON-LD, serializers. None of them asks for the name of a datatype.
 *
 * - `nothing`: its nodes only group others;
 * - `text`: one text, of no language;
 * - `texts by language`: an object of texts by language tag, or one text;
 * - `concept values`: the id of a concept value, or a list of them;
 * - `resource instances`: the id of a resource instance, an object that names it as `resourceId`, or a list of these;
 * - `geometry`: a GeoJSON FeatureCollection, feature or geometry;
 * - `tile`: the id of a tile, for the value of the node `config.nodeid` in it.
 */
export type HeldContent =
  | 'nothing'
  | 'text'
  | 'texts by language'
  | 'concept values'
  | 'resource instances'
  | 'geometry'
  | 'tile';

/**
 * How a value stands in a column of a spatial view, which the database works out (infra/schema/spatial-views/texts.sql).
 *
 * - `text`: as it is written, a text by itself, all else as JSON;
 * - `text by language`: an object of texts by language tag, or one text;
 * - `labels`: objects of `value` and `language_id`, one of which counts;
 * - `concept value`: the preferred label of the concept, by the id of one of its values;
 * - `option`: the text of an option of the node, by its id;
 * - `resource instance`: the name, by the id, or an object that names it as `resourceId`;
 * - `tile`: as the value of the node `config.nodeid` stands in the tile of this id;
 * - `nothing`: not at all: the node cannot be a column.
 */
export type ColumnText = {
  readonly as:
    | 'text'
    | 'text by language'
    | 'labels'
    | 'concept value'
    | 'option'
    | 'resource instance'
    | 'tile'
    | 'nothing';
  /** SQL/JSON path to the parts of a value, each of which gives a text of its own; absent: the value itself. */
  readonly each?: string;
  /** SQL/JSON paths within a part, most wanted first: what the first one leads to that gives a text counts. Absent: the part itself. */
  readonly texts?: readonly string[];
};

/** What the service knows of a kind of node value. One file of this folder describes one datatype, or one and the list of it. */
export type Datatype = {
  /** The name as graphs write it. */
  readonly name: string;
  /** Absent where nobody but the datatype looks into its values. */
  readonly holds?: HeldContent;
  /**
   * SQL/JSON paths to the parts of a value that count where a card wants values to be unique: two values with the same parts, in
   * any order, are the same. Absent: the value itself counts.
   */
  readonly comparedBy?: readonly string[];
  /** How its values stand in a column of a spatial view; absent: as they are written. */
  readonly columnText?: ColumnText;
  /** The id of the widget with which the Arches platform edits its values, where a model names none; absent: that of texts. */
  readonly widget?: string;
  /**
   * The value in words for a reader.
   * @returns null where there is nothing to show
   */
  readonly display: (value: unknown, node: DisplayNode, context: DisplayContext) => string | null;
  /**
   * The same as `columnText`, for what is worked out here, where display() says something else.
   * @returns null where there is nothing to show
   */
  readonly columnDisplay?: Datatype['display'];
  /** Whether its values are no words, but drawn on a map, say, or the id of a tile: names and descriptions are without them. */
  readonly isExcludedFromNames?: boolean;
  /** The ids whose texts display() asks for; absent where it asks for none. */
  readonly references?: (value: unknown) => ValueReferences;
  /** Everything that is wrong with a value that is to be stored. Null is right for every datatype. */
  readonly validate: (
    value: unknown,
    node: DatatypeNode,
    context: ValidateContext,
  ) => readonly ValueProblem[];
  /** A value in the form in which it is stored; null where it is empty. What it does not understand stays as it is. */
  readonly normalise: (value: unknown, node: DatatypeNode, context: NormaliseContext) => unknown;
  readonly textCodec: TextCodec;
  readonly linkedCodec: LinkedCodec;
};
