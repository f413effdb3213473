/** The stylesheet of all pages: one column on every screen, in light and dark colours. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #f4f6f4;
  --surface: #ffffff;
  --ink: #18262a;
  --quiet: #51636a;
  --line: #d6dedb;
  --edge: #71848a;
  --accent: #0c5f60;
  --accent-strong: #084748;
  --on-accent: #ffffff;
  --danger: #a3262a;
  --on-danger: #ffffff;
  --band: #10383c;
  --on-band: #eef6f4;
  --good: #e3f2ec;
  --good-line: #2b8264;
  --warning: #fcf3da;
  --warning-line: #b07d10;
  --bad: #fcebea;
  --focus: #c2410c;
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Segoe UI Mono', Menlo, Consolas, 'Liberation Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #11191b;
    --surface: #192426;
    --ink: #e7eeec;
    --quiet: #a5b5b6;
    --line: #2c3a3d;
    --edge: #7e9194;
    --accent: #74cfc4;
    --accent-strong: #98e0d7;
    --on-accent: #0a1d1d;
    --danger: #ff9d96;
    --on-danger: #2b0a09;
    --band: #0b2b2e;
    --on-band: #e2f1ee;
    --good: #14342c;
    --good-line: #58b795;
    --warning: #362b10;
    --warning-line: #d6a43a;
    --bad: #3a1a1a;
    --focus: #ffb070;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { background: var(--paper); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 var(--sans);
}
main li, main p { overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 0.07em; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 0.12em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none !important; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip {
  position: absolute; inset-inline-start: 1rem; top: -6rem; z-index: 1; padding: 0.6rem 1rem;
  background: var(--surface); color: var(--accent); border-radius: 0 0 8px 8px;
}
.skip:focus { top: 0; }
.inner { width: 100%; max-width: 60rem; margin-inline: auto; padding-inline: 1.25rem; }
.band { background: var(--band); color: var(--on-band); }
.band .inner { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; min-height: 4rem; padding-block: 0.75rem; }
.brand { display: inline-flex; align-items: center; gap: 0.7rem; margin-inline-end: auto; color: inherit; font: 600 1.15rem/1.2 var(--serif); letter-spacing: 0.005em; text-decoration: none; }
.brand:hover { color: inherit; text-decoration: underline; }
.brand img { max-width: 9rem; height: 2rem; object-fit: contain; }
.brand svg { width: 1.75rem; height: 1.75rem; flex: none; }
.visitor { display: flex; align-items: center; gap: 0.9rem; margin: 0; font-size: 0.9375rem; min-width: 0; }
.visitor span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 14rem; }
.visitor form { margin: 0; }
.band button {
  padding: 0.35rem 0.85rem; border: 1px solid color-mix(in srgb, var(--on-band) 55%, transparent); border-radius: 7px;
  background: transparent; color: inherit; font: inherit; cursor: pointer;
}
.band button:hover { background: color-mix(in srgb, var(--on-band) 14%, transparent); }
.band a { color: inherit; }
.band a:hover { color: inherit; }
.band :focus-visible { outline-color: #ffb070; }
nav.parts { border-bottom: 1px solid var(--line); background: var(--surface); }
nav.parts ul { display: flex; flex-wrap: wrap; gap: 0 0.25rem; margin-block: 0; padding-block: 0; list-style: none; }
nav.parts a { display: block; padding: 0.6rem 0.7rem; border-bottom: 3px solid transparent; text-decoration: none; }
nav.parts li:first-child a { margin-inline-start: -0.7rem; }
nav.parts a:hover { text-decoration: underline; }
nav.parts [aria-current] { border-bottom-color: var(--accent); font-weight: 600; }
footer { padding-block: 1.25rem 2rem; color: var(--quiet); font-size: 0.9375rem; }
footer p { margin-bottom: 0.4rem; }
main { flex: 1; padding-block: 2.5rem 4rem; }
main.narrow { max-width: 29rem; }
main.medium { max-width: 46rem; }
main.wide { max-width: 90rem; }
main:focus { outline: none; }
h1 { margin: 0 0 0.35rem; font: 600 clamp(1.7rem, 1.35rem + 1.6vw, 2.3rem)/1.18 var(--serif); letter-spacing: -0.008em; overflow-wrap: anywhere; text-wrap: balance; }
h2 { margin: 0 0 0.5rem; font: 650 1.0625rem/1.35 var(--sans); }
p { margin: 0 0 1rem; }
p:last-child, ul:last-child { margin-bottom: 0; }
.lead { color: var(--quiet); max-width: 42rem; margin-bottom: 1.75rem; text-wrap: pretty; }
.crumbs { display: flex; gap: 0.45rem; margin: 0 0 0.9rem; font-size: 0.9375rem; }
.kind { margin: 0 0 0.5rem; color: var(--quiet); font-size: 0.9375rem; }
.crumbs::before { content: '\\2190'; content: '\\2190' / ''; color: var(--quiet); }
[dir='rtl'] .crumbs::before { content: '\\2192'; content: '\\2192' / ''; }
[dir='rtl'] :is(h1, .brand) { letter-spacing: normal; }
[dir='rtl'] main [dir='auto'] { text-align: right; }
[dir='rtl'] :is(code, pre) { direction: ltr; unicode-bidi: isolate; }
.card > .note:last-child { margin: 1.25rem 0 0; }
.hint + .copied { margin-top: 1rem; }
h1 + .card, h1 + .note { margin-top: 1.5rem; }
.head { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 0.75rem 1.5rem; margin-bottom: 1.75rem; }
.head > div { flex: 1 1 20rem; min-width: 0; }
.head .lead { margin-bottom: 0; }
.card {
  margin: 0 0 1.25rem; padding: 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
  box-shadow: 0 1px 2px rgb(10 30 34 / 5%), 0 8px 24px -18px rgb(10 30 34 / 35%);
}
.note, .summary, .field, .inline .button { overflow-wrap: anywhere; }
.note, .summary { margin: 0 0 1.25rem; padding: 0.85rem 1.1rem; border-radius: 8px; border-inline-start: 4px solid var(--good-line); background: var(--good); }
.warning { border-inline-start-color: var(--warning-line); background: var(--warning); }
.summary { border-inline-start-color: var(--danger); background: var(--bad); }
.summary ul { margin: 0; padding-inline-start: 1.15rem; }
.summary a { color: var(--danger); }
code { font-family: var(--mono); font-size: 0.9em; overflow-wrap: anywhere; }
pre code { font-size: 1em; }
pre { margin: 0; padding: 0.9rem 1.1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.875rem; line-height: 1.65; }
.button, main button {
  display: inline-block; padding: 0.6rem 1.15rem; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent);
  color: var(--on-accent); font: 600 1rem/1.4 var(--sans); text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover, main button:hover { background: var(--accent-strong); border-color: var(--accent-strong); color: var(--on-accent); }
main .plain { background: transparent; color: var(--accent); border-color: var(--edge); }
main .plain:hover { background: color-mix(in srgb, var(--accent) 9%, transparent); color: var(--accent-strong); border-color: var(--accent); }
main .danger { background: transparent; color: var(--danger); border-color: var(--danger); }
main .danger:hover { background: color-mix(in srgb, var(--danger) 10%, transparent); color: var(--danger); border-color: var(--danger); }
main button.danger { background: var(--danger); color: var(--on-danger); }
main button.danger:hover { background: color-mix(in srgb, var(--danger) 85%, var(--ink)); color: var(--on-danger); }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; margin-top: 1.5rem; }
.field { margin: 0 0 1.5rem; padding: 0; border: 0; min-width: 0; }
.field > label:not(.choice), .field > legend { display: block; padding: 0; margin-bottom: 0.3rem; font-weight: 600; }
.hint { margin: 0 0 0.45rem; color: var(--quiet); font-size: 0.9375rem; text-wrap: pretty; }
.problem { margin: 0 0 0.45rem; color: var(--danger); font-weight: 600; overflow-wrap: anywhere; }
.problem::before { content: '\\25B2'; content: '\\25B2' / ''; margin-inline-end: 0.45rem; font-size: 0.75em; vertical-align: 0.1em; }
input:not([type='radio']), textarea {
  display: block; width: 100%; padding: 0.6rem 0.75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface);
  color: inherit; font: inherit; line-height: 1.4;
}
textarea { min-height: 6.5rem; resize: vertical; font-family: var(--mono); font-size: 0.9375rem; overflow-wrap: anywhere; }
[aria-invalid='true']:not(fieldset) { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
fieldset[aria-invalid='true'] { padding-inline-start: 1rem; border-inline-start: 4px solid var(--danger); }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 0.75rem; padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
.choice + .choice { margin-top: 0.5rem; }
.choice:hover { border-color: var(--edge); }
.choice:has(:checked) { border-color: var(--accent); background: color-mix(in srgb, var(--accent) 7%, transparent); }
.choice:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.choice input { grid-row: span 2; width: 1.2rem; height: 1.2rem; margin: 0.16rem 0 0; accent-color: var(--accent); }
.choice input:focus-visible { outline: none; }
.choice b { font-weight: 600; }
.choice small { color: var(--quiet); font-size: 0.9375rem; }
.copy { display: flex; gap: 0.6rem; align-items: stretch; }
.copy input { flex: 1; min-width: 0; background: var(--paper); font-family: var(--mono); font-size: 0.9375rem; text-overflow: ellipsis; }
.copy button { flex: none; min-width: 6.5rem; }
.copied { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0; }
.copied .copy { grid-column: 1 / -1; grid-row: 2; }
p.copied { margin: 0; justify-self: end; color: var(--accent); font-weight: 600; }
dl { margin: 0; }
h2 + .facts { margin-top: 1rem; }
.facts > div { display: grid; grid-template-columns: 13rem 1fr; gap: 0.15rem 1.5rem; padding: 0.8rem 0; border-top: 1px solid var(--line); }
.facts > div:first-child { border-top: 0; padding-top: 0; }
.facts > div:last-child { padding-bottom: 0; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dd ul { margin: 0; padding: 0; list-style: none; }
.applications { margin: 0; padding: 0; list-style: none; }
.applications .card { display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 2fr); gap: 0.5rem 2rem; align-items: center; margin-bottom: 0.9rem; padding: 1.15rem 1.5rem; }
.applications h2 { margin: 0; font-size: 1.125rem; overflow-wrap: anywhere; }
.applications dl { display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); gap: 0.6rem 1.5rem; }
.applications dl .wide { grid-column: 1 / -1; }
.applications dt { font-size: 0.8125rem; }
.empty { padding: 3rem 1.5rem; text-align: center; }
.empty p { max-width: 34rem; margin-inline: auto; color: var(--quiet); text-wrap: balance; }
details summary { width: fit-content; color: var(--danger); cursor: pointer; font-weight: 600; }
details[open] summary { margin-bottom: 0.6rem; }
.subcard { margin-top: 1rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
h3, h4 { margin: 0 0 0.5rem; font: 650 1rem/1.35 var(--sans); }
h4 { color: var(--quiet); }
.tile + .tile { margin-top: 1rem; padding-top: 1rem; border-top: 2px solid var(--line); }
.states { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem 1.5rem; }
.states > div { min-width: 0; }
.states small { display: block; color: var(--quiet); }
.text { white-space: pre-line; }
.rich p { margin: 0 0 0.5rem; }
.place { display: grid; gap: 0.75rem; }
.place h2, .place figcaption { margin: 0; }
.place figcaption { color: var(--quiet); }
.outline { width: 100%; max-width: 26rem; max-height: 20rem; }
.outline path { fill: color-mix(in srgb, var(--accent) 18%, transparent); fill-rule: evenodd; stroke: var(--accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
.outline .open { fill: none; }
.outline circle { fill: var(--accent); stroke: var(--surface); stroke-width: 1.5; }
.files { margin: 0; padding: 0; list-style: none; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 45%), 1fr)); gap: 1.25rem 1rem; margin: 0; padding: 0; list-style: none; }
.picture { margin: 0; max-width: 25rem; }
.picture a { display: block; width: fit-content; max-width: 100%; }
.picture img { display: block; max-width: 100%; height: auto; border-radius: 6px; background: var(--paper); }
.picture + *, .gallery + * { margin-top: 1rem; }
.gallery .picture a { width: auto; }
.gallery .picture img { width: 100%; aspect-ratio: 4 / 3; object-fit: contain; }
.tile:has(> div > .picture:only-child):not(:only-of-type) { display: inline-block; width: 25%; margin: 0 0 1rem; padding: 0; padding-inline-end: 1rem; border: 0; vertical-align: top; }
.tile:has(> div > .picture:only-child):not(:only-of-type) img { width: 100%; aspect-ratio: 4 / 3; object-fit: contain; }
.picture figcaption { display: grid; gap: 0.1rem; margin-top: 0.4rem; font-size: 0.9375rem; line-height: 1.4; overflow-wrap: anywhere; }
.picture figcaption * + * { color: var(--quiet); }
.list { margin: 0; padding: 0; list-style: none; }
ul.card.list { margin: 0 0 1.25rem; padding: 1.5rem; }
ul.card.list li:last-child { padding-bottom: 0; }
.list li { padding: 0.55rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.list li:first-child { border-top: 0; padding-top: 0; }
.list .pictured { display: flex; flex-direction: row-reverse; justify-content: space-between; gap: 0.9rem; align-items: center; }
.pictured > img { flex: none; width: 5.5rem; height: 4.125rem; border-radius: 6px; object-fit: cover; background: var(--paper); }
.pictured > div { min-width: 0; }
.list summary { color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
form[role='search'] summary, .facets summary { color: inherit; }
.list small { color: var(--quiet); font-size: 0.875rem; }
.search label { display: block; margin-bottom: 0.3rem; font-weight: 600; }
.search { position: relative; max-width: 40rem; margin: 0 0 1.5rem; }
.search .with-button { display: flex; gap: 0.5rem; }
.search input { flex: 1; min-width: 0; }
.search .hint { margin-top: 0.4rem; }
ul.suggestions { position: absolute; z-index: 1; inset: 100% 0 auto; margin-top: 0.3rem; box-shadow: 0 6px 24px #0003; }
main > nav { margin: 0 0 1rem; }
.inline { display: flex; flex-wrap: wrap; gap: 0.4rem 1.1rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.counts { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.9rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.counts .card { margin: 0; padding: 1rem 1.25rem; }
.counts b { display: block; font: 600 1.5rem/1.2 var(--serif); }
.facets { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.5rem 1.5rem; margin: 0 0 1.25rem; }
.facets ul { margin: 0; padding: 0; list-style: none; }
.facets ul ul { padding-inline-start: 1rem; }
.facets small { color: var(--quiet); }
.pages { display: flex; gap: 0.75rem; margin-top: 1.25rem; }
@media (max-width: 40rem) {
  main { padding-block: 1.75rem 3rem; }
  .inner { padding-inline: 1rem; }
  .card { padding: 1.1rem 1rem; }
  .facts > div, .states { grid-template-columns: 1fr; }
  .tile:has(> div > .picture:only-child):not(:only-of-type) { width: 50%; }
  .applications .card, .applications dl { grid-template-columns: 1fr; padding-inline: 1rem; }
  .applications dl { padding-inline: 0; }
  .copy { flex-direction: column; }
  .copy input { flex: none; font-size: 0.8125rem; padding-inline: 0.5rem; }
  .actions .button, .actions button, .head > .button:not(.plain) { width: 100%; }
  .actions form { width: 100%; }
  .visitor { width: 100%; justify-content: space-between; }
}
@media (forced-colors: active) { .choice:has(:checked) { outline: 2px solid; } }
.printed { display: none; }
.inline [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; border-bottom: 3px solid var(--accent); }
@media print { .printed { display: block; } .formats, .band, .skip, nav, form, button, .button { display: none; } }
`;
