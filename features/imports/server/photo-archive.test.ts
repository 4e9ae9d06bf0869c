import { symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { figure } from '#server/testing/torture.ts'
import { zipOf } from '#server/testing/zip-files.ts'
import { csvOf, ETSY_HEADINGS } from '../testing/csv-files.ts'
import { fileOf } from '../testing/import-files.ts'
import { fileNameOf, photosInArchive, photosInFolder, unpackProducts } from './photo-archive.ts'

const products = { name: 'shop/listings.csv', bytes: Buffer.from(csvOf(ETSY_HEADINGS, [{ TITLE: 'Mug' }])) }
const photo = { name: 'shop/Photos/Mug.JPG', bytes: Buffer.from('photo') }

test('photos of an archive and of a folder are found by their names, wherever they are', async () => {
  const hiddenFile = { name: '__MACOSX/shop/._listings.csv', bytes: Buffer.from('x') }
  const path = await fileOf(zipOf([products, hiddenFile, photo]), 'shop.zip')
  const to = `${path}.products`
  await unpackProducts(path, to)
  const files = await photosInArchive(path)
  expect(await files.read('mug.jpg')).toEqual(photo.bytes)
  expect(await files.read('other.jpg')).toBe(undefined)
  files.close()
  await writeFile(join(dirname(path), 'Cup.png'), 'cup')
  await symlink('/etc/passwd', join(dirname(path), 'link.png'))
  const folder = await photosInFolder(dirname(path))
  expect(await folder.read('cup.png')).toEqual(Buffer.from('cup'))
  expect(await folder.read('link.png')).toBe(undefined)
  expect(await folder.read('../etc/passwd')).toBe(undefined)
})

test('a photo has the last part of its address as its name', () => {
  expect(fileNameOf('https://i.example/a/b/Moon%20Mug.jpg?width=3')).toBe('Moon Mug.jpg')
  expect(fileNameOf('../../etc/passwd')).toBe('passwd')
  expect(fileNameOf('photos\\mug%.jpg')).toBe('photos\\mug%.jpg')
})

const bomb = { name: 'listings.csv', bytes: Buffer.alloc(20_000_000) }
const HOSTILE: [string, Buffer, RegExp][] = [
  ['leads out of itself', zipOf([products, { ...photo, name: '../../evil.jpg' }]), /damaged/],
  ['names a file of the machine', zipOf([products, { ...photo, name: '/etc/cron.d/evil' }]), /damaged/],
  ['has a link', zipOf([products, { ...photo, mode: 0o120777 }]), /links/],
  ['has a password', zipOf([{ ...products, isEncrypted: true }]), /password/],
  ['unpacks to a thousand times its size', zipOf([bomb]), /too large/],
  [
    'claims gigabytes',
    zipOf([products, { ...photo, claimedSize: 0xfffffff0 }, { ...photo, claimedSize: 0xfffffff0 }]),
    /too large/,
  ],
  ['unpacks to more than it claims', zipOf([{ ...products, claimedSize: 10 }]), /damaged/],
  ['is cut off', zipOf([products]).subarray(0, 60), /damaged/],
  ['has no products', zipOf([photo]), /Put the CSV or JSON file/],
  ['has two files of products', zipOf([products, { ...products, name: 'orders.csv' }]), /several/],
  ['is a spreadsheet', zipOf([{ ...photo, name: '[Content_Types].xml' }]), /spreadsheet/],
]

test('hostile archives are refused in a sentence', { tags: ['X18'] }, async ({ task }) => {
  for (const [what, bytes, sentence] of HOSTILE) {
    const path = await fileOf(bytes, 'shop.zip')
    await expect(unpackProducts(path, `${path}.products`), what).rejects.toMatchObject({
      code: 'import_refused',
      message: expect.stringMatching(sentence),
    })
  }
  figure(task, `${HOSTILE.length} hostile archives refused`)
})
