/** One resource instance with its tiles, as text that is not parsed yet. */
export type RecordText = {
  /** The JSON string of this record alone. */
  readonly text: string;
  /** False if the record has bytes that are not UTF-8; the text has U+FFFD in their place. */
  readonly isUtf8: boolean;
  /** JSON Pointer to the record in its document; empty if the record is the document. A file of lines is treated as a list. */
  readonly pointer: string;
  /** Number of the records before it in the file. */
  readonly position: number;
  /** The line on which it begins, from 1. */
  readonly line: number;
};
