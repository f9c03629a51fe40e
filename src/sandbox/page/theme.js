/** Style sheets added to components that still wear Discord's older, greyer dark theme. */
const SHEETS = {
  'discord-messages': ':host{background:transparent;border:0;color:var(--text)}',
  'discord-message': `:host{color:var(--text);padding:2px 16px 2px 16px;font-size:1rem;font-family:var(--font);min-height:0}
    :host(:hover){background:var(--hover)}
    .discord-message-content{padding-top:0;min-width:0;line-height:1.375rem}
    .discord-author-avatar{margin-top:2px}
    .discord-message-timestamp{color:var(--muted);font-size:.75rem;margin-left:.25rem}
    .discord-message-body-only-indent{flex:none;width:56px;font-size:.6875rem;line-height:1.375rem;margin-left:0}
    :host([message-body-only]){padding-top:2px!important;padding-bottom:2px!important}
    .discord-message-inner-center{align-items:flex-start}
    :host(:hover) .discord-message-timestamp-hover::before{content:none}
    .discord-message-edited{color:var(--muted);font-size:.625rem;margin-left:.25rem}
    .discord-message-ephemeral{color:var(--muted)}
    :host([highlight]){background:rgba(240,178,50,.08)} :host([highlight])::before{background:#f0b232}
    .discord-message-ephemeral-link:focus-visible{outline:2px solid var(--link);outline-offset:2px}
    @media(max-width:700px){:host{padding-left:12px;padding-right:12px}.discord-author-avatar{margin-right:12px}.discord-message-body-only-indent{width:52px}}`,
  'discord-author-info':
    ':host{font-family:var(--font)} :host .discord-author-username{color:var(--heading)}',
  'discord-embed': `:host{color:var(--text);font-size:.875rem;margin:4px 0 2px}
    :host .discord-left-border{background:var(--border)}
    :host .discord-embed-root{flex:0 1 auto}
    :host .discord-embed-wrapper{background:var(--embed);border-color:transparent;max-width:516px}
    :host .discord-embed-wrapper .discord-embed-grid{grid-template-columns:auto min-content}`,
  'discord-embed-fields':
    ':host{grid-template-columns:repeat(12,minmax(0,1fr))} @media(max-width:480px){:host{gap:6px}}',
  'discord-embed-footer':
    ':host{color:var(--text);font-size:.75rem} :host .discord-footer-separator{color:var(--text)}',
  'discord-button': `:host>*:first-child{border-radius:4px;margin:4px 8px 0 0;min-width:28px;box-sizing:border-box;font-family:var(--font)}
    :host>*:focus-visible{outline:2px solid var(--link);outline-offset:2px}
    .secondary{background:#4e5058} .secondary.hoverable:hover{background:#6d6f78} .success{background:#248046} .success.hoverable:hover{background:#1a6334} .destructive{background:#da373c} .destructive.hoverable:hover{background:#a12828}`,
  'discord-system-message': `:host{color:var(--muted);font-family:var(--font);padding:2px 16px;margin-top:0;min-height:0}
    :host(:hover){background:var(--hover)}
    :host .discord-message-content{padding-top:0}
    :host .discord-message-content ::slotted(i){color:var(--heading)}
    :host .discord-message-timestamp{color:var(--muted);font-size:.75rem}`,
  'discord-command':
    ':host{font-family:var(--font);color:var(--text)} :host .discord-slash-command-name{background:transparent;color:#00a8fc!important;padding:0 2px}',
};

/** Brings the components, which index.html loads, to the colours of this page. Call it before the first of them is made. */
export function applyTheme() {
  for (const [name, css] of Object.entries(SHEETS)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    customElements.get(name)?.elementStyles.push(sheet);
  }
}
