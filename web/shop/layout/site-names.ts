/** Names of social networks by domain. A subdomain, such as m.facebook.com, belongs to the same network. */
const SITES: Record<string, string> = {
  'facebook.com': 'Facebook',
  'fb.com': 'Facebook',
  'instagram.com': 'Instagram',
  'pinterest.com': 'Pinterest',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'threads.net': 'Threads',
  'threads.com': 'Threads',
  'bsky.app': 'Bluesky',
  'x.com': 'X',
  'twitter.com': 'X',
  'flickr.com': 'Flickr',
  'etsy.com': 'Etsy',
}

/** The name of a website: a known name, or its host without www; the address of an email link; else the text itself. */
export function siteName(address: string) {
  const [, host] = /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(address.toLowerCase()) ?? []
  if (!host) return address.replace(/^mailto:/i, '')
  const site = Object.entries(SITES).find(([knownHost]) => host === knownHost || host.endsWith(`.${knownHost}`))
  return site?.[1] ?? host
}
