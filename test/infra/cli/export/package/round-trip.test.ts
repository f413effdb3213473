import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fingerprintOf, openPackageWorkshop, type PackageWorkshop } from './package-workshop.ts';

describe('hds export package, of the sample', () => {
  let workshop: PackageWorkshop;

  beforeAll(async () => {
    workshop = await openPackageWorkshop('sample');
  });

  afterAll(async () => workshop?.close());

  it('is restored by hds import package in a database without data', async () => {
    await workshop.exportAll();
    expect(await workshop.restore()).toBeDefined();
    expect(await fingerprintOf(workshop.target)).toEqual(await fingerprintOf(workshop.source));
  });
});
