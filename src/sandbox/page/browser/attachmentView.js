import { element } from './element.js';
import { icon } from './icons.js';
import { localPath } from './localPath.js';
import { say } from './speech.js';

/**
 * A file of a message: pictures are shown, everything can be downloaded.
 *
 * @param {{ url: string, filename: string, content_type: string, size: number, description?: string }} attachment
 */
export function attachmentView({ url, filename, content_type: type, size, description }) {
  const path = localPath(url) ?? '';
  const label = say('download', { name: filename });
  const download = element(
    'a',
    {
      class: 'icon-button',
      href: path,
      download: filename,
      title: label,
      'aria-label': label,
      'data-test': 'download',
    },
    icon('download'),
  );
  if (type.startsWith('image/') && path !== '') {
    return element(
      'figure',
      { class: 'attachment picture', 'data-test': 'attachment' },
      element('img', { src: path, alt: description ?? filename }),
      download,
    );
  }
  return element(
    'div',
    { class: 'attachment card', 'data-test': 'attachment' },
    icon('file'),
    element(
      'span',
      {},
      element('a', { href: path, download: filename }, filename),
      element('small', {}, sizeText(size)),
    ),
    download,
  );
}

function sizeText(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} kB`;
}
