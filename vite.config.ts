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
 * order `order`. `tickets`, `redirects`, `addresses`, `forms`, `drafts` and `figures` are each needed by the same
 * pages, without what they import; `wishes` is needed by all pages with hearts, `checkout-parts` from the cart to the
 * payment. `late` is what islands share with the application, so that none of them loads `app`. `zod` has no schema, so
 * that its setting (web/lib/zod-csp.ts) runs before any.
 */
const SHARED_CHUNKS = [
  { name: 'zod', test: /node_modules\/zod\/|web\/lib\/zod-csp\.ts$/, priority: 5 },
  {
    name: 'page',
    test: /(web\/(lib\/document|shop\/visitor\/load-react)|list-ids|features\/(drops\/shop\/panel-id|wishes\/shop\/wish-list-id)|contract\/(photos|money|amounts))\.ts$|vite\/preload-helper/,
    priority: 4,
  },
  {
    name: 'shop',
    test: /web\/(lib\/call-api|shop\/(visitor\/(storage|surroundings)|layout\/Header)|site-menus)\.tsx?$/,
    priority: 3,
  },
  {
    name: 'late',
    test: /contract\/(texts|defaults|time-off|closing-texts)\.ts$|web\/shop\/layout\/LoadFailure\.tsx$/,
    priority: 2,
  },
  { name: 'app', test: /app\/web\/app\.tsx$/, priority: 1 },
  { name: 'answers', test: /(web\/lib\/stored-answers|contract\/buy-fields)\.ts$/ },
  {
    name: 'order',
    test: /web\/shop\/(addresses\/AddressLines|orders\/(AnswerList|Figures))\.tsx$|contract\/gift-notes\.ts$/,
  },
  {
    name: 'tickets',
    test: /features\/drops\/(ticket-pattern|shop\/drop-tickets)\.ts$|app\/web\/slots\/order-parts\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'redirects',
    test: /web\/shop\/accounts\/(safe-redirect|sign-in-redirect)\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'addresses',
    test: /web\/shop\/addresses\/validation\.ts$|contract\/zip-codes\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'panels', test: /web\/ui\/(Panel|Skeleton)\.tsx$/, includeDependenciesRecursively: false },
  {
    name: 'account-fields',
    test: /web\/shop\/accounts\/(AccountForm|EmailField|NewPasswordField)\.tsx$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'features',
    test: /features\/([^/]+\/admin\/(feature|menu-texts)|shop-check\/guide)\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'order-lines',
    test: /web\/shop\/orders\/(OrderLines|OrderSummary)\.tsx$/,
    includeDependenciesRecursively: false,
  },
  { name: 'forms', test: /web\/forms\/(use-form|use-fragment|focus)\.ts$/, includeDependenciesRecursively: false },
  {
    name: 'drafts',
    test: /web\/forms\/(use-form-draft\.ts|use-draft-owner\.ts|RestoredNotice\.tsx)$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'figures',
    test: /web\/shop\/cart\/(use-methods|ratesApi|fresh-cart|cart-changes|item-products)\.ts$|contract\/(offered-methods|arrival-texts|ship-by|calendar-days)\.ts$|web\/(shop\/catalog|texts)\/arrival\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'wallets',
    test: /web\/(shop\/payments\/(wallets|square-sdk)|texts\/payment-form|lib\/color-scheme)\.ts$|contract\/square-texts\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'paying',
    test: /web\/shop\/(orders\/payment-(calls|problem)|payments\/paymentsApi|visitor\/(finish-checkout|gift-draft))\.ts$|contract\/(cards|names)\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'wishes',
    test: /features\/wishes\/(limits|shop\/(start-wishes|hearts|texts|wish-list|stored-wishes))\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'checkout-parts',
    test: /app\/web\/slots\/checkout-parts\.ts$|web\/ui\/Parts\.tsx$|features\/(drops\/shop\/TurnClock|wishes\/shop\/KeepWishes)\.tsx$/,
    includeDependenciesRecursively: false,
  },
  { name: 'product', test: /web\/shop\/catalog\/(BuyBox|Gallery)\.tsx$|app\/web\/slots\/(express\.ts|buy-box\.tsx)$/ },
]

/** In the built server a module still finds what lies beside its source: migrations, texts, the programs it starts. */
const sourceUrls = (): Plugin => ({
  name: 'source-urls',
  apply: 'build',
  transform: {
    filter: { id: /\/(app|server|features)\/.*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const source = `new URL('../../${normalizePath(relative(ROOT, id))}', import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', source), map: null }
    },
  },
})

/** The packages that load files of their own, and the development server. */
const NOT_BUNDLED = [
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

/** The files that the code of a chunk loads before it imports another: the application has loaded its own already. */
const missingFiles = (files: string[], host: string) =>
  /\/app-[^/]*$/.test(host)
    ? files.filter((file) => !/\/(client|shop|page|late|rolldown-runtime)-[^/]*$/.test(file))
    : files

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), sourceUrls(), listModules(), compress()],
  publicDir: 'web/public',
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { resolveDependencies: (_, files, { hostId }) => missingFiles(files, hostId) },
        rolldownOptions: {
          input: [
            'app/web/entry-app.tsx',
            'app/web/entry-catalog.tsx',
            'app/web/entry-placed.ts',
            'app/web/entry-wallets.ts',
            ...FONT_PAIRS.map(fontStyles),
          ],
          output: { codeSplitting: { groups: SHARED_CHUNKS }, entryFileNames: SCRIPT, chunkFileNames: SCRIPT },
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
          input: ['app/main.ts', 'app/web/entry-server.tsx'],
          output: { chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
          treeshake: TREE_SHAKING,
        },
      },
    },
  },
}))
