/** The conditions of the reference platform, with words for them. */
export const formerConditions: Readonly<Record<string, string>> = {
  'advanced-search': 'Conditions on values',
  'term-filter': 'Words and concepts',
  'map-filter': 'Area',
  'resource-type-filter': 'Kinds of record',
  'time-filter': 'Time',
  'provisional-filter': 'Proposals',
  language: 'Language of words',
};
