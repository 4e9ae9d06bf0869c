import { Readable } from 'node:stream'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { importCalls } from '../calls.ts'
import { createUploadedImport } from './create-import.ts'
import {
  allImports,
  changeImportRows,
  changeUpdates,
  deleteImport,
  fetchPhotosAgain,
  importRowPage,
  importWith,
  startImport,
  stopImport,
} from './imports.ts'
import { removeArchives } from './remove-archives.ts'
import { IMPORTS } from './texts.ts'
import { undoImport } from './undo-import.ts'
import { withUploadedFile } from './uploaded-file.ts'

/** Bytes per second of a phone with poor reception. */
const SLOWEST_UPLOAD = 8 * 1024
const MINUTE = 60_000

/** Moving in with files of products from other shops. */
export const importRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const { dataDir } = context.setup
  const route = routesOf(app, importCalls)

  // A file is written to disk as it arrives.
  app.addContentTypeParser('application/octet-stream', (_, body, done) => done(null, body))

  route('GET /api/imports', () => allImports(db))

  route(
    'POST /api/imports',
    async (request) => {
      const { name } = request.query
      const create = (path: string) => createUploadedImport(context, dataDir, { path, name }, callerOf(request).id)
      const id = await withUploadedFile(dataDir, toStream(request.body), create)
      return importWith(db, id)
    },
    { config: { slowestBody: SLOWEST_UPLOAD, longestMs: 10 * MINUTE } },
  )

  route('GET /api/imports/:id', ({ params }) => importWith(db, params.id))

  route('GET /api/imports/:id/rows', ({ params, query }) => importRowPage(db, params.id, query))

  route('PUT /api/imports/:id/rows', ({ params, body }) => changeImportRows(db, params.id, body))

  route('PUT /api/imports/:id/updates', ({ params, body }) => changeUpdates(db, params.id, body))

  route('PUT /api/imports/:id/photos', ({ params }) => fetchPhotosAgain(db, params.id))

  route('PUT /api/imports/:id/started', ({ params, body }) => startImport(db, params.id, body))

  route('PUT /api/imports/:id/stopped', ({ params }) => stopImport(db, params.id))

  route('PUT /api/imports/:id/undone', async (request) => {
    await undoImport(context, request.params.id, callerOf(request).id)
    await removeArchives(db, dataDir)
    return importWith(db, request.params.id)
  })

  route('DELETE /api/imports/:id', async ({ params }) => {
    await deleteImport(db, params.id)
    await removeArchives(db, dataDir)
    return { message: IMPORTS.deleted }
  })
}

/** The body as it arrives; nothing for a call without a file. */
const toStream = (body: unknown) => (body instanceof Readable ? body : Readable.from([]))
