import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
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

const LIBRARIES = [
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  'react-redux',
  '@reduxjs',
  'redux',
  'redux-thunk',
  'reselect',
  'immer',
]

const FILES = [
  'contract/categories.ts',
  'contract/defaults.ts',
  'contract/filters.ts',
  'contract/money.ts',
  'contract/photos.ts',
  'contract/texts.ts',
  'web/api.ts',
  'web/features/catalog/ProductCard.tsx',
  'web/features/catalog/ProductRow.tsx',
  'web/features/catalog/catalogApi.ts',
  'web/features/catalog/listings.ts',
  'web/features/layout/ErrorNotice.tsx',
  'web/features/layout/LoadFailure.tsx',
  'web/features/layout/NotFound.tsx',
  'web/features/layout/SideLink.tsx',
  'web/features/layout/links.ts',
  'web/features/layout/search-box.ts',
  'web/features/layout/site-names.ts',
  'web/forms/focus.ts',
  'web/store.ts',
  'web/texts/shop.ts',
  'web/ui/Alert.tsx',
  'web/ui/Badge.tsx',
  'web/ui/Button.tsx',
  'web/ui/EmptyState.tsx',
  'web/ui/Head.tsx',
  'web/ui/Icon.tsx',
  'web/ui/NavItem.tsx',
  'web/ui/Photo.tsx',
  'web/ui/QuantitySelect.tsx',
  'web/ui/Skeleton.tsx',
  'web/ui/Zinnia.tsx',
]

const ROOT = import.meta.dirname
const SHARED_FOLDERS = LIBRARIES.map((name) => `${ROOT}/node_modules/${name}/`)
const SHARED_FILES = FILES.map((file) => `${ROOT}/${file}`)
const isShared = (id: string) => SHARED_FILES.includes(id) || SHARED_FOLDERS.some((folder) => id.startsWith(folder))

/** What nearly every page needs comes in one file: the headers of many small ones cost more than sharing saves. */
const SHARED = { name: 'shop', test: isShared }

/** Fails the build when a name in the lists above is no longer part of the shop, such as a file that was renamed. */
const checkShared = (): Plugin => ({
  name: 'check-shared',
  applyToEnvironment: (environment) => environment.name === 'client',
  buildEnd() {
    const ids = [...this.getModuleIds()]
    const gone = [
      ...SHARED_FILES.filter((file) => !ids.includes(file)),
      ...SHARED_FOLDERS.filter((folder) => !ids.some((id) => id.startsWith(folder))),
    ]
    if (gone.length > 0) this.error(`vite.config.ts shares what no page imports: ${gone.join(', ')}`)
  },
})

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

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), checkShared(), listModules(), compress()],
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
