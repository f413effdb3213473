/** A fault that a change of the code could introduce: a text of a file is replaced by another. */
export type Fault = {
  readonly description: string;
  readonly file: string;
  /** A text that occurs exactly once in the file. */
  readonly text: string;
  readonly becomes: string;
  /** Files or folders of tests. At least one test in them must fail. */
  readonly tests: readonly string[];
};

/**
 * Replaces the text of a fault in the content of its file.
 * @throws Error unless the text of the fault occurs exactly once
 */
export function plant({ description, file, text, becomes }: Fault, content: string): string {
  const [before = '', after, ...more] = content.split(text);
  if (after === undefined || more.length > 0) {
    throw new Error(
      `${file} does not contain the text of the fault "${description}" exactly once. Adapt the fault.`,
    );
  }
  return `${before}${becomes}${after}`;
}
