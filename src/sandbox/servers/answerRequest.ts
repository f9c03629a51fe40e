import { encodeChallenge } from '#codec/a2s/challenge.ts';
import { REPLY } from '#codec/a2s/reply.ts';
import { type A2sRequest, decodeRequest } from '#codec/a2s/request.ts';
import type { Challenges } from './challenges.ts';
import type { Answer, GameKind, Moment } from './gameKind.ts';

type Peer = { readonly address: string; readonly port: number };

/** The datagrams that a server of this kind sends back for one datagram from `peer`; none when it would stay silent. */
export function answerRequest(
  kind: GameKind,
  challenges: Challenges,
  datagram: Uint8Array,
  peer: Peer,
  moment: Moment,
): readonly Uint8Array[] {
  const request = decodeRequest(datagram);
  if (request === null) {
    return [];
  }
  switch (request.part) {
    case 'getchallenge':
      return kind.answersOldRequests ? [encodeChallenge(challenges.forPeer(peer))] : [];
    case 'ping':
      return kind.answersOldRequests ? [PONG] : [];
    default:
      return answerPart(
        kind,
        challenges,
        { part: request.part, challenge: request.challenge },
        peer,
        moment,
      );
  }
}

const PONG = Uint8Array.of(0xff, 0xff, 0xff, 0xff, REPLY.ping, 0);

type PartRequest = A2sRequest & { part: 'info' | 'players' | 'rules' };

function answerPart(
  kind: GameKind,
  challenges: Challenges,
  { part, challenge }: PartRequest,
  peer: Peer,
  moment: Moment,
): readonly Uint8Array[] {
  const answer: Answer = kind[part](moment);
  if (answer === null) {
    return [];
  }
  const needsChallenge = part !== 'info' || kind.challengesInfo;
  return needsChallenge && !challenges.accepts(peer, challenge)
    ? [encodeChallenge(challenges.forPeer(peer))]
    : answer;
}
