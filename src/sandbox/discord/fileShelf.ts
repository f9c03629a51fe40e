import { mediaType } from './mediaType.ts';
import type { Attachment } from './message.ts';
import type { FileShelf } from './messageParts.ts';
import type { World } from './world.ts';

/** Where the files of a channel's messages are kept and served. */
export function shelfFor(world: World, channelId: string): FileShelf {
  return {
    nextId: world.nextId,
    keep: (id, file) => {
      const path = `/attachments/${channelId}/${id}/${encodeURIComponent(file.filename)}`;
      world.state.files.set(path, { bytes: file.bytes, contentType: file.contentType });
      return `${world.origin()}${path}`;
    },
  };
}

/** Keeps a file that a person gave to a command or a form, and serves it until this Discord ends. */
export function keepUpload(
  world: World,
  { filename, bytes }: { filename: string; bytes: Uint8Array },
): Attachment {
  const id = world.nextId();
  const contentType = mediaType(filename);
  const path = `/ephemeral-attachments/${world.state.application.id}/${id}/${encodeURIComponent(filename)}`;
  world.state.files.set(path, { bytes, contentType });
  const url = `${world.origin()}${path}`;
  const upload = {
    id,
    filename,
    content_type: contentType,
    size: bytes.length,
    url,
    proxy_url: url,
  };
  world.state.uploads.set(id, upload);
  return upload;
}

/** Throws away the files that a message no longer has. */
export function dropFiles(
  world: World,
  before: readonly Attachment[],
  after: readonly Attachment[],
): void {
  for (const { id, url } of before) {
    if (!after.some((attachment) => attachment.id === id)) {
      world.state.files.delete(url.slice(world.origin().length));
    }
  }
}
