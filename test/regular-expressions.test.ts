import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { analyse } from 'scslre';
import ts from 'typescript-5';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = globSync('{functions,lib,infra}/**/*.ts', { cwd: root });

/** Expressions that the analysis rejects, although no text makes them fail after the part that the analysis reports. */
const neverFailing: readonly string[] = [
  // RFC 3986, appendix B: it matches every text.
  String.raw`/^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/i`,
];

/** Lists the regular expressions that are written as literals in a file. */
function literalsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return literals;
}

/** Whether the time to match a text can grow faster than its length. */
function isSuperLinear(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  return analyse(new RegExp(literal.slice(1, end), literal.slice(end + 1))).reports.length > 0;
}

describe('the regular expressions of the service and its tools', () => {
  const literals = [...new Set(files.flatMap(literalsOf))];

  it('match a text in a time that does not grow faster than the length of the text', () => {
    expect(literals.length).toBeGreaterThan(250);
    expect(literals.filter(isSuperLinear)).toEqual(neverFailing);
  });

  it('are checked by an analysis that recognises four known slow expressions', () => {
    expect([/^(a+)+$/, /^\d+\.?\d*$/, /\/+$/, / *, */].map(String).every(isSuperLinear)).toBe(true);
  });
});
