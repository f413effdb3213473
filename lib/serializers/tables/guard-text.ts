/**
 * Guards a text in a file of texts alone, such as CSV: one that a spreadsheet would compute gets an apostrophe before it, which a spreadsheet
 * shows and `unguardText` takes away. So does a text that begins with an apostrophe.
 * @rule Imports and exports: What keeps a spreadsheet from computing a text?
 */
export const guardText = (text: string): string => (/^[=+\-@\t\r']/.test(text) ? `'${text}` : text);

/** Takes the apostrophe of `guardText` away. */
export const unguardText = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);
