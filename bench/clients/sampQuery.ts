import query from 'samp-query';
import { answerOf, askEach, type ClientFile } from './client.ts';

/** It opens a socket for each question, one after the other, so none can run over; more than this many brings no more. */
const AT_ONCE = { near: 1_000, far: 1_000 };

export const client: ClientFile = {
  samp: (setting) =>
    askEach(
      setting,
      AT_ONCE,
      ({ host, port }) =>
        new Promise((resolve, reject) => {
          const options = { host, port, timeout: setting.timeoutMs };
          query(options, (error, response) => {
            if (error || response === undefined) {
              reject(new Error(String(error)));
            } else {
              const { hostname, gamemode, players, rules } = response;
              resolve(answerOf({ name: hostname, map: gamemode }, players, Object.values(rules)));
            }
          });
        }),
    ),
};
