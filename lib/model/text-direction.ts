const rightToLeftLanguages = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** The direction in which a language is written. @param language its tag */
export function textDirection(language: string): 'ltr' | 'rtl' {
  return rightToLeftLanguages.has(language.toLowerCase().split(/[-_]/)[0] ?? '') ? 'rtl' : 'ltr';
}
