// SQL expressions for values that look random, but are always the same. They depend on `n`, the number of a record.

/** A number from 0 to 1, below 1. @param kind distinguishes draws of one record */
export const fraction = (kind: string, number = 'n'): string =>
  `(abs(hashtext('${kind} ' || ${number})::bigint) / 2147483649.0)`;

/** A whole number from 1 to a count, by Zipf's law: the chance of each is inversely proportional to it. */
export const zipf = (kind: string, count: number, number = 'n'): string =>
  `least(${count}, floor(exp(${fraction(kind, number)} * ln(${count} + 1.0)))::integer)`;

const phraseCount = 10_000;
const wordCount = 40_000;

/** The tables of phrases of four words by Zipf's law. They need those of `wordStatements`. */
export const phraseStatements: readonly string[] = [
  `create unlogged table bench_phrase as
select n as number, (
  select string_agg(w.word, ' ' order by p.position)
  from generate_series(1, 4) as p (position)
  join bench_word w on w.number = ${zipf('word', wordCount, "n || ' ' || p.position")} - 1
) as phrase
from generate_series(0, ${phraseCount - 1}) n`,
  'create unique index on bench_phrase (number)',
  'analyze bench_phrase',
];

const phrase = (kind: string): string =>
  `(select p.phrase from bench_phrase p where p.number = floor(${fraction(kind)} * ${phraseCount})::integer)`;

/** A text of eight words. */
export const shortText = (kind: string): string =>
  `${phrase(`${kind} begins`)} || ' ' || ${phrase(`${kind} ends`)}`;

/** A text of 5 kB. */
export const longText = (kind: string): string =>
  `(select string_agg(p.phrase, ' ' order by p.number)
    from bench_phrase p
    where p.number between floor(${fraction(kind)} * ${phraseCount - 200})::integer and floor(${fraction(kind)} * ${phraseCount - 200})::integer + 180)`;

/** A text as a value of a node. */
export const inEnglish = (text: string): string =>
  `jsonb_build_object('en', jsonb_build_object('value', ${text}, 'direction', 'ltr'))`;
