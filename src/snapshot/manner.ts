/**
 * How a server is asked. Person: at once and in full. Poll: spaced out, and parts that a server never answers are asked rarely.
 * Listed: like a poll, for a server that a list names, so that its neighbours are nobody's concern.
 */
export type Manner = 'person' | 'poll' | 'listed';
