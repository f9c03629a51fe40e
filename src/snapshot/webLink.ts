const LONGEST = 512;

/**
 * The link in a server's text, or null when it is none that may be clicked: http or https only, with a host name of at
 * least two parts and nobody's password (spec samp cases 33, 34). Nothing is guessed: "www.example.org" is no link.
 */
export function webLink(text: string): string | null {
  const typed = text.trim();
  if (typed.length > LONGEST || !/^https?:\/\/[^\s/]/i.test(typed) || /\s/.test(typed)) {
    return null;
  }
  const url = URL.parse(typed);
  const isPublic = url !== null && /[^.]\.[^.]/.test(url.hostname);
  return isPublic && url.username === '' && url.password === '' ? url.href : null;
}

const DISCORD_HOSTS = ['discord.gg', 'discord.com', 'www.discord.com', 'discordapp.com'];

/** As webLink, but only a link to Discord. */
export function discordLink(text: string): string | null {
  const link = webLink(text);
  return link !== null && DISCORD_HOSTS.includes(new URL(link).hostname) ? link : null;
}
