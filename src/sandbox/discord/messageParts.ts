import type { Attachment, Component, Embed, EmbedMedia, Message } from './message.ts';
import type { MessageForm, UploadedFile } from './messageForm.ts';

/** Texts of all text displays, in order (Components V2). */
export function textsOf(components: readonly Component[]): string[] {
  return allComponents(components).flatMap(({ type, content }) =>
    type === 10 && content !== undefined ? [content] : [],
  );
}

/** Every component, nested ones included, in the order in which they are read. */
export function allComponents(components: readonly Component[]): Component[] {
  return components.flatMap((component) => [
    component,
    ...allComponents(component.components ?? []),
    ...allComponents(component.component === undefined ? [] : [component.component]),
    ...allComponents(component.accessory === undefined ? [] : [component.accessory]),
  ]);
}

/** Components with the numbers that Discord gives to those without an `id`. */
function numbered(components: readonly Component[]): Component[] {
  const copy = structuredClone([...components]);
  for (const [index, component] of allComponents(copy).entries()) {
    component.id ??= index + 1;
  }
  return copy;
}

export type FileShelf = {
  nextId: () => string;
  /** Keeps the file and gives the address where it can be fetched. */
  keep: (id: string, file: UploadedFile) => string;
};

/**
 * The attachments of a message after a request: those that `attachments` lists stay (all, when the key is missing),
 * uploaded files are added at the end (spec discord section 3, rule 5).
 */
export function mergeAttachments(
  before: readonly Attachment[],
  form: MessageForm,
  files: readonly UploadedFile[],
  shelf: FileShelf,
): Attachment[] {
  const listed = form.attachments ?? null;
  const kept = before.filter(
    ({ id }) => form.attachments === undefined || listed?.some((row) => row.id === id),
  );
  const added = files.map((file): Attachment => {
    const described = listed?.find((row) => row.id === file.index);
    const filename = described?.filename ?? file.filename;
    const id = shelf.nextId();
    const url = shelf.keep(id, { ...file, filename });
    return {
      id,
      filename,
      ...(described?.title ? { title: described.title } : {}),
      ...(described?.description ? { description: described.description } : {}),
      content_type: file.contentType,
      size: file.bytes.length,
      url,
      proxy_url: url,
    };
  });
  return [...kept, ...added];
}

/** Embeds as Discord sends them back: texts trimmed, `inline` filled in, attachment:// addresses resolved. */
export function renderEmbeds(
  embeds: readonly Embed[],
  attachments: readonly Attachment[],
): Embed[] {
  const media = (key: 'image' | 'thumbnail', one: Partial<EmbedMedia> | undefined) => {
    if (one?.url === undefined) {
      return {};
    }
    const url = resolveUrl(one.url, attachments);
    return { [key]: { ...one, url, proxy_url: url } };
  };
  return embeds.map(({ image, thumbnail, ...embed }) => ({
    ...embed,
    type: 'rich',
    ...(embed.title === undefined ? {} : { title: embed.title.trim() }),
    ...(embed.description === undefined ? {} : { description: embed.description.trim() }),
    ...(embed.timestamp === undefined
      ? {}
      : { timestamp: new Date(embed.timestamp).toISOString().replace('Z', '000+00:00') }),
    ...media('image', image),
    ...media('thumbnail', thumbnail),
    ...(embed.fields === undefined
      ? {}
      : {
          fields: embed.fields.map(({ name, value, inline }) => ({
            name: name.trim(),
            value: value.trim(),
            inline: inline ?? false,
          })),
        }),
  }));
}

/** Components with attachment:// addresses resolved and numbers given. */
export function renderComponents(
  components: readonly Component[],
  attachments: readonly Attachment[],
): Component[] {
  const copy = numbered(components);
  for (const component of allComponents(copy)) {
    const holders = [
      component.media,
      component.file,
      ...(component.items ?? []).map((item) => item.media),
    ];
    for (const holder of holders) {
      if (holder?.url !== undefined) {
        holder.url = resolveUrl(holder.url, attachments);
      }
    }
  }
  return copy;
}

/** Everything a person reads as text, for mentions. */
export function readableText(message: Pick<Message, 'content' | 'components'>): string {
  return [message.content, ...textsOf(message.components)].join('\n');
}

const ATTACHED = 'attachment://';
const nameIn = (url: string): string | null =>
  url.startsWith(ATTACHED) ? url.slice(ATTACHED.length) : null;

/** Names of the files that embeds show. */
export const namedIn = (embeds: readonly Embed[]): string[] =>
  embeds.flatMap(({ image, thumbnail }) =>
    [image?.url, thumbnail?.url].flatMap((url) => (url === undefined ? [] : (nameIn(url) ?? []))),
  );

function resolveUrl(url: string, attachments: readonly Attachment[]): string {
  const name = nameIn(url);
  return attachments.find(({ filename }) => filename === name)?.url ?? url;
}
