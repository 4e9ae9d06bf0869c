import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  Import,
  ImportFile,
  ImportKey,
  ImportRowPage,
  ImportRowQuery,
  ImportRows,
  ImportRowsChange,
  ImportStart,
  Imports,
  ImportUpdates,
} from '#contract/admin/imports.ts'
import { Done } from '#contract/users.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { IMPORTS } from '../texts/imports.ts'
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
import { undoImport } from './undo-import.ts'
import { withUploadedFile } from './uploaded-file.ts'

/** Bytes per second of a phone with poor reception. */
const SLOWEST_UPLOAD = 8 * 1024
const MINUTE = 60_000

/** Moving in with files of products from other shops. */
export const importRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const { dataDir } = context.setup
  // A file is written to disk as it arrives.
  app.addContentTypeParser('application/octet-stream', (_, body, done) => done(null, body))

  app.get('/', { schema: { response: { 200: Imports } } }, () => allImports(db))

  app.post('/', {
    config: { slowestBody: SLOWEST_UPLOAD, longestMs: 10 * MINUTE },
    schema: { querystring: ImportFile, response: { 201: Import } },
    handler: async (request, reply) => {
      const { name } = request.query
      const create = (path: string) => createUploadedImport(db, dataDir, { path, name }, callerOf(request).id)
      const id = await withUploadedFile(dataDir, toStream(request.body), create)
      return reply.code(201).send(await importWith(db, id))
    },
  })

  const one = { params: ImportKey, response: { 200: Import } }
  app.get('/:id', { schema: one }, ({ params }) => importWith(db, params.id))

  app.get('/:id/rows', {
    schema: { params: ImportKey, querystring: ImportRowQuery, response: { 200: ImportRowPage } },
    handler: ({ params, query }) => importRowPage(db, params.id, query),
  })

  app.put('/:id/rows', {
    schema: { params: ImportKey, body: ImportRowsChange, response: { 200: ImportRows } },
    handler: ({ params, body }) => changeImportRows(db, params.id, body),
  })

  app.put('/:id/updates', { schema: { ...one, body: ImportUpdates } }, ({ params, body }) =>
    changeUpdates(db, params.id, body),
  )

  app.put('/:id/photos', { schema: one }, ({ params }) => fetchPhotosAgain(db, params.id))

  app.put('/:id/started', { schema: { ...one, body: ImportStart } }, ({ params, body }) =>
    startImport(db, params.id, body),
  )

  app.put('/:id/stopped', { schema: one }, ({ params }) => stopImport(db, params.id))

  app.put('/:id/undone', { schema: one }, async (request) => {
    await undoImport(db, request.params.id, callerOf(request).id)
    await removeArchives(db, dataDir)
    return importWith(db, request.params.id)
  })

  app.delete('/:id', { schema: { params: ImportKey, response: { 200: Done } } }, async ({ params }) => {
    await deleteImport(db, params.id)
    await removeArchives(db, dataDir)
    return { message: IMPORTS.deleted }
  })
}

/** The body as it arrives; nothing for a call without a file. */
const toStream = (body: unknown) => (body instanceof Readable ? body : Readable.from([]))
