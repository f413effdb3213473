/**
 * The languages of an answer, preferred first.
 * @param requested the parameter `lang`; `*` for any language
 * @param accepted those of the reader
 */
export const requestedLanguages = (
  requested: string | undefined,
  accepted: readonly string[],
): readonly string[] =>
  requested === undefined || requested === '*' ? accepted : [requested, ...accepted];
