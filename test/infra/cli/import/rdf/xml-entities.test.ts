import { describe, expect, it } from 'vitest';

import { readEntities } from '../../../../../infra/cli/import/rdf/xml-entities.ts';

const read = (...declarations: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(readEntities(`rdf:RDF [\n${declarations.join('\n')}\n]`));

const reading =
  (...declarations: readonly string[]) =>
  () =>
    read(...declarations);

const unsafe = expect.objectContaining({ code: 'unsafe_entity' });

describe('entities of a document type', () => {
  it('have the characters that their values refer to by number', () => {
    expect(read('<!ENTITY a "&#233;">', "<!ENTITY b '&#xE9;&#160;'>")).toEqual({
      a: 'é',
      b: 'é\u{a0}',
    });
  });

  it('have the text of the entities that they refer to, declared before or after', () => {
    expect(
      read(
        '<!ENTITY full "&ns;x">',
        '<!ENTITY ns "http://example.org/">',
        '<!ENTITY c "it&apos;s">',
      ),
    ).toMatchObject({ full: 'http://example.org/x', c: "it's" });
  });

  it('replace references to characters when they are declared, and what these make when they are used', () => {
    expect(read('<!ENTITY amp "&#38;#38;">', '<!ENTITY name "R&#38;amp;D">')).toEqual({
      amp: '&',
      name: 'R&D',
    });
  });

  it('keep their first declaration', () => {
    expect(read('<!ENTITY a "first">', '<!ENTITY a "second">')).toEqual({ a: 'first' });
  });

  it('are not read from comments, processing instructions and other declarations', () => {
    expect(
      read(
        '<!-- <!ENTITY a "commented"> -->',
        '<?x <!ENTITY b "instruction">?>',
        '<!ATTLIST e a CDATA "<!ENTITY c \'quoted\'>">',
        '<!ENTITY d "a > b">',
      ),
    ).toEqual({ d: 'a > b' });
  });

  it('are left out if they refer to an undeclared entity, whose use is the error', () => {
    expect(read('<!ENTITY a "&unknown;">', '<!ENTITY b "b">')).toEqual({ b: 'b' });
  });

  it('are refused if they refer to themselves, directly or through others', () => {
    expect(reading('<!ENTITY a "&a;">')).toThrow(unsafe);
    expect(reading('<!ENTITY a "&b;">', '<!ENTITY b "&c;">', '<!ENTITY c "&a;">')).toThrow(unsafe);
  });

  it('are refused if they are long, also by repeating others', () => {
    expect(reading(`<!ENTITY a "${'x'.repeat(201)}">`)).toThrow(unsafe);
    expect(reading('<!ENTITY a "0123456789">', `<!ENTITY b "${'&a;'.repeat(21)}">`)).toThrow(
      unsafe,
    );
  });

  it('are refused if they are nested deep, and each is expanded once', () => {
    const repeatEmpty = (levels: number): readonly string[] =>
      Array.from(
        { length: levels },
        (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(60)}">`,
      );
    expect(read('<!ENTITY e0 "">', ...repeatEmpty(40))).toMatchObject({ e40: '' });
    expect(reading(...repeatEmpty(40).toReversed(), '<!ENTITY e0 "">')).toThrow(unsafe);
  });

  it('are refused if they are external or contain elements', () => {
    expect(reading('<!ENTITY a SYSTEM "file:///etc/passwd">')).toThrow(unsafe);
    expect(reading('<!ENTITY % a "text">')).toThrow(unsafe);
    expect(reading('<!ENTITY a "<b/>">')).toThrow(unsafe);
  });

  it('are an error if they refer to a character that does not exist', () => {
    expect(() => read('<!ENTITY a "&#x110000;">')).toThrow(
      expect.objectContaining({ code: 'malformed_rdf_xml' }),
    );
  });
});
