/** Folds a heading, label or option for comparison without letter case, where none is equal as it is written. */
export function foldText(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
