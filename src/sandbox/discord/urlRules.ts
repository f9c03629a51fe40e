import { type FormError, type FormPath, formError } from './formErrors.ts';

const ATTACHMENT = 'attachment://';

/**
 * What is wrong with an address: only http and https, and attachment:// where `filenames` is given, naming one of
 * these files. null = nothing, or no address.
 */
export function urlProblem(
  path: FormPath,
  url: string | null | undefined,
  filenames: readonly string[] | null,
): FormError | null {
  if (url === undefined || url === null || url === '') {
    return null;
  }
  if (filenames !== null && url.startsWith(ATTACHMENT)) {
    return filenames.includes(url.slice(ATTACHMENT.length))
      ? null
      : formError.other(
          path,
          'MEDIA_ITEM_ATTACHMENT_NOT_FOUND',
          `The referenced attachment "${url}" was not found in this request.`,
        );
  }
  if (!URL.canParse(url)) {
    return formError.other(path, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
  }
  const scheme = new URL(url).protocol.replace(/:$/, '');
  return scheme === 'http' || scheme === 'https'
    ? null
    : formError.other(
        path,
        'URL_TYPE_INVALID_SCHEME',
        `Scheme "${scheme}" is not supported. Scheme must be one of ('http', 'https').`,
      );
}
