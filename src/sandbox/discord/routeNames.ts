/** Every REST route of this Discord, by the name that faults and the journal use. */
export const ROUTE_NAMES = [
  'GET /gateway',
  'GET /gateway/bot',
  'GET /users/@me',
  'GET /applications/@me',
  'GET /oauth2/applications/@me',
  'GET /applications/:app/commands',
  'PUT /applications/:app/commands',
  'GET /applications/:app/guilds/:guild/commands',
  'PUT /applications/:app/guilds/:guild/commands',
  'GET /guilds/:guild',
  'GET /guilds/:guild/members/:user',
  'GET /channels/:channel',
  'PATCH /channels/:channel',
  'GET /channels/:channel/messages',
  'POST /channels/:channel/messages',
  'GET /channels/:channel/messages/pins',
  'PUT /channels/:channel/messages/pins/:message',
  'DELETE /channels/:channel/messages/pins/:message',
  'GET /channels/:channel/messages/:message',
  'PATCH /channels/:channel/messages/:message',
  'DELETE /channels/:channel/messages/:message',
  'POST /channels/:channel/threads',
  'POST /channels/:channel/messages/:message/threads',
  'POST /interactions/:interaction/:token/callback',
  'POST /webhooks/:app/:token',
  'GET /webhooks/:app/:token/messages/:message',
  'PATCH /webhooks/:app/:token/messages/:message',
  'DELETE /webhooks/:app/:token/messages/:message',
] as const;

export type RouteName = (typeof ROUTE_NAMES)[number];

/** A request that fits a route, with the values of its placeholders in order. */
export type RouteMatch = { name: RouteName; values: string[] };

const PATTERNS = ROUTE_NAMES.map((name) => {
  const [method = '', template = ''] = name.split(' ');
  const source = template.replaceAll(/:\w+/g, '([^/]+)');
  return { name, method, pattern: new RegExp(`^${source}$`) };
});

/** The route that a method and a path (below /api/v10) mean, or null. Longer fixed paths stand first in the list. */
export function findRoute(method: string, path: string): RouteMatch | null {
  for (const row of PATTERNS) {
    const match = row.method === method ? row.pattern.exec(path) : null;
    if (match !== null) {
      return { name: row.name, values: match.slice(1).map((value) => decodeURIComponent(value)) };
    }
  }
  return null;
}

/** Whether the route is authorised by the token in its path instead of the bot's token (discord J1). */
export function isTokenRoute(name: RouteName): boolean {
  return /^\w+ \/(interactions|webhooks)\//.test(name);
}
