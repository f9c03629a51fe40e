import { SourceQuerySocket } from 'source-server-query';
import { answerOf, askEach, type ClientFile } from './client.ts';

/**
 * An object, and with it a socket, for each server: one for all calls every listener for every answer, and loses answers. So
 * none can run over, and more than this many brings no more.
 */
const AT_ONCE = { near: 1_000, far: 1_000 };

export const client: ClientFile = {
  a2s: (setting) =>
    askEach(setting, AT_ONCE, async ({ host, port }) => {
      const socket = new SourceQuerySocket();
      try {
        // One after the other: it tells answers of one server apart by nothing.
        const info = await socket.info(host, port, setting.timeoutMs);
        const players = await socket.players(host, port, setting.timeoutMs);
        const rules = await socket.rules(host, port, setting.timeoutMs);
        return answerOf(
          info,
          players,
          rules.map(({ value }) => value),
        );
      } finally {
        socket.close();
      }
    }),
};
