// The archive of a backup: a tar file (POSIX.1-1988, ustar) that any tar program unpacks. Its last two entries are
// SHA256SUMS, which `sha256sum -c` reads, and SHA256, the hash of every byte before it; so each byte of the file is checked.
import { createHash } from 'node:crypto'
import { Header } from 'tar/header'
import { damageError } from './damage.ts'

/** A file in an archive. */
export type Entry = { name: string; bytes: Buffer }

const BLOCK = 512
/** The most bytes of one entry: an archive is read with this much memory, whatever it claims. */
const LARGEST_ENTRY = 64 * 2 ** 20
const NAME_PATTERN = /^[a-zA-Z0-9_]+(?:[-./][a-zA-Z0-9_]+){0,30}$/
const SUMS = 'SHA256SUMS'
const CHECKSUM_NAME = 'SHA256'

type Write = (bytes: Buffer) => Promise<unknown>

/** Writes an archive: `add` its entries, then `finish` with the checksums. */
export function archiveWriter(write: Write) {
  const archiveHash = createHash('sha256')
  let sums = ''
  const putEntry = (entry: Entry) => {
    const bytes = fileOf(entry)
    archiveHash.update(bytes)
    return write(bytes)
  }
  return {
    add(entry: Entry) {
      sums += sumLine(entry)
      return putEntry(entry)
    },
    async finish() {
      await putEntry({ name: SUMS, bytes: Buffer.from(sums) })
      await write(endOf(archiveHash.digest('hex')))
    },
  }
}

/**
 * The entries of an archive, each checked as far as it was read. Ends without an error only when every byte is as it was
 * written, from the first to the last. Throws backup_damaged.
 */
export async function* entriesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const reader = blockReader(source)
  const archiveHash = createHash('sha256')
  let sums = ''
  for (;;) {
    const before = archiveHash.copy().digest('hex')
    const block = await reader.take(BLOCK)
    const { name, size } = readHeader(block)
    const paddedBlock = await reader.take(Math.ceil(size / BLOCK) * BLOCK)
    const bytes = paddedBlock.subarray(0, size)
    if (name === CHECKSUM_NAME) {
      const rest = Buffer.concat([block, paddedBlock, await reader.rest(2 * BLOCK)])
      if (!rest.equals(endOf(before))) throw damageError('its checksum is wrong')
      return
    }
    archiveHash.update(block).update(paddedBlock)
    if (name === SUMS) {
      if (bytes.toString() !== sums) throw damageError('the checksum of an entry is wrong')
    } else {
      sums += sumLine({ name, bytes })
      yield { name, bytes }
    }
  }
}

const sumLine = ({ name, bytes }: Entry) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`

/** The last entry and the end of the archive, which two empty blocks mark. */
const endOf = (hash: string) =>
  Buffer.concat([fileOf({ name: CHECKSUM_NAME, bytes: Buffer.from(`${hash}\n`) }), Buffer.alloc(2 * BLOCK)])

function fileOf({ name, bytes }: Entry) {
  const header = new Header({ path: name, size: bytes.length, type: 'File', mode: 0o600, mtime: new Date(0) })
  const paddedBlock = Buffer.alloc(BLOCK + Math.ceil(bytes.length / BLOCK) * BLOCK)
  header.encode(paddedBlock, 0)
  bytes.copy(paddedBlock, BLOCK)
  return paddedBlock
}

/** Refuses everything but a plain file with a plain name: links, folders, paths that lead out of the archive. */
function readHeader(block: Buffer) {
  const { cksumValid, type, path = '', size = -1 } = headerIn(block)
  if (!cksumValid || type !== 'File' || !NAME_PATTERN.test(path))
    throw damageError('it has an entry that is no plain file')
  if (size < 0 || size > LARGEST_ENTRY) throw damageError(`${path} is too large`)
  return { name: path, size }
}

function headerIn(block: Buffer) {
  try {
    return new Header(block, 0)
  } catch (error) {
    throw damageError('it is no archive', error)
  }
}

/** Takes exact numbers of bytes from a stream. Throws backup_damaged when it ends before, or in `rest` goes on after. */
function blockReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer[] = []
  let length = 0
  const fill = async (neededLength: number) => {
    while (length < neededLength) {
      const { done, value } = await chunks.next()
      if (done) return
      rest.push(Buffer.from(value.buffer, value.byteOffset, value.length))
      length += value.length
    }
  }
  const take = async (count: number) => {
    await fill(count)
    if (length < count) throw damageError('its end is missing')
    const all = rest.length === 1 && rest[0] ? rest[0] : Buffer.concat(rest)
    rest = all.length > count ? [all.subarray(count)] : []
    length -= count
    return all.subarray(0, count)
  }
  return {
    take,
    async rest(count: number) {
      const last = await take(count)
      await fill(1)
      if (length > 0) throw damageError('something was added at its end')
      return last
    },
  }
}
