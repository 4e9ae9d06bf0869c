/** A file of an archive: its bytes, or its chunks as they come. */
export type ArchiveFile = { name: string; input: Uint8Array | string | AsyncIterable<Uint8Array | string> }

/** A file with data as indented JSON, which are read when its turn comes. */
export const jsonFile = (name: string, read: () => Promise<unknown>): ArchiveFile => ({
  name,
  input: (async function* () {
    yield `${JSON.stringify(await read(), null, 2)}\n`
  })(),
})

/**
 * The chunks of a ZIP archive of these files, made as they are read: one file after the other, of any size, and not
 * compressed, since photos already are.
 */
export async function* zipOf(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  // Loaded with the first archive: a start needs none.
  const { makeZip } = await import('client-zip')
  const reader = makeZip(files).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}
