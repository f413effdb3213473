import { describe, expect, it } from 'vitest';

import { isDatingPath, type NodeOnPath } from '../../../../lib/model/questions/dating-nodes.ts';

const crm = 'http://www.cidoc-crm.org/cidoc-crm/';

/** The path of a text such as `P4 E52 < P108i E12 < E22`, from the node up to the root. */
const pathOf = (text: string): readonly NodeOnPath[] =>
  text.split(' < ').map((step) => {
    const [ontologyClass = '', property] = step.split(' ').toReversed();
    return {
      ontologyClass: `${crm}${ontologyClass}_Name`,
      ontologyProperty: property === undefined ? null : `${crm}${property}_name`,
    };
  });

describe('a node of plain dates', () => {
  it.each([
    ['the beginning of existence', 'P78 E49 < P4 E52 < P116i E63 < P12i E5 < E18'],
    ['a production', 'P82a E61 < P4 E52 < P108i E12 < E22'],
    ['a phase with a type', 'P78 E49 < P4 E52 < P41i E17 < P92i E12 < E18'],
    ['an alteration', 'P78 E49 < P4 E52 < P12i E11 < E18'],
    ['the record itself, if it is an assessment', 'P82a E61 < P4 E52 < E14'],
    ['the creation of the record itself', 'P82a E61 < P4 E52 < P94i E65 < E33'],
  ])('dates by the classes of its model: %s', (_, path) => {
    expect(isDatingPath(pathOf(path))).toBe(true);
  });

  it.each([
    ['an assessment', 'P78 E49 < P4 E52 < P35 E3 < P34i E14 < E18'],
    ['an evaluation', 'P78 E49 < P4 E52 < P140i E13 < E18'],
    ['a designation as an attribution of a type', 'P82a E61 < P4 E52 < P140i E17 < E18'],
    ['a statement about it', 'P82a E61 < P4 E52 < P94i E65 < P67i E33 < E53'],
    ['the compilation of data', 'P82a E61 < P4 E52 < P94i D10 < E27'],
  ])('tells when something was recorded: %s', (_, path) => {
    expect(isDatingPath(pathOf(path))).toBe(false);
  });

  it('does not tell without classes', () => {
    expect(isDatingPath([{ ontologyClass: null, ontologyProperty: null }])).toBe(false);
    expect(isDatingPath([])).toBe(false);
  });
});
