import { createHash } from 'node:crypto';

/** Hands out and recognises challenges: the same four bytes for the same client, others for everybody else (spec a2s case 11). */
export type Challenges = {
  forPeer(peer: { address: string; port: number }): Uint8Array;
  accepts(peer: { address: string; port: number }, challenge: Uint8Array | null): boolean;
};

/** Challenges computed from the client's address and a secret; nothing is kept per client. */
export function createChallenges(secret: number): Challenges {
  const forPeer: Challenges['forPeer'] = ({ address, port }) => {
    const digest = createHash('sha256').update(`${secret} ${address} ${port}`).digest();
    const four = new Uint8Array(digest.subarray(0, 4));
    // -1 and 0 mean "I have none" in a request (spec a2s case 8); a first byte of neither kind rules both out.
    four[0] = ((four[0] ?? 0) % 254) + 1;
    return four;
  };
  return {
    forPeer,
    accepts: (peer, challenge) =>
      challenge !== null && Buffer.compare(forPeer(peer), challenge) === 0,
  };
}
