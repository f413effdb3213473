/** A control character needs up to six bytes as JSON, such as `\u0000`. Others need at most twice their bytes in UTF-8. */
const controlCharacter = /\p{Cc}/u;
const maxBytesOfCodeUnit = 6;

/**
 * Returns an upper bound for the bytes of a text inside the quotes of a JSON string. This is faster than writing the JSON and counting.
 * @rule Responses: How many bytes does a text have as JSON at most?
 */
export function boundJsonBytes(text: string): number {
  return controlCharacter.test(text)
    ? text.length * maxBytesOfCodeUnit
    : Buffer.byteLength(text) * 2;
}

/** Whether a text has at most so many bytes as a JSON string. The JSON is written only if its length leaves a doubt. */
export function fitsAsJson(text: string, maxBytes: number): boolean {
  return (
    // The quotes need less than another code unit.
    (text.length + 1) * maxBytesOfCodeUnit <= maxBytes ||
    (text.length <= maxBytes && Buffer.byteLength(JSON.stringify(text)) <= maxBytes)
  );
}
