import path from 'node:path';

import { openChromium } from '../../browser/chromium.ts';
import { withBenchService } from '../geojson/stack.ts';
import type { Extent } from './data.ts';

/** Where the map looks at each extent of features: latitude and longitude. */
const centres: Readonly<Record<Extent, string>> = { town: '0.1/0.1', world: '10/10' };

/** Takes pictures of the map page of a database at zoom 0, 6 and 12, into `EXTENT-ZOOM.png` of a folder. */
export async function takePictures(
  database: string,
  extent: Extent,
  folder: string,
): Promise<void> {
  await withBenchService(database, async ({ url }) => {
    const browser = await openChromium();
    try {
      for (const zoom of [0, 6, 12]) {
        const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
        await page.goto(`${url}/map#view=${zoom}/${centres[extent]}`);
        await page.getByText(/ in view[.,]/).waitFor();
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: path.join(folder, `${extent}-${zoom}.png`) });
        await page.close();
      }
    } finally {
      await browser.close();
    }
  });
}
