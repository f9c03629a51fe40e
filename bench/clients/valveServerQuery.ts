import valve from '@fabricio-191/valve-server-query';
import { answerOf, askEach, type ClientFile } from './client.ts';

/** A socket for each server, so none can run over; more than this many brings no more. */
const AT_ONCE = { near: 1_000, far: 1_000 };

export const client: ClientFile = {
  a2s: (setting) =>
    askEach(setting, AT_ONCE, async ({ host: ip, port }) => {
      const server = await valve.Server({
        ip,
        port,
        enableWarns: false,
        timeout: setting.timeoutMs,
      });
      try {
        const [info, players, rules] = await Promise.all([
          server.getInfo(),
          server.getPlayers(),
          server.getRules(),
        ]);
        return answerOf(info, players, Object.values(rules));
      } finally {
        server.disconnect();
      }
    }),
  master: ({ peerOf, timeoutMs }) => ({
    async play(heard) {
      const { host: ip, port: masterPort } = peerOf(0);
      const found = await valve.MasterServer({
        ip,
        port: masterPort,
        enableWarns: false,
        quantity: 'all',
        region: 'OTHER',
        timeout: timeoutMs,
      });
      for (const server of found) {
        const [address = '', port] = server.split(':');
        heard.listed(address, Number(port));
      }
    },
    close() {},
  }),
};
