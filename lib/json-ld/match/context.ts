import type { FromRdfContext, ValidateContext } from '../../model/datatypes/datatype.ts';
import type { IncomingValue } from '../incoming-value.ts';
import type { Steps } from './choice/steps.ts';
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

/** What is needed to tell how well values fit nodes of the model. */
export type CostContext = ValueContext & {
  readonly input: Pick<MatchInput, 'unknown' | 'hidden'>;
  readonly model: Model;
  readonly identity: Identity;
  readonly steps: Steps;
};

/** A stored value that a document may repeat. */
export type StoredValue = {
  /** Null where there is none. */
  readonly value: unknown;
  /** Whether it is stored as it is here. What is put together from several values is validated like a new one. */
  readonly isWhole: boolean;
};

/**
 * The stored value of a node of which values of a document repeat something, wherever it is stored. Where they repeat something of
 * several stored lists, the elements of these in one list.
 */
export type RepeatedValue = (values: readonly IncomingValue[], node: ModelNode) => StoredValue;

/**
 * A thing with the labels of one stored value alone, where the document gives it those of all stored values. In a document the
 * labels of one URI come together, wherever it is.
 * @param stored the value that stays where the document repeats it
 */
export type WithStoredLabels = (
  value: IncomingValue,
  node: ModelNode,
  stored: unknown,
) => IncomingValue;
