// What the server says about the files that it hands out.

/** What `npm run shop -- export` prints. */
export const EXPORT_COMMAND = {
  unknown: (what: string, known: string) => `“${what}” is nothing that can be exported. There are: ${known}.`,
  exists: (path: string) => `${path} already exists. Choose another name.`,
  done: (path: string) => `Written to ${path}.`,
} as const
