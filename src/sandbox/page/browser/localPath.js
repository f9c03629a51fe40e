/**
 * The path of a file that this Discord itself serves; null for anything from elsewhere: the page loads nothing from there.
 *
 * @param {string | undefined} url
 * @returns {string | null}
 */
export function localPath(url) {
  if (url?.startsWith('data:image/')) {
    return url;
  }
  const path = url?.replace(/^http:\/\/(127\.0\.0\.1|localhost):\d+/, '');
  return path?.startsWith('/') ? path : null;
}
