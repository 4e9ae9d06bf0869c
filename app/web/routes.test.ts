import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appRouteAt, loadCode, routes } from './routes.tsx'
import { sourcesOf } from './screens.tsx'

const PATHS = routes.map(({ path = '' }) => path.replace(/:\w+/g, '1').replace('*', 'dashboard'))

test.for(PATHS)('the page %s has files, by which the server finds what to preload for it', async (path) => {
  const screen = appRouteAt(path)?.screen ?? ''
  expect(sourcesOf(screen).filter((file) => !existsSync(file))).toEqual([])
  await loadCode(path)
})
