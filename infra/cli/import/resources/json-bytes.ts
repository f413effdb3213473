// The bytes of the characters with a meaning in JSON. They are ASCII, and so never part of a longer UTF-8 character.
export const lineFeedByte = 0x0a;
export const quoteByte = 0x22;
export const commaByte = 0x2c;
export const colonByte = 0x3a;
export const openingBracketByte = 0x5b;
export const backslashByte = 0x5c;
export const closingBracketByte = 0x5d;
export const openingBraceByte = 0x7b;
export const closingBraceByte = 0x7d;
