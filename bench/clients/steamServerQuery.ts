import {
  queryGameServerInfo,
  queryGameServerPlayer,
  queryGameServerRules,
  queryMasterServer,
  REGIONS,
} from 'steam-server-query';
import { answerOf, askEach, type ClientFile } from './client.ts';

/**
 * It opens a socket for each question, so none can run over: as many as files may be open (three for each server, asked side
 * by side), and more than this many brings no more.
 */
const AT_ONCE = { near: 1_000, far: 1_000 };

export const client: ClientFile = {
  a2s: (setting) =>
    askEach(setting, AT_ONCE, async ({ host, port }) => {
      const server = `${host}:${port}`;
      const [info, { players }, { rules }] = await Promise.all([
        queryGameServerInfo(server, 1, setting.timeoutMs),
        queryGameServerPlayer(server, 1, setting.timeoutMs),
        queryGameServerRules(server, 1, setting.timeoutMs),
      ]);
      return answerOf(
        info,
        players,
        rules.map(({ value }) => value),
      );
    }),
  master: ({ peerOf, timeoutMs }) => ({
    async play(heard) {
      const { host, port: masterPort } = peerOf(0);
      const found = await queryMasterServer(`${host}:${masterPort}`, REGIONS.ALL, {}, timeoutMs);
      for (const server of found) {
        const [address = '', port] = server.split(':');
        heard.listed(address, Number(port));
      }
    },
    close() {},
  }),
};
