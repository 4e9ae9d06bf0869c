import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { FONT_PAIRS, fontStyles } from './contract/look-choices.ts'

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

const ROOT = import.meta.dirname

/** Lists the chunks, with their modules and the chunks that they import, in a file that is not served. */
const listModules = (): Plugin => ({
  name: 'list-modules',
  applyToEnvironment: (environment) => environment.name === 'client',
  async writeBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((chunk) => {
      if (chunk.type !== 'chunk') return []
      const { fileName, facadeModuleId: entry, imports, dynamicImports, moduleIds } = chunk
      const modules = moduleIds.map((id) => relative(ROOT, id))
      return [{ fileName, entry: entry && relative(ROOT, entry), imports, dynamicImports, modules }]
    })
    await writeFile('dist/modules.json', JSON.stringify(chunks, null, 1))
  },
})

/**
 * The files that pages share, each with all that it imports: the headers of many small files cost more than sharing
 * them saves. The script of a catalog page needs `page` alone. Islands and application need `shop`, which has React; the
 * pages of the application need `app` too, those of products `product`, and with questions `answers`, those that show an
 * order `order`. `late` is what islands share with the application, so that none of them loads `app`. `zod` has no
 * schema, so that its setting (web/zod-csp.ts) runs before any.
 */
const SHARED = [
  { name: 'zod', test: /node_modules\/zod\/|web\/zod-csp\.ts$/, priority: 5 },
  {
    name: 'page',
    test: /(web\/(document|load-react)|list-ids|features\/drops\/panel-id|contract\/(photos|money|amounts))\.ts$|vite\/preload-helper/,
    priority: 4,
  },
  { name: 'shop', test: /web\/(storage|surroundings|call-api|features\/layout\/Header)\.tsx?$/, priority: 3 },
  {
    name: 'late',
    test: /contract\/(texts|defaults|delivery)\.ts$|web\/features\/layout\/LoadFailure\.tsx$/,
    priority: 2,
  },
  { name: 'app', test: /web\/app\.tsx$/, priority: 1 },
  { name: 'answers', test: /(web\/stored-answers|contract\/buy-fields)\.ts$/ },
  { name: 'order', test: /web\/features\/orders\/(AddressLines|AnswerList|Figures)\.tsx$/ },
  { name: 'product', test: /web\/features\/catalog\/(BuyBox|Gallery)\.tsx$/ },
]

/** In the built server a module still finds what lies beside its source: migrations, texts, the programs it starts. */
const sourceUrls = (): Plugin => ({
  name: 'source-urls',
  apply: 'build',
  transform: {
    filter: { id: /\/server\/.*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const source = `new URL('../../${normalizePath(relative(ROOT, id))}', import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', source), map: null }
    },
  },
})

/** The packages that load files of their own, and those of the development server. */
const NOT_BUNDLED = [
  '@fastify/middie',
  '@fastify/swagger',
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  'pg-native',
  'piscina',
  'sharp',
  'vite',
]

/** The readers of other barcodes, nine tenths of the library, are left out although it does not say that it allows that. */
const TREE_SHAKING = { moduleSideEffects: [{ test: /node_modules\/@zxing\//, sideEffects: false }] }

/** Each name of a script that loads late stands in one that loads early, where no character of a hash compresses. */
const SCRIPT = 'assets/[name]-[hash:7].js'

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), sourceUrls(), listModules(), compress()],
  publicDir: 'web/public',
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: ['web/entry-app.tsx', 'web/entry-catalog.tsx', 'web/entry-placed.ts', ...FONT_PAIRS.map(fontStyles)],
          output: { codeSplitting: { groups: SHARED }, entryFileNames: SCRIPT, chunkFileNames: SCRIPT },
          treeshake: TREE_SHAKING,
        },
      },
    },
    ssr: {
      // One production bundle of server and pages: a start loads some forty files instead of a thousand.
      resolve: command === 'build' ? { noExternal: true, external: NOT_BUNDLED } : undefined,
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : undefined,
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        sourcemap: true,
        rolldownOptions: {
          input: ['server/main.ts', 'web/entry-server.tsx'],
          output: { chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
          treeshake: TREE_SHAKING,
        },
      },
    },
  },
}))
