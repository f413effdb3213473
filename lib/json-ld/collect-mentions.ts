import { findMentions, type Mentions } from '../model/change/mentions.ts';
import type { IncomingNode } from './incoming-value.ts';

const uuidPattern =
  /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/gi;

const webAddressPattern = /^https?:\/\/[^\s/]\S*$/i;

/**
 * Collects everything in a document that can name a concept, a resource instance or a tile: the UUIDs in ids and texts, the IRIs of nodes,
 * texts that are web addresses, and web addresses in texts that are JSON.
 */
export function collectMentions(document: IncomingNode): Mentions {
  const uuids = new Set<string>();
  const iris = new Set<string>();
  const pendingNodes = [document];
  for (let node = pendingNodes.pop(); node !== undefined; node = pendingNodes.pop()) {
    if (node.id !== '') iris.add(node.id);
    addUuids(node.id, uuids);
    for (const { values } of node.properties) {
      for (const value of values) {
        if (value.kind === 'node') pendingNodes.push(value);
        else {
          addUuids(value.value, uuids);
          if (webAddressPattern.test(value.value)) iris.add(value.value);
          else for (const iri of findMentions(value.value).iris) iris.add(iri);
        }
      }
    }
  }
  return { uuids: [...uuids], iris: [...iris] };
}

function addUuids(text: string, uuids: Set<string>): void {
  for (const [match] of text.matchAll(uuidPattern)) uuids.add(match.toLowerCase());
}
