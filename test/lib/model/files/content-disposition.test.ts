import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  attachmentDisposition,
  inlineDisposition,
  safeFileName,
} from '../../../../lib/model/files/content-disposition.ts';

describe('the name of a file', () => {
  it.each([
    ['mill.jpg', 'mill.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\mill.jpg', 'mill.jpg'],
    ['folder/', 'folder'],
    ['a\r\nSet-Cookie: b=c.pdf', 'aSet-Cookie_ b=c.pdf'],
    ['mill\u202Egpj.exe', 'millgpj.exe'],
    ['"quoted".pdf', '_quoted_.pdf'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['', 'file'],
    ['\ud800.png', 'png'],
    [`${'ä'.repeat(300)}.jpeg`, `${'ä'.repeat(145)}.jpeg`],
  ])('%j is saved as %j', (name, saved) => {
    expect(safeFileName(name)).toBe(saved);
  });

  it('is in ASCII, and in UTF-8 where that differs (RFC 6266, RFC 8187)', () => {
    expect(inlineDisposition('mill.jpg')).toBe('inline; filename="mill.jpg"');
    expect(attachmentDisposition('Mühle (1).tiff')).toBe(
      `attachment; filename="M_hle (1).tiff"; filename*=UTF-8''M%C3%BChle%20%281%29.tiff`,
    );
    expect(attachmentDisposition('50%.csv')).toBe(
      `attachment; filename="50_.csv"; filename*=UTF-8''50%25.csv`,
    );
  });

  it('never leaves its quotes or its header', () => {
    const visibleAscii = /^inline; filename="[ !#-~]+"(?:; filename\*=UTF-8''[!#-~]+)?$/;
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        expect(inlineDisposition(name)).toMatch(visibleAscii);
        expect(safeFileName(name)).not.toMatch(/[/\\]|^\.|\p{Cc}/u);
      }),
    );
  });
});
