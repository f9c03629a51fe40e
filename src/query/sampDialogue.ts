import { packetErrorOf } from '#bytes/packetError.ts';
import { decodeExtraInfo } from '#codec/samp/extraInfo.ts';
import { readHeader, type SampOpcode, type SampTarget } from '#codec/samp/header.ts';
import { decodeInfo } from '#codec/samp/info.ts';
import { decodePing, encodePing } from '#codec/samp/ping.ts';
import { decodePlayers } from '#codec/samp/players.ts';
import { encodeRequest } from '#codec/samp/request.ts';
import { decodeRules, saysOpenmp } from '#codec/samp/rules.ts';
import type { Dialogue, Line } from './dialogue.ts';
import { QueryError } from './queryError.ts';
import type { SampAnswer } from './sampAnswer.ts';
import {
  nothingFound,
  remember,
  type SampFindings,
  sampAnswer,
  sampFailure,
} from './sampFindings.ts';
import type { SampMemory } from './sampMemory.ts';
import type { SampPacing } from './sampPacing.ts';
import {
  nextOpcode,
  opcodesAhead,
  SAMP_TRIES,
  type SampAskedPart,
  type SampKnown,
  type SampPollOpcode,
} from './sampPlan.ts';

export type SampQuestion = {
  /** The true address and port: they stand in every header, and proxies compare them (spec samp 1.1). */
  peer: SampTarget;
  parts: readonly SampAskedPart[];
  insist: boolean;
  timeoutMs: number;
  memory: SampMemory;
  pacing: SampPacing;
  /** Gives four bytes that tell our ping from others', not all 0 (case 35); most conversations send none. */
  makePing: () => Uint8Array;
};

/**
 * The conversation of spec samp section 5: info, then rules, list and links one after the other, each asked again when
 * silent, no datagram before its time. Answers are told apart by opcode, so a late one still finds its place (case 4).
 */
export function sampDialogue(line: Line<SampAnswer>, question: SampQuestion): Dialogue {
  const { peer, memory, pacing } = question;
  const found = nothingFound();
  let asking: SampPollOpcode | null = null;
  let ping: Uint8Array | null = null;
  /** When the datagram for `asking` goes out; null while its answer is awaited. */
  let sendAt: number | null = null;
  let tryEndsAt = Number.POSITIVE_INFINITY;
  let deadline = Number.POSITIVE_INFINITY;
  let firstInfoAt = 0;

  function known(now: number): SampKnown {
    const { parts, insist } = question;
    const { info, openmp, players, closed } = found;
    return { parts, insist, memory, now, info, openmp, players, closed };
  }

  /** Goes on with whatever is best to ask now; keeps waiting when that is what is being asked. */
  function goOn(now: number): void {
    const next = nextOpcode(known(now));
    if (next === null) {
      conclude(now);
    } else if (next !== asking) {
      book(next, now);
    }
  }

  function book(opcode: SampPollOpcode, now: number): void {
    asking = opcode;
    const earliest = (memory.sentAt.get(opcode) ?? Number.NEGATIVE_INFINITY) + pacing.sameOpcodeMs;
    sendAt = pacing.host.book(peer.address, Math.max(now, earliest));
    if (sendAt <= now) {
      send(opcode, now);
    } else {
      deadline += sendAt - now;
      line.pauseUntil(sendAt);
    }
  }

  function send(opcode: SampPollOpcode, now: number): void {
    const ahead = opcodesAhead(known(now));
    const before = found.tries.get(opcode) ?? 0;
    const triesLeft = ahead.reduce((sum, one) => sum + SAMP_TRIES[one], -before);
    const leaves = line.send(datagramOf(opcode));
    sendAt = null;
    found.tries.set(opcode, before + 1);
    memory.sentAt.set(opcode, leaves);
    if (opcode === 'i' && before === 0) {
      firstInfoAt = leaves;
    }
    if (opcode === 'i' && before === 1 && !found.bad.has('i')) {
      pacing.host.book(peer.address, leaves);
      line.probe(datagramOf('p'));
    }
    tryEndsAt = leaves + Math.min(pacing.tryMs, (deadline - leaves) / Math.max(1, triesLeft));
    line.wakeAt(tryEndsAt);
  }

  function datagramOf(opcode: SampPollOpcode): Uint8Array {
    if (opcode !== 'p') {
      return encodeRequest(peer, opcode);
    }
    ping ??= question.makePing();
    return encodePing(peer, ping);
  }

  function tryOver(opcode: SampPollOpcode, now: number): void {
    if ((found.tries.get(opcode) ?? 0) < SAMP_TRIES[opcode]) {
      book(opcode, now);
    } else {
      found.closed.add(opcode);
      // Whoever answered `i` with something else is there; a ping would tell nothing new.
      if (found.bad.has('i')) {
        found.closed.add('p');
      }
      goOn(now);
    }
  }

  function take(opcode: SampPollOpcode, datagram: Uint8Array, now: number): void {
    switch (opcode) {
      case 'i':
        found.info = decodeInfo(datagram);
        found.pingMs = found.tries.get('i') === 1 ? now - firstInfoAt : null;
        break;
      case 'r':
        found.rules = decodeRules(datagram);
        found.openmp = saysOpenmp(found.rules);
        break;
      case 'c':
      case 'd':
        found.players ??= decodePlayers(datagram);
        break;
      case 'o':
        found.links = decodeExtraInfo(datagram);
        break;
      case 'p':
    }
    found.answered.add(opcode);
    found.closed.add(opcode);
  }

  function conclude(now: number): void {
    const { info } = found;
    if (info === null) {
      line.fail(sampFailure(found, peer));
      return;
    }
    const answer = sampAnswer({ ...found, info }, known(now));
    remember(found, answer, known(now));
    line.finish(answer);
  }

  /** Another opcode's body under this one (case 5): asked for once more, at once; the second time only silence ends it. */
  function notReadable(opcode: SampPollOpcode, why: string, now: number): void {
    found.bad.set(opcode, why);
    const mayAskAgain = (found.tries.get(opcode) ?? 0) < SAMP_TRIES[opcode];
    if (opcode === asking && sendAt === null && mayAskAgain) {
      book(opcode, now);
    }
  }

  return {
    begin(now) {
      deadline = now + question.timeoutMs;
      goOn(now);
    },
    receive(datagram, now) {
      const header = readHeader(datagram);
      if (header === null || !isAwaited(header.opcode, found)) {
        return;
      }
      const { opcode } = header;
      if (opcode === 'p' && !isOurPong(datagram, ping)) {
        return;
      }
      if (header.target.address !== peer.address || header.target.port !== peer.port) {
        found.strangeEchoes.add(`${header.target.address}:${header.target.port}`);
      }
      const error = packetErrorOf(() => take(opcode, datagram, now));
      if (error === null) {
        goOn(now);
      } else {
        notReadable(opcode, error.message, now);
      }
    },
    wake(now) {
      if (asking === null) {
        return;
      }
      if (sendAt !== null) {
        send(asking, now);
      } else if (now >= tryEndsAt) {
        tryOver(asking, now);
      }
    },
    refused() {
      if (found.info === null) {
        line.fail(
          new QueryError(
            'refused',
            `${peer.address}:${peer.port} is closed: the machine is up, no SA:MP server listens there.`,
          ),
        );
      }
    },
    expire: conclude,
  };
}

/** Whether this opcode was asked for and not answered yet: late is welcome, a double answer is not read again (cases 3, 4). */
function isAwaited(opcode: SampOpcode, found: SampFindings): opcode is SampPollOpcode {
  return opcode !== 'x' && found.tries.has(opcode) && !found.answered.has(opcode);
}

/** Pongs of others come by too: only our four bytes count (cases 4, 35). */
function isOurPong(datagram: Uint8Array, ping: Uint8Array | null): boolean {
  let isOurs = false;
  packetErrorOf(() => {
    isOurs = decodePing(datagram).every((byte, at) => byte === ping?.[at]);
  });
  return isOurs;
}
