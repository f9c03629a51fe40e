/** What most likely keeps a server from answering, and what to do about it. */
export const causes = {
  'cause.neverHeard':
    'The server is not running, this is not its query port, a firewall keeps UDP out, or it has queries switched off.',
  'cause.fellSilent':
    'It hangs, or its machine or network is off. If players still get in, a firewall or DDoS protection has begun to keep queries out.',
  'cause.hangs':
    'Its machine is up, for other ports there react: the server hangs or is not running, or a firewall keeps UDP away from this port.',
  'cause.wrongPort':
    'The server is not running, or it answers queries on another port: often that is not the one you join with.',
  'cause.stopped': 'It crashed, was stopped, or is still starting.',
  'cause.noName':
    'A spelling mistake, or the name has no address yet. Check it, or give the IP address.',
  'cause.nameGone':
    'The DNS entry is gone, or the name service has trouble. The server itself may be up.',
  'cause.lastAddress': 'Its last address was {{address}}.',
  'cause.banned':
    'The owner of the server or of its machine blocks the address I ask from. Ask them to lift the ban.',
  'cause.otherProgram':
    'Another program or another game answers on this port. Check the port, or pick the right game.',
  'cause.shielded': 'Something in front of the server, such as DDoS protection, gets in the way.',
  'cause.otherGame': 'It is another game: pick that one, or leave the game out.',
  'cause.queryOff': 'The owner can switch queries on in the server settings.',
  'cause.host':
    'Everything at this address fell silent at once: its machine, its network or its provider.',
  'cause.pickGame':
    'Some games speak a protocol of their own, such as ARK: Survival Ascended or Minecraft: pick them with the option `game`.',
} as const;
