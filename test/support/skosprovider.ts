import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

import * as z from 'zod';

const run = promisify(execFile);

/** The Python in which skosprovider may be installed. */
const python = process.env['HDS_SKOSPROVIDER'] ?? 'python3';

function isInstalled(): boolean {
  try {
    execFileSync(python, ['-c', 'import skosprovider_rdf'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(
      'skosprovider_rdf is not installed (from PyPI, for python3 or the Python in HDS_SKOSPROVIDER): tests with it are skipped.',
    );
    return false;
  }
}

/** Whether skosprovider is installed. */
export const hasSkosprovider = isInstalled();

const readerScript = `
import json, sys
from rdflib import Graph
from skosprovider_rdf.providers import RDFProvider
scheme = sys.argv[1]
provider = RDFProvider({'id': 'thesaurus'}, Graph().parse(data=sys.stdin.read(), format='turtle'), concept_scheme_uri=scheme)
print(json.dumps({
  'labels': sorted(label.label for label in provider.concept_scheme.labels),
  'top': sorted(one['id'] for one in provider.get_top_concepts()),
  'related': {one.id: sorted(one.related) for one in provider.list if one.type == 'concept' and one.related},
}))
`;

const schemeContentsSchema = z.object({
  /** The labels of the scheme. */
  labels: z.array(z.string()).readonly(),
  /** The URIs of the top concepts. */
  top: z.array(z.string()).readonly(),
  /** The URIs of related concepts, by concept. */
  related: z.record(z.string(), z.array(z.string()).readonly()).readonly(),
});

/**
 * Reads a concept scheme with skosprovider.
 * @param turtle the whole thesaurus
 * @param scheme the URI of the scheme
 */
export async function readWithSkosprovider(
  turtle: string,
  scheme: string,
): Promise<z.output<typeof schemeContentsSchema>> {
  const reading = run(python, ['-c', readerScript, scheme], { maxBuffer: 64 * 1024 * 1024 });
  reading.child.stdin?.end(turtle);
  return schemeContentsSchema.parse(JSON.parse((await reading).stdout));
}
