import type { Operation } from '../../../lib/http/operation.ts';
import type { RecordedExample } from './examples.ts';
import type { SchemaWriter } from './json-schema.ts';

/** An operation, and the subject that it belongs to: the name of its folder. */
export type DescribedOperation = {
  readonly operation: Operation;
  readonly subject: string;
};

/** What all operations of a document are written with. */
export type DocumentContext = {
  readonly writer: SchemaWriter;
  readonly examples: readonly RecordedExample[];
};
