import { describe, expect, it } from 'vitest';

import { safeLink, textHtml } from '../../../../lib/pages/resources/rich-text.ts';

const show = (text: string): string => String(textHtml(text));

describe('rich text', () => {
  it('keeps its formatting', () => {
    expect(show('<p>A <strong>Roman</strong> villa<br></p>')).toContain(
      '<p>A <strong>Roman</strong> villa<br></p>',
    );
  });

  it('keeps links to the web and to mail', () => {
    expect(show('<p><a href="https://example.org/a?b=1&amp;c=2">x</a></p>')).toContain(
      '<a href="https://example.org/a?b=1&amp;c=2">x</a>',
    );
    expect(show('<p><a href="mailto:a@example.org">x</a></p>')).toContain('mailto:a@example.org');
  });

  it.each([
    '<p><script>alert(1)</script></p>',
    '<p><img src=x onerror=alert(1)></p>',
    '<p onclick="alert(1)">x</p>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<p><a href="javascript:alert(1)">x</a></p>',
    '<p><a href="JaVaScRiPt:alert(1)">x</a></p>',
    '<p><a href="java&#115;cript:alert(1)">x</a></p>',
    '<p><a href="java&#x0A;script:alert(1)">x</a></p>',
    '<p><a href="javascript&colon;alert(1)">x</a></p>',
    '<p><a href=" &#14; javascript:alert(1)">x</a></p>',
    '<p><a href="data:text/html,<script>alert(1)</script>">x</a></p>',
    '<p><a href="vbscript:alert(1)">x</a></p>',
    '<p><iframe src="https://example.org"></iframe></p>',
    '<p><svg onload=alert(1)></svg></p>',
    '<p><math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math></p>',
    '<p><form action="https://example.org"><input name=password></form></p>',
    '<p></p></main></body></html><script>alert(1)</script>',
    '<p><<script>alert(1)//<</script></p>',
    '<p title="</p><script>alert(1)</script>">x</p>',
  ])('runs nothing and loads nothing: %s', (text) => {
    const shown = show(text);
    expect(shown).not.toMatch(/<(?!\/?(?:p|br|strong|div|a|table)\b)/i);
    expect(shown).not.toMatch(/<[^>]*\s(?:on\w+|style|src|action|title)\s*=/i);
    for (const [, address = ''] of shown.matchAll(/<[^>]*href="([^"]*)"/g)) {
      expect(address).toMatch(/^(?:https?:|mailto:|$)/);
    }
  });
});

describe('rich text that is not well-formed', () => {
  const inner = (text: string): string =>
    show(text).replace(/^<div class="rich" dir="auto">|<\/div>$/g, '');

  it.each([
    ['<p>Old <b>fort', '<p>Old <b>fort</b></p>'],
    ['<p>x</p><a href="https://evil.example/">', '<p>x</p><a href="https://evil.example/"></a>'],
    ['<b><i>x</b>y</i>', '<b><i>x</i></b>y'],
    ['<p>x</p></div></b>', '<p>x</p>'],
    ['<p>cut <a href="https://exam', '<p>cut &lt;a href="https://exam</p>'],
  ])('closes what it opens, and nothing else: %s', (text, expected) => {
    expect(inner(text)).toBe(expected);
  });

  it.each([
    ['<i>Clay pipe</i>, diameter <5 cm', '<i>Clay pipe</i>, diameter &lt;5 cm'],
    ['Walls < 2 m and > 1 m.<br>Ruined', 'Walls &lt; 2 m and &gt; 1 m.<br>Ruined'],
    ['<p>see <http://example.org/a></p>', '<p>see &lt;http://example.org/a&gt;</p>'],
    ['<p>from <ada@example.org></p>', '<p>from &lt;ada@example.org&gt;</p>'],
  ])('shows brackets that are no tags: %s', (text, expected) => {
    expect(inner(text)).toBe(expected);
  });

  it.each([
    ['<div>First</div><div>Second</div>', '<div>First</div><div>Second</div>'],
    [
      '<h2>Head</h2><table><tr><td>a</td></tr></table>',
      '<p><b>Head</b></p><table><tr><td>a</td></tr></table>',
    ],
    ['<p>x</p><dl><dt>a</dt><dd>b</dd></dl>', '<p>x</p><dl><dt>a</dt><dd>b</dd></dl>'],
  ])('keeps its blocks apart: %s', (text, expected) => {
    expect(inner(text)).toBe(expected);
  });

  it.each(['/resources/1', 'www.example.org', '//example.org/a', 'javascript:alert(1)'])(
    'has no link to an address that is not complete: %s',
    (address) => {
      expect(inner(`<p><a href="${address}">x</a></p>`)).toBe('<p><a>x</a></p>');
    },
  );

  it('decodes the entities of an address', () => {
    expect(inner('<p><a href="https://example.org/?q=&quot;a&quot;">x</a></p>')).toBe(
      '<p><a href="https://example.org/?q=%22a%22">x</a></p>',
    );
  });
});

describe('a text that is not rich text', () => {
  it.each(['1 < 2 and 3 > 2', '<script>alert(1)</script>', '"quoted" & \'more\'', '</main>'])(
    'is shown as it is: %s',
    (text) => {
      const shown = show(text);
      expect(shown.replace(/^<span class="text" dir="auto">|<\/span>$/g, '')).not.toMatch(/[<>]/);
    },
  );
});

describe('a link', () => {
  it.each([
    ['https://example.org/', 'https://example.org/'],
    [' http://example.org ', 'http://example.org/'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['javascript:alert(1)', undefined],
    ['\u0001javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['ftp://example.org', undefined],
    ['/resources/', undefined],
    ['not an address', undefined],
  ])('%j leads to %j', (address, expected) => {
    expect(safeLink(address)).toBe(expected);
  });
});

describe('a text that is cut', () => {
  it('has no tags, keeps no half of a character, and ends with an ellipsis', () => {
    expect(String(textHtml('<p>one <b>two</b></p>', 6))).toBe(
      '<span class="text" dir="auto"> one  …</span>',
    );
    expect(String(textHtml('ab\u{1F3DB}cd', 3))).toContain('>ab…<');
    expect(String(textHtml('short', 5))).toContain('>short<');
  });
});

describe('a tag with very long attributes', () => {
  it.each([`<p ${'a '.repeat(2000)}>`, `<p a=">"${' '.repeat(4000)}>`])(
    'is shown as text, because filtering it would take too long',
    (tag) => {
      expect(show(`${tag}mill</p>`)).not.toMatch(/<p[ >]/);
    },
  );
});
