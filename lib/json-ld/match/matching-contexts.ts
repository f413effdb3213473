import type { FromRdfContext, ValidateContext } from '../../model/datatypes/datatype.ts';
import type { IncomingValue } from '../incoming-value.ts';
import type { WorkLimit } from './choice/work-limit.ts';
import type { ServiceUris } from './document/service-uris.ts';
import type { KeyOfValues } from './document/value-groups.ts';
import type { MatchInput } from './match-input.ts';
import type { MatchModel, ModelNode } from './match-model.ts';

/** The context for writing stored values in RDF. */
export type LinkedContext = {
  /** The address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly validation: ValidateContext;
  /** Names the project's default language. */
  readonly readContext: Pick<FromRdfContext, 'language'>;
};

/** The context for reading the values of a document. */
export type ReadValueContext = LinkedContext & {
  readonly uris: ServiceUris;
  readonly readContext: Omit<FromRdfContext, 'stored'>;
  /** Whether the document is in the shape of the specification. There `rdf:value` has texts, and no typed literals or references. */
  readonly isSpecificationShape: boolean;
  readonly reduceLabels: ReduceLabels;
  readonly findRepeatedValue: FindRepeatedValue;
};

/** The context for measuring how well values match nodes of the model. */
export type MeasureContext = ReadValueContext & {
  readonly input: MatchInput;
  readonly model: MatchModel;
  readonly keyOfValues: KeyOfValues;
  readonly workLimit: WorkLimit;
};

/** A stored value that a document can repeat. */
export type StoredValue = {
  /** Null if no value is stored. */
  readonly value: unknown;
  /** Whether it is a single stored value. A list merged from several stored values is validated like a new value. */
  readonly isSingleValue: boolean;
};

/**
 * Finds the stored value of a node, in any tile, that values of a document repeat completely or in part. If they repeat parts of
 * several lists, these lists are merged.
 */
export type FindRepeatedValue = (values: readonly IncomingValue[], node: ModelNode) => StoredValue;

/**
 * Reduces the labels of a referenced RDF node to those of one stored value, if the document has exactly the labels of all stored values.
 * A document lists all labels of a URI together.
 * @param stored the value whose labels remain
 */
export type ReduceLabels = (
  value: IncomingValue,
  node: ModelNode,
  stored: unknown,
) => IncomingValue;
