/** Every REST route of this Discord, by the name that faults and the journal use. */
const ROUTE_NAMES = [
  'GET /gateway',
  'GET /gateway/bot',
  'GET /users/@me',
  'POST /users/@me/channels',
  'GET /users/:user',
  'GET /applications/@me',
  'GET /oauth2/applications/@me',
  'GET /applications/:app/commands',
  'PUT /applications/:app/commands',
  'GET /applications/:app/guilds/:guild/commands',
  'PUT /applications/:app/guilds/:guild/commands',
  'GET /guilds/:guild',
  'GET /guilds/:guild/members/:user',
  'POST /guilds/:guild/channels',
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

const LIST = ['limit', 'before', 'after', 'around'];
const WEBHOOK = ['wait', 'with_components', 'thread_id'];

/** The query options that each route has; the others have none. */
const QUERY_OPTIONS: Partial<Record<RouteName, readonly string[]>> = {
  'GET /applications/:app/commands': ['with_localizations'],
  'GET /applications/:app/guilds/:guild/commands': ['with_localizations'],
  'GET /guilds/:guild': ['with_counts'],
  'GET /channels/:channel/messages': LIST,
  'GET /channels/:channel/messages/pins': ['limit', 'before'],
  'POST /channels/:channel/threads': ['use_nested_fields'],
  'POST /interactions/:interaction/:token/callback': ['with_response'],
  'POST /webhooks/:app/:token': WEBHOOK,
  'GET /webhooks/:app/:token/messages/:message': ['thread_id'],
  'PATCH /webhooks/:app/:token/messages/:message': WEBHOOK,
  'DELETE /webhooks/:app/:token/messages/:message': ['thread_id'],
};

/** Options of the query that Discord does not have on this route. */
export function unknownOptions(name: RouteName, query: URLSearchParams): string[] {
  const known = QUERY_OPTIONS[name] ?? [];
  return [...query.keys()].filter((key) => !known.includes(key));
}
