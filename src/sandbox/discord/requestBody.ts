import type { IncomingMessage } from 'node:http';
import { ApiError } from './apiError.ts';
import { mediaType } from './mediaType.ts';
import type { UploadedFile } from './messageForm.ts';

/** A request may be this large (spec discord section 3), bytes. */
const MOST_REQUEST_BYTES = 25 * 1024 * 1024;
/** A file may be this large, bytes. */
export const MOST_FILE_BYTES = 10 * 1024 * 1024;

/** A request's body: `json` is undefined when there is none. */
export type RequestBody = { json: unknown; files: UploadedFile[] };

/** Reads the bytes of a request. Throws 40005 above 25 MiB, after reading on so that the answer gets through. */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_REQUEST_BYTES) {
      chunks.push(chunk);
    }
  }
  if (size > MOST_REQUEST_BYTES) {
    throw new ApiError('requestTooLarge');
  }
  return Buffer.concat(chunks);
}

/** JSON, or multipart with payload_json and files[N]. Throws 50109, 50035 for another content type, 50045. */
export async function parseBody(bytes: Buffer, contentType: string): Promise<RequestBody> {
  if (bytes.length === 0) {
    return { json: undefined, files: [] };
  }
  if (contentType.startsWith('application/json')) {
    return { json: parseJson(bytes.toString('utf8')), files: [] };
  }
  if (contentType.startsWith('multipart/form-data')) {
    return parseMultipart(bytes, contentType);
  }
  const message = `Expected "Content-Type" header to be one of {'application/json', 'multipart/form-data'}.`;
  throw new ApiError('invalidForm', {
    errors: { _errors: [{ code: 'CONTENT_TYPE_INVALID', message }] },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('badJson', { cause });
  }
}

async function parseMultipart(bytes: Buffer, contentType: string): Promise<RequestBody> {
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': contentType },
  }).formData();
  const files: UploadedFile[] = [];
  let json: unknown;
  for (const [name, value] of form) {
    if (name === 'payload_json' && typeof value === 'string') {
      json = parseJson(value);
    } else if (typeof value !== 'string') {
      files.push({
        index: /^files\[(\d+)\]$/.exec(name)?.[1] ?? name,
        filename: value.name,
        contentType: mediaType(value.name, value.type),
        bytes: new Uint8Array(await value.arrayBuffer()),
      });
    } else {
      throw new ApiError('unexpectedRequest', {
        message: `the form has a part that Discord does not know: ${name}`,
      });
    }
  }
  if (files.some((file) => file.bytes.length > MOST_FILE_BYTES)) {
    throw new ApiError('fileTooLarge');
  }
  return { json, files };
}
