import type { PhotoFormat } from '#contract/photos.ts'
import { takeTurns } from '../turns.ts'
import { nameOf, type PhotoFile } from './names.ts'
import { openSharp } from './sharp.ts'
import type { PhotoStore } from './store.ts'

type FormFile = Required<PhotoFile>

const inTurn = takeTurns(2)
const underWay = new WeakMap<PhotoStore, Map<string, Promise<void>>>()

/** Makes a form of a photograph and keeps it. However many ask for one, it is made once; two at a time in all. */
export function makeForm(store: PhotoStore, file: FormFile): Promise<void> {
  const jobs = underWay.get(store) ?? new Map<string, Promise<void>>()
  underWay.set(store, jobs)
  const name = nameOf(file)
  const job = jobs.get(name) ?? inTurn(() => encode(store, file)).finally(() => jobs.delete(name))
  jobs.set(name, job)
  return job
}

async function encode(store: PhotoStore, file: FormFile) {
  if (await store.has(file)) return
  const sharp = await openSharp()
  const { width, format } = file.form
  const picture = sharp(await store.read({ id: file.id })).resize({ width, withoutEnlargement: true })
  await store.write(file, await encoded(picture, format).toBuffer())
}

type Picture = ReturnType<Awaited<ReturnType<typeof openSharp>>>

// AVIF effort 4 takes nearly four times as long as 3 and saves 5 %.
const encoded = (picture: Picture, format: PhotoFormat) =>
  format === 'avif' ? picture.avif({ quality: 50, effort: 3 }) : picture.webp({ quality: 72 })
