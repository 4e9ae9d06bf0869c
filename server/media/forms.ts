import type { PhotoFormat } from '#contract/photos.ts'
import { takeTurns } from '../turns.ts'
import { hasFile, type PhotoFile, type PhotoStore, pathOf, writeFileWhole } from './photos.ts'
import { openSharp } from './sharp.ts'

type FormFile = Required<PhotoFile>

const inTurn = takeTurns(2)
const underWay = new Map<string, Promise<void>>()

/** Makes a form of a photograph and keeps it. However many ask for one, it is made once; two at a time in all. */
export function makeForm(store: PhotoStore, file: FormFile): Promise<void> {
  const path = pathOf(store, file)
  const job = underWay.get(path) ?? inTurn(() => encode(store, file)).finally(() => underWay.delete(path))
  underWay.set(path, job)
  return job
}

async function encode(store: PhotoStore, file: FormFile) {
  if (await hasFile(store, file)) return
  const sharp = await openSharp()
  const { width, format } = file.form
  const picture = sharp(pathOf(store, { id: file.id })).resize({ width, withoutEnlargement: true })
  await writeFileWhole(store, file, await encoded(picture, format).toBuffer())
}

type Picture = ReturnType<Awaited<ReturnType<typeof openSharp>>>

// AVIF effort 4 takes nearly four times as long as 3 and saves 5 %.
const encoded = (picture: Picture, format: PhotoFormat) =>
  format === 'avif' ? picture.avif({ quality: 50, effort: 3 }) : picture.webp({ quality: 72 })
