import type { Operation } from '../../../lib/http/operation.ts';
import type { RecordedExample } from './examples.ts';
import type { SchemaWriter } from './json-schema.ts';

/** An operation and its subject, the name of its folder. */
export type DescribedOperation = {
  readonly operation: Operation;
  readonly subject: string;
};

/** The shared context of all operations of a document. */
export type DocumentContext = {
  readonly writer: SchemaWriter;
  readonly examples: readonly RecordedExample[];
};
