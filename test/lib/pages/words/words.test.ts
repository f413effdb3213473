import { describe, expect, it } from 'vitest';

import { html } from '../../../../lib/pages/layout/html.ts';
import { createWords } from '../../../../lib/pages/words/words.ts';

const [english, german, arabic] = [createWords(['en']), createWords(['de']), createWords(['ar'])];

describe('a message', () => {
  it.each([
    [english, 1, 'There is a problem'],
    [english, 1234, 'There are 1,234 problems'],
    [german, 1234, 'Es gibt 1.234 Probleme'],
    [arabic, 1, 'توجد مشكلة واحدة'],
    [arabic, 2, 'توجد مشكلتان'],
    [arabic, 5, 'توجد 5 مشكلات'],
    [arabic, 11, 'توجد 11 مشكلة'],
  ])('has the form of the language for a number', (words, count, text) => {
    expect(words.text('fields.problems', { count })).toBe(text);
  });

  it('escapes its values in HTML, and makes elements of its tags', () => {
    const link = (content: unknown) => html`<a href="/x">${String(content)}</a>`;
    const name = english.html('search.ignored', { names: '<b>' });
    expect(String(name)).toBe('Not followed: &lt;b&gt;.');
    expect(String(english.html('search.earlier-address', { link }))).toContain(
      'in <a href="/x">the form below</a>.',
    );
  });

  it('isolates values in a language that is written from right to left', () => {
    expect(arabic.text('edits.unknown-author')).not.toContain('\u2068');
    expect(arabic.text('relations.title', { name: 'Inn (1)' })).toBe('علاقات \u2068Inn (1)\u2069');
  });
});

describe('a language', () => {
  it('writes dates, months and lists in its own way', () => {
    const day = '2026-11-30T14:05:00Z';
    expect([english.date(day), english.clock(day)]).toEqual(['30 November 2026', '14:05']);
    expect([german.date(day), german.month(3)]).toEqual(['30. November 2026', 'März']);
    expect(arabic.date(day)).toBe('30 نوفمبر 2026');
    expect(english.list(['a', 'b', 'c'])).toBe('a, b, c');
  });
});
