import {
  describeAccessChange,
  describeChangeAuthor,
  listChangedFacts,
  type AccessChange,
} from '../../model/accounts/access-change.ts';
import { html, type Html } from '../layout/html.ts';
import { timeElement } from '../layout/time-elements.ts';
import { englishText } from '../words/english-text.ts';
import type { Words } from '../words/words.ts';

/** The section with the last changes of accounts, groups, grants and applications, for administrators. */
export function changeSection(changes: readonly AccessChange[], words: Words): Html {
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">${words.text('applications.changes')}</h2>
    <p class="hint">
      ${words.html('applications.changes.hint', {
        command: html`<code>npm run hds -- access-changes</code>`,
      })}
    </p>
    <ul class="list">
      ${changes.map((change) => changeItem(change, words))}
    </ul>
  </section>`;
}

/** The descriptions exist only in English. */
function changeItem(change: AccessChange, words: Words): Html {
  const facts = listChangedFacts(change);
  return html`<li>
    <div><strong>${englishText(describeAccessChange(change), words)}</strong></div>
    ${facts.length > 0 && html`<div>${englishText(facts.join('; '), words)}</div>`}
    <small>
      ${timeElement(change.changedAt, words)},
      <span dir="auto">${describeChangeAuthor(change)}</span>
    </small>
  </li>`;
}
