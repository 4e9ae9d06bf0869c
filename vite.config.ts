import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const br = promisify(brotliCompress)
const gz = promisify(gzip)

/** Beside each built file that compresses, its brotli and gzip form, as @fastify/static serves them. */
const compress = (): Plugin => ({
  name: 'compress',
  applyToEnvironment: (environment) => environment.name === 'client',
  async writeBundle({ dir = '' }) {
    const names = await readdir(dir, { recursive: true })
    const paths = names.filter((name) => /\.(js|css|svg|txt|webmanifest)$/.test(name)).map((name) => join(dir, name))
    await Promise.all(
      paths.map(async (path) => {
        const bytes = await readFile(path)
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
        await Promise.all([
          br(bytes, { params }).then((small) => writeFile(`${path}.br`, small)),
          gz(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
        ])
      }),
    )
  },
})

const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|react-redux|@reduxjs|redux|redux-thunk|reselect|immer)\//
const PRIMITIVES = /web\/ui\/(Alert|Badge|Button|EmptyState|Head|Icon|NavItem|Photo|QuantitySelect|Skeleton|Zinnia)\./
const FEATURES =
  /web\/features\/(layout\/(ErrorNotice|LoadFailure|NotFound|SideLink|links|search-box|site-names)|catalog\/(catalogApi|listings|ProductCard|ProductRow))\./
const FOUNDATION =
  /(web\/(store|api|forms\/focus|texts\/shop)|contract\/(categories|filters|texts|money|defaults|photos))\./

/** What nearly every page needs comes in one file: the headers of many small ones cost more than sharing saves. */
const SHARED = {
  name: 'shop',
  test: (file: string) => [LIBRARIES, PRIMITIVES, FEATURES, FOUNDATION].some((kind) => kind.test(file)),
}

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), compress()],
  publicDir: 'web/public',
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: { input: 'web/entry-client.tsx', output: { codeSplitting: { groups: [SHARED] } } },
      },
    },
    ssr: {
      // One self-contained production bundle: no look-ups in node_modules at start, no NODE_ENV to forget.
      resolve: { noExternal: command === 'build' || undefined },
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : undefined,
      build: { outDir: 'dist/server', copyPublicDir: false, rolldownOptions: { input: 'web/entry-server.tsx' } },
    },
  },
}))
