import { jsonPointer } from '../../lib/model/problem.ts';

/** A JSON text with one member that is repeated, and the pointer to its second occurrence. */
export type Repetition = { readonly text: string; readonly pointer: string };

/** Writes a JSON value again and again, each time with one member of one object repeated at the end of that object. */
export function listRepetitions(value: unknown): readonly Repetition[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  const entries = Object.entries(value).map(([name, member]) => ({
    name,
    member: member as unknown,
    text: isList ? JSON.stringify(member) : `${JSON.stringify(name)}:${JSON.stringify(member)}`,
  }));
  const write = (texts: readonly string[]): string =>
    isList ? `[${texts.join()}]` : `{${texts.join()}}`;
  const texts = entries.map(({ text }) => text);
  return entries.flatMap(({ name, member, text }, index) => [
    ...listRepetitions(member).map((inner) => ({
      text: write(texts.with(index, isList ? inner.text : `${JSON.stringify(name)}:${inner.text}`)),
      pointer: jsonPointer([name]) + inner.pointer,
    })),
    ...(isList ? [] : [{ text: write([...texts, text]), pointer: jsonPointer([name]) }]),
  ]);
}
