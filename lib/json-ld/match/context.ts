import type { FromRdfContext, ValidateContext } from '../../model/datatypes/datatype.ts';
import type { IncomingValue } from '../incoming-value.ts';
import type { WorkLimit } from './choice/work-limit.ts';
import type { ServiceUris } from './document/service-uris.ts';
import type { Identity } from './document/value-groups.ts';
import type { MatchInput } from './match-input.ts';
import type { Model, ModelNode } from './model.ts';

/** What is needed to write stored values in RDF. */
export type WriteContext = {
  /** The address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly validation: ValidateContext;
};

/** What is needed to read the values of a document. */
export type ValueContext = WriteContext & {
  readonly uris: ServiceUris;
  readonly reading: Omit<FromRdfContext, 'stored'>;
  /** Whether the document is in the shape of the specification: `rdf:value` holds its texts, rather than literals and things. */
  readonly prefersTexts: boolean;
  readonly withStoredLabels: WithStoredLabels;
  readonly repeatedValue: RepeatedValue;
};

/** What is needed to measure how well values match nodes of the model. */
export type CostContext = ValueContext & {
  readonly input: Pick<MatchInput, 'unknown' | 'hidden'>;
  readonly model: Model;
  readonly identity: Identity;
  readonly workLimit: WorkLimit;
};

/** A stored value that a document may repeat. */
export type StoredValue = {
  /** Null where there is none. */
  readonly value: unknown;
  /** Whether it is one stored value. A list that is put together from several is validated like a new one. */
  readonly isWhole: boolean;
};

/**
 * Finds the stored value of a node that values of a document repeat, or of which they repeat a part, in any tile. Where they repeat
 * parts of several lists, these lists become one.
 */
export type RepeatedValue = (values: readonly IncomingValue[], node: ModelNode) => StoredValue;

/**
 * Reduces the labels of a thing to those of one stored value, where the document has those of all stored values: in a document all
 * labels of a URI come together.
 * @param stored the value that stays where the document repeats it
 */
export type WithStoredLabels = (
  value: IncomingValue,
  node: ModelNode,
  stored: unknown,
) => IncomingValue;
