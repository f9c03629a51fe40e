/** The answers of Discord that mean "no": HTTP status, code of the JSON body, message (spec discord section 8). */
const API_ERRORS = {
  unauthorized: { status: 401, code: 0, message: '401: Unauthorized' },
  unknownChannel: { status: 404, code: 10003, message: 'Unknown Channel' },
  unknownGuild: { status: 404, code: 10004, message: 'Unknown Guild' },
  unknownMember: { status: 404, code: 10007, message: 'Unknown Member' },
  unknownMessage: { status: 404, code: 10008, message: 'Unknown Message' },
  unknownUser: { status: 404, code: 10013, message: 'Unknown User' },
  unknownWebhook: { status: 404, code: 10015, message: 'Unknown Webhook' },
  unknownInteraction: { status: 404, code: 10062, message: 'Unknown interaction' },
  maximumPins: {
    status: 400,
    code: 30003,
    message: 'Maximum number of pins reached for the channel (250)',
  },
  maximumCommands: {
    status: 400,
    code: 30032,
    message: 'Maximum number of application commands reached (100)',
  },
  dailyCommands: {
    status: 400,
    code: 30034,
    message: 'Max number of daily application command creates has been reached (200)',
  },
  requestTooLarge: { status: 413, code: 40005, message: 'Request entity too large' },
  alreadyAcknowledged: {
    status: 400,
    code: 40060,
    message: 'Interaction has already been acknowledged.',
  },
  tagRequired: {
    status: 400,
    code: 40067,
    message: 'A tag is required to create a forum post in this channel',
  },
  followUpLimit: {
    status: 400,
    code: 40094,
    message: 'This interaction has hit the maximum number of follow up messages',
  },
  missingAccess: { status: 403, code: 50001, message: 'Missing Access' },
  notAuthor: {
    status: 403,
    code: 50005,
    message: 'Cannot edit a message authored by another user',
  },
  emptyMessage: { status: 400, code: 50006, message: 'Cannot send an empty message' },
  cannotMessageUser: { status: 403, code: 50007, message: 'Cannot send messages to this user' },
  notTextChannel: {
    status: 400,
    code: 50008,
    message: 'Cannot send messages in a non-text channel',
  },
  missingPermissions: { status: 403, code: 50013, message: 'Missing Permissions' },
  pinElsewhere: {
    status: 400,
    code: 50019,
    message: 'A message can only be pinned to the channel it was sent in',
  },
  systemMessage: {
    status: 400,
    code: 50021,
    message: 'Cannot execute action on a system message',
  },
  wrongChannelType: {
    status: 400,
    code: 50024,
    message: 'Cannot execute action on this channel type',
  },
  expiredToken: { status: 401, code: 50027, message: 'Invalid Webhook Token' },
  invalidForm: { status: 400, code: 50035, message: 'Invalid Form Body' },
  fileTooLarge: {
    status: 400,
    code: 50045,
    message: 'File uploaded exceeds the maximum size',
  },
  threadArchived: { status: 400, code: 50083, message: 'Thread is archived' },
  badJson: { status: 400, code: 50109, message: 'The request body contains invalid JSON.' },
  noMutualGuild: { status: 403, code: 50278, message: 'Cannot send messages to this user' },
  threadLocked: { status: 403, code: 160005, message: 'Thread is locked' },
  serverError: { status: 500, code: 0, message: '500: Internal Server Error' },
} as const satisfies Record<string, { status: number; code: number; message: string }>;

/** The closed list of refusals. */
export type ApiErrorKind = keyof typeof API_ERRORS | 'unexpectedRequest';

/** The `errors` tree of an Invalid Form Body: keys of the body, then `_errors` with code and message. */
export type FormErrorTree = { [key: string]: FormErrorTree | { code: string; message: string }[] };

/** A request that the local Discord refuses, as Discord would answer it. Thrown by routes, answered by the HTTP edge. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: number;
  readonly errors: FormErrorTree | null;

  constructor(
    kind: ApiErrorKind,
    details: { message?: string; errors?: FormErrorTree; cause?: unknown } = {},
  ) {
    const row =
      kind === 'unexpectedRequest'
        ? { status: 400, code: 0, message: 'unexpected request' }
        : API_ERRORS[kind];
    super(details.message ?? row.message, 'cause' in details ? { cause: details.cause } : {});
    this.kind = kind;
    this.status = row.status;
    this.code = row.code;
    this.errors = details.errors ?? null;
  }

  /** The JSON body of the answer. */
  body(): Record<string, unknown> {
    const body = { message: this.message, code: this.code };
    return this.errors === null ? body : { ...body, errors: this.errors };
  }
}
