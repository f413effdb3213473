import type { Iri, RdfValue } from '../../rdf/terms.ts';
import type { LocalizedText, PreferredLanguages } from '../pick-language.ts';
import type { JsonObject } from './values/json-values.ts';

/** Lookups of the texts to display for the ids in values. They contain only what the caller is allowed to see. */
export type LabelLookup = {
  /** The text of a concept value, and the preferred labels of its concept by language. */
  readonly conceptValue: (
    valueId: string,
  ) => { readonly text: string; readonly labels: Readonly<Record<string, string>> } | undefined;
  readonly resourceName: (resourceId: string) => LocalizedText | undefined;
  /** Returns the display text of a node of another tile, or null. Absent if other tiles are not loaded. */
  readonly tileText?: (tileId: string, nodeId: string) => string | null;
};

export type DisplayContext = {
  /** Language tags, preferred first, the default language last. */
  readonly languages: PreferredLanguages;
  readonly labels: LabelLookup;
};

export type DisplayNode = { readonly config: JsonObject };

export type DatatypeNode = DisplayNode & {
  readonly nodeId: string;
  /** URI; null if the model has none. */
  readonly ontologyClass: string | null;
};

/** The ids in a value that are looked up to display the value. */
export type ValueReferences = {
  readonly conceptValues: readonly string[];
  readonly resources: readonly string[];
};

/** A concept, looked up by the id of one of its values. */
export type ReferencedConcept = {
  readonly conceptId: string;
  /** The text and language of the referenced value. */
  readonly text: string;
  readonly language: string | null;
  /** By language. */
  readonly labels: Readonly<Record<string, string>>;
  /** URIs and other identifiers. */
  readonly identifiers: readonly string[];
};

/** A visible referenced resource instance. */
export type ReferencedResource = {
  readonly graphId: string;
  /** The ontology class of the root node of its graph. */
  readonly rootClass: string | null;
  /** The visible display names, by language. */
  readonly names: Readonly<Record<string, string>>;
};

/** Lookups of referenced concepts and resource instances. They return only what the reader is allowed to see. */
export type ReferenceLookup = {
  readonly concept: (valueId: string) => ReferencedConcept | undefined;
  readonly resource: (resourceId: string) => ReferencedResource | undefined;
};

export type ToRdfContext = ReferenceLookup & {
  /** The address of the service without a slash at the end. */
  readonly baseUrl: string;
  /** The project's default language. */
  readonly language: string;
  /** The URI of the node in this tile, used for parts of a value that have no URI of their own. */
  readonly nodeUri: string;
};

/** The language of texts without a language tag, and the direction of each language. */
export type TextLanguage = {
  /** The project's default language. */
  readonly language: string;
  readonly directionOf: (language: string) => 'ltr' | 'rtl';
};

export type FromRdfContext = TextLanguage & {
  /** Addresses of the service without a slash at the end: the present one, then former ones. */
  readonly baseUrls: readonly string[];
  /**
   * Finds the concept value to store for a concept in a document.
   * @param uriOrId URI or id of the concept, or id of one of its values
   * @param labels the labels in the document
   * @param stored the present value, which is kept if it is a value of the same concept
   */
  readonly conceptValueId: (
    uriOrId: string,
    labels: readonly { readonly text: string; readonly language: string | null }[],
    stored: unknown,
  ) => string | undefined;
  /** The present value of the tile, or null. It supplies the parts that the document does not repeat. */
  readonly stored: unknown;
};

/** A value, or a message that tells the author of the document why it cannot be read. */
export type ReadResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'problem';
      readonly message: string;
      /** Set if the text was certainly meant as JSON, so that no other way to read it is tried. */
      readonly code?: string;
      /** JSON Pointer into the JSON in the text. */
      readonly pointer?: string;
    };

export type ValueProblem = {
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the value; empty for the whole value. */
  readonly pointer: string;
  readonly message: string;
  /** Whether imports store the value nevertheless, with a warning. */
  readonly isImported?: boolean;
};

export type ValidateContext = ReferenceLookup & {
  /** Whether a concept is a direct or indirect member of a collection. */
  readonly isInCollection: (conceptId: string, collectionId: string) => boolean;
  /** Whether a tile has this id, which must be in lower case. */
  readonly isTile: (tileId: string) => boolean;
  /** As in NormaliseContext. */
  readonly timeZone: string | null;
};

export type NormaliseContext = {
  readonly newId: () => string;
  /** For models with texts by language: the language of plain texts. Null for models with plain texts. */
  readonly textLanguage: TextLanguage | null;
  /** The tz database name of the zone for times without an offset; null if such times are rejected. */
  readonly timeZone: string | null;
  /** The present value of the tile, or null. */
  readonly stored: unknown;
};

/** Reads and writes the texts in `rdf:value`, in the JSON-LD shape of the specification. */
export type TextCodec = {
  /** Whether each element of a list has its own child node object. */
  readonly isPerElement: boolean;
  /**
   * Writes no text, one text, or one for each element.
   * @param value not null
   */
  readonly write: (value: unknown, referenced: ReferenceLookup) => readonly string[];
  /** @param texts at least one */
  readonly read: (
    texts: readonly string[],
    node: DatatypeNode,
    context: FromRdfContext,
  ) => ReadResult;
};

/** Reads and writes the values of the linked shape. */
export type LinkedCodec = {
  /**
   * `container`: the node only groups other nodes; `literal`: the value is one literal or more; `reference`: the value
   * is one RDF node or more.
   */
  readonly kind: 'container' | 'literal' | 'reference';
  /**
   * Whether each RDF node has the class of the model node as its type, which distinguishes siblings of different
   * classes.
   */
  readonly hasClassOfNode?: boolean;
  /**
   * The predicates that belong to the value itself, and whether they have literals or RDF nodes. All other
   * statements belong to nodes of the model below it.
   */
  readonly ownPredicates?: Readonly<Record<Iri, 'literal' | 'node'>>;
  /**
   * Writes the value as literals or RDF nodes; empty if there is nothing to write.
   * @param value not null
   */
  readonly write: (
    value: unknown,
    node: DatatypeNode,
    context: ToRdfContext,
  ) => readonly RdfValue[];
  /** @param values at least one */
  readonly read: (
    values: readonly RdfValue[],
    node: DatatypeNode,
    context: FromRdfContext,
  ) => ReadResult;
};

/**
 * The content of the values of a datatype. Statements and triggers (column `node.holds`), the JSON-LD matcher and
 * serializers use it in place of datatype names.
 * - `nothing`: the node only groups other nodes;
 * - `text`: one text without a language;
 * - `texts by language`: an object of texts by language tag, or one text;
 * - `concept values`: the id of a concept value, or a list of them;
 * - `resource instances`: the id of a resource instance, an object with it as `resourceId`, or a list of these;
 * - `geometry`: a GeoJSON FeatureCollection, feature or geometry;
 * - `tile`: the id of a tile, for the value of its node `config.nodeid`.
 */
export type DatatypeContent =
  | 'nothing'
  | 'text'
  | 'texts by language'
  | 'concept values'
  | 'resource instances'
  | 'geometry'
  | 'tile';

/**
 * How the database converts a value for a column of a spatial view (infra/schema/spatial-views/texts.sql).
 * - `text`: a text unchanged, anything else as JSON;
 * - `text by language`: an object of texts by language tag, or one text;
 * - `labels`: one of several objects with `value` and `language_id`, chosen by language;
 * - `concept value`: the preferred label of the concept, by the id of one of its values;
 * - `option`: the text of an option of the node, by its id;
 * - `resource instance`: the name, by the id or an object with it as `resourceId`;
 * - `tile`: the column text of the node `config.nodeid` in the tile with this id;
 * - `nothing`: the node cannot be a column.
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
  /** SQL/JSON path to the parts of a value, each with its own text. Absent: the value itself. */
  readonly each?: string;
  /** SQL/JSON paths in a part, preferred first: the first one with a text is used. Absent: the part itself. */
  readonly texts?: readonly string[];
};

/** A link to another site, as stored: the address is not checked. */
export type DisplayLink = { readonly address: string; readonly text: string };

/**
 * How a condition finds values: by concepts and narrower ones, by ids of resource instances, by the options of the node, as true or false,
 * as numbers, by the days that a date may mean, or by words.
 */
export type SearchedBy = 'concepts' | 'ids' | 'options' | 'truth' | 'numbers' | 'days' | 'words';

/** A kind of node value. Each file of this folder defines a datatype, or a datatype and its list variant. */
export type Datatype = {
  readonly name: string;
  /** Absent if only the datatype itself interprets its values. */
  readonly holds?: DatatypeContent;
  /**
   * SQL/JSON paths to the parts that are compared by unique constraints: values with the same parts in any order
   * are equal. Absent: the whole value is compared.
   */
  readonly comparisonPaths?: readonly string[];
  /** Absent: the same as `text`. */
  readonly columnText?: ColumnText;
  /** Absent: a condition can only require any value, or none. */
  readonly searchedBy?: SearchedBy;
  /** Whether a value dates what is recorded, and not the recording. */
  readonly datesPeriod?: boolean;
  /** The type of values in map tiles; absent: text. */
  readonly tileType?: 'number' | 'boolean';
  /** The id of the Arches widget for nodes without one; absent: the text widget. */
  readonly widget?: string;
  /**
   * Returns the display text of a value.
   * @returns null if there is nothing to show
   */
  readonly display: (value: unknown, node: DisplayNode, context: DisplayContext) => string | null;
  /** Reads the address and the text of a value that is a link to another site; absent if values are not links. */
  readonly link?: (value: unknown) => DisplayLink | undefined;
  /**
   * Computes the text of `columnText` in TypeScript, for datatypes where it differs from display().
   * @returns null if there is nothing to show
   */
  readonly columnDisplay?: Datatype['display'];
  /**
   * Whether names and descriptions leave the values out, because they are not words, such as geometries and tile
   * ids.
   */
  readonly isExcludedFromNames?: boolean;
  /** The ids that display() looks up; absent if there are none. */
  readonly references?: (value: unknown) => ValueReferences;
  /** Lists all problems of a value before it is stored. Null is always valid. */
  readonly validate: (
    value: unknown,
    node: DatatypeNode,
    context: ValidateContext,
  ) => readonly ValueProblem[];
  /** Converts a value into its stored form, null if it is empty. A value in an unknown form stays unchanged. */
  readonly normalise: (value: unknown, node: DatatypeNode, context: NormaliseContext) => unknown;
  readonly textCodec: TextCodec;
  readonly linkedCodec: LinkedCodec;
};
