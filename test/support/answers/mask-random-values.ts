/** Values that differ from run to run, and their placeholders. */
const randomPatterns: readonly (readonly [RegExp, string])[] = [
  // Random ids; those of the sample have version 5 and stay.
  [/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi, '{id}'],
  [
    /\b20(?:2[6-9]|3\d)-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g,
    '{time}',
  ],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, '{time}'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '{token}'],
  [
    /((?:signature|expires|code|state|next|cursor|client_id|client_secret|id|resumptionToken)=)[\w%.~-]+/g,
    '$1{value}',
  ],
  [
    /("(?:refresh_token|code|secret|client_secret|client_id|password|iat|exp|kid|n|x|y)":\s*)(?:"[^"]*"|\d+)/g,
    '$1{value}',
  ],
  // Secrets, client ids, and tokens of forms.
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{30,}=*/g, '{secret}'],
  // Entity tags contain versions and hashes of ids.
  [/"[\w+/=.:-]*-?[0-9a-f]{16}(?:-[\w+/=.:-]*)?"/g, '"{tag}"'],
];

/** Replaces ids, secrets, times and entity tags that differ from run to run. */
export function maskRandomValues(text: string): string {
  return randomPatterns.reduce(
    (maskedText, [pattern, placeholder]) => maskedText.replaceAll(pattern, placeholder),
    text,
  );
}
