import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Header } from 'tar'
import { expect, onTestFinished, test } from 'vitest'
import { figure } from '#server/testing/torture.ts'
import { archiveWriter, type Entry, entriesOf } from './archive.ts'
import { decryptWith, encryptFor, newKeys } from './encryption.ts'

const run = promisify(execFile)

const ENTRIES: Entry[] = [
  { name: 'backup.json', bytes: Buffer.from('{}\n') },
  { name: 'database/000001.products.ndjson.gz', bytes: Buffer.alloc(513, 7) },
  { name: 'photos/a-1.jpg', bytes: Buffer.alloc(0) },
]

async function archiveOf(entries = ENTRIES) {
  const chunks: Buffer[] = []
  const archive = archiveWriter(async (bytes) => chunks.push(bytes))
  for (const entry of entries) await archive.add(entry)
  await archive.finish()
  return Buffer.concat(chunks)
}

/** The stream of these bytes, in chunks of that size. */
async function* inChunks(bytes: Buffer, size = bytes.length) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readArchive(source: AsyncIterable<Uint8Array>) {
  const entries: Entry[] = []
  for await (const entry of entriesOf(source)) entries.push(entry)
  return entries
}

const expectDamaged = (source: AsyncIterable<Uint8Array>, what: string) =>
  expect(readArchive(source), what).rejects.toMatchObject({ code: 'backup_damaged' })

test.for([1, 511, 512, 513, 100_000])('an archive is read in pieces of %i bytes as it was written', async (size) => {
  expect(await readArchive(inChunks(await archiveOf(), size))).toEqual(ENTRIES)
})

test('any tar program unpacks an archive, and sha256sum checks it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'shop.tar'), await archiveOf())
  await run('tar', ['-xf', 'shop.tar'], { cwd: folder })
  expect(await readFile(join(folder, 'backup.json'), 'utf8')).toBe('{}\n')
  const { stdout } = await run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder })
  expect(stdout.trim().split('\n')).toEqual(ENTRIES.map(({ name }) => `${name}: OK`))
})

test('every changed byte of an archive is noticed', { tags: ['D9'] }, async ({ task }) => {
  const good = await archiveOf()
  for (let at = 0; at < good.length; at++) {
    const bytes = Buffer.from(good)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
    await expectDamaged(inChunks(bytes), `byte ${at}`)
  }
  figure(task, `each of ${good.length} bytes changed in turn: noticed`)
})

test('an archive that was cut, lengthened or put in another order is noticed', async () => {
  const good = await archiveOf()
  for (let length = 0; length < good.length; length += 64)
    await expectDamaged(inChunks(good.subarray(0, length)), `cut to ${length}`)
  await expectDamaged(inChunks(good.subarray(0, -1)), 'the last byte')
  await expectDamaged(inChunks(Buffer.concat([good, Buffer.alloc(1)])), 'a byte more')
  // The first entry has two blocks, the second three.
  const blocks = (from: number, to: number) => good.subarray(from * 512, to * 512)
  await expectDamaged(inChunks(Buffer.concat([blocks(2, 5), blocks(0, 2), blocks(5, 99)])), 'swapped')
  await expectDamaged(inChunks(Buffer.concat([blocks(0, 2), blocks(5, 99)])), 'left out')
  await expectDamaged(inChunks(Buffer.concat([blocks(0, 2), blocks(0, 99)])), 'twice')
})

test('every changed byte of an encrypted archive is noticed, and one that was cut', async () => {
  const { identity, recipient } = await newKeys()
  const chunks: Uint8Array[] = []
  for await (const chunk of await encryptFor(recipient, inChunks(await archiveOf()))) chunks.push(chunk)
  const good = Buffer.concat(chunks)
  const open = (bytes: Buffer) => decryptWith([identity], inChunks(bytes))
  expect(await readArchive(open(good))).toEqual(ENTRIES)
  // Of each kind of byte: all of the header, and some of the chunks that follow.
  for (let at = 0; at < good.length; at += at < 300 ? 1 : 37) {
    const bytes = Buffer.from(good)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await expect(readArchive(open(bytes)), `byte ${at}`).rejects.toMatchObject({
      code: expect.stringMatching(/^backup_(damaged|locked)$/),
    })
  }
  await expectDamaged(open(good.subarray(0, -20)), 'cut')
  await expectDamaged(open(Buffer.concat([good, Buffer.alloc(20)])), 'lengthened')
})

/** An archive that begins with this header, made by somebody else. */
function hostile(fields: ConstructorParameters<typeof Header>[0]) {
  const bytes = Buffer.alloc(4096)
  new Header(fields).encode(bytes, 0)
  return bytes
}

const plain = { type: 'File', path: 'photos/a.jpg', size: 4, mode: 0o600, mtime: new Date(0) } as const

test.for([
  ['a path out of the folder', { ...plain, path: '../../etc/passwd' }],
  ['a path from the root', { ...plain, path: '/etc/passwd' }],
  ['a hidden path', { ...plain, path: 'photos/../../a' }],
  ['a path of Windows', { ...plain, path: 'photos\\..\\a' }],
  ['a symbolic link', { ...plain, type: 'SymbolicLink', linkpath: '/etc/passwd', size: 0 }],
  ['a hard link', { ...plain, type: 'Link', linkpath: '/etc/passwd', size: 0 }],
  ['a device', { ...plain, type: 'CharacterDevice' }],
  ['a folder', { ...plain, type: 'Directory', size: 0 }],
  ['another name for the next file', { ...plain, type: 'NextFileHasLongPath' }],
  ['an entry of a terabyte', { ...plain, size: 2 ** 40 }],
] as const)('%s in an archive is refused', async ([what, fields]) => {
  await expectDamaged(inChunks(hostile(fields)), what)
})
