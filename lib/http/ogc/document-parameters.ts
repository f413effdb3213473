/** What the parameters of every JSON document of OGC API Features mean. */
export const documentParameters = {
  indent: 'Spaces of indentation, 0 to 10.',
  format: 'json, the only one.',
} as const;
