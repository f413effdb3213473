/** The text of one record, which is not parsed yet. */
export type RecordText = {
  /** The JSON of the record, without what surrounds it. */
  readonly text: string;
  /** False if the record has bytes that are not UTF-8. The text has U+FFFD in their place. */
  readonly isUtf8: boolean;
  /** The JSON Pointer to the record in its document, where a file of lines counts as a list; empty if the record is the document. */
  readonly pointer: string;
  /** The number of records before it in the file. */
  readonly position: number;
  /** The line on which it begins, from 1. */
  readonly line: number;
};
