// Content delivery networks that cache the shop's pages. Each has its own headers for the age and the keys of a
// response, and its own request that purges keys.

export const CDN_NAMES = ['fastly', 'cloudflare', 'varnish'] as const

/** The configured CDN: where purges are sent, and the token that they need. */
export type Cdn = { name: (typeof CDN_NAMES)[number]; purgeUrl: string; token?: string | undefined }

type Provider = {
  ageHeader: string
  keysHeader: string
  separator: string
  purgeRequest(keys: string[], token: string): { method: string; headers: Record<string, string>; body?: string }
}

const JSON_TYPE = { 'content-type': 'application/json' }

export const PROVIDERS: Record<Cdn['name'], Provider> = {
  fastly: {
    ageHeader: 'surrogate-control',
    keysHeader: 'surrogate-key',
    separator: ' ',
    purgeRequest: (keys, token) => ({
      method: 'POST',
      headers: { ...JSON_TYPE, 'fastly-key': token },
      body: JSON.stringify({ surrogate_keys: keys }),
    }),
  },
  cloudflare: {
    ageHeader: 'cdn-cache-control',
    keysHeader: 'cache-tag',
    separator: ',',
    purgeRequest: (keys, token) => ({
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
      body: JSON.stringify({ tags: keys }),
    }),
  },
  // As docs/cdn.vcl configures it, with the module xkey.
  varnish: {
    ageHeader: 'surrogate-control',
    keysHeader: 'xkey',
    separator: ' ',
    purgeRequest: (keys, token) => ({
      method: 'PURGE',
      headers: { xkey: keys.join(' '), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    }),
  },
}
