/** A fault that a change of the code could introduce: a text of a file is replaced by another. */
export type CodeFault = {
  readonly description: string;
  readonly file: string;
  /** A text that occurs exactly once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** Files or folders of tests, the likeliest first. At least one test in them must fail. */
  readonly tests: readonly string[];
};

/**
 * Replaces the text of a fault in the content of its file.
 * @throws Error unless the text of the fault occurs exactly once
 */
export function insertFault(
  { description, file, text, replacement }: CodeFault,
  content: string,
): string {
  const [before = '', after, ...more] = content.split(text);
  if (after === undefined || more.length > 0) {
    throw new Error(
      `${file} does not contain the text of the fault "${description}" exactly once. Adapt the fault.`,
    );
  }
  return `${before}${replacement}${after}`;
}
