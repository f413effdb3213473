import {
  describeAccessChange,
  describeChangeAuthor,
  listChangedFacts,
  type AccessChange,
} from '../../model/accounts/access-change.ts';
import { html, type Html } from '../layout/html.ts';
import { timeElement } from '../layout/time-elements.ts';

/** The section with the last changes of accounts, groups, grants and applications, for administrators. */
export function changeSection(changes: readonly AccessChange[]): Html {
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">Latest changes of accounts and rights</h2>
    <p class="hint">
      Only administrators see this. <code>npm run hds -- access-changes</code> lists earlier ones.
    </p>
    <ul class="list">
      ${changes.map(changeItem)}
    </ul>
  </section>`;
}

function changeItem(change: AccessChange): Html {
  const facts = listChangedFacts(change);
  return html`<li>
    <div dir="auto"><strong>${describeAccessChange(change)}</strong></div>
    ${facts.length > 0 && html`<div dir="auto">${facts.join('; ')}</div>`}
    <small>
      ${timeElement(change.changedAt)}, <span dir="auto">${describeChangeAuthor(change)}</span>
    </small>
  </li>`;
}
