// Which file may import which: `npm run check` (the step `boundaries`) fails on any import that is forbidden here. Types
// count like values. .dependency-cruiser-folders.mjs forbids circles of folders.
import { readdirSync } from 'node:fs'

const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

export const TESTS = ['\\.(test|spec)\\.tsx?$', '^(app|server|web|features/[^/]+)/testing/']

/** The storeys of the server, the lowest first, with the server's part of the features and of what runs. */
const SERVER = ['server/platform', 'server/shop', 'server/site', 'features', 'app']
/** The storeys of the browser, the lowest first. */
const WEB = ['web/texts', 'web/ui', 'web/lib', 'web/forms', 'web/shop', 'web/admin', 'features', 'app']
const NO_STOREY = ['web/public', 'server/testing', 'web/testing']

for (const folder of ['server', 'web'].flatMap((top) => foldersIn(top).map((name) => `${top}/${name}`)))
  if (![...SERVER, ...WEB, ...NO_STOREY].includes(folder)) throw new Error(`${folder} is no storey of ${import.meta.filename}.`)

/** An import runs down only. */
const storeysRunDown = (storeys) =>
  storeys.slice(0, -1).map((storey, index) => ({
    name: `${storey.replace('/', '-')}-runs-down`,
    from: { path: `^${storey}/`, pathNot: TESTS },
    to: { path: storeys.slice(index + 1).map((above) => `^${above}/`) },
  }))

/** Imports of one feature by another, each with its reason. */
const FEATURE_KNOWS_FEATURE = [
  // Imports bring the past orders and reviews of history, whose tables name their import. Imports do not know history.
  '^features/imports/(schema|server/past-(order|records))\\.ts$',
]

const forbidden = [
  { name: 'no-cycles', from: {}, to: { circular: true } },
  {
    name: 'contract-imports-only-contract',
    from: { path: '^contract/', pathNot: TESTS },
    to: { path: '^(app|e2e|features|lab|scripts|server|web)/' },
  },
  {
    name: 'contract-for-shoppers-without-admin',
    // Only the server and admins check product-queries.ts, and the browser takes types alone of calls.
    from: { path: '^contract/(?!admin/|calls/)', pathNot: [...TESTS, '^contract/product-queries\\.ts$'] },
    to: { path: '^contract/admin/' },
  },
  {
    name: 'browser-takes-types-of-calls',
    from: { path: ['^(app/)?web/', '^features/[^/]+/(admin|shop)/'] },
    to: { path: ['^contract/calls/', '^features/[^/]+/calls\\.ts$'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'env-and-errors-below-the-shop',
    from: { path: '^server/(env|errors)\\.ts$' },
    to: { path: ['^server/(shop|site)/', '^(features|app)/'] },
  },
  {
    name: 'platform-reads-no-env',
    from: { path: '^server/platform/', pathNot: TESTS },
    to: { path: '^server/env\\.ts$' },
  },
  {
    // feature.ts, which names the hooks of all of them, would close a circle of folders.
    name: 'a-domain-imports-no-file-above-it',
    from: { path: '^server/shop/[^/]+/', pathNot: TESTS },
    to: { path: '^server/shop/[^/]+\\.ts$' },
  },
  ...storeysRunDown(SERVER),
  ...storeysRunDown(WEB),
  {
    name: 'a-feature-knows-no-site',
    from: { path: '^features/', pathNot: TESTS },
    to: { path: '^server/site/' },
  },
  {
    name: 'shared-tests-of-server-and-web-run-down',
    from: { path: '^(server|web)/testing/' },
    to: { path: '^(features|app)/' },
  },
  {
    name: 'shared-tests-of-features-run-down',
    from: { path: '^features/[^/]+/testing/' },
    to: { path: '^app/' },
  },
  {
    name: 'a-feature-knows-no-other',
    from: { path: '^features/([^/]+)/', pathNot: TESTS },
    to: { path: '^features/', pathNot: ['^features/$1/', ...FEATURE_KNOWS_FEATURE] },
  },
  {
    name: 'only-app-imports-routes',
    from: { pathNot: [...TESTS, '^app/server/', '^features/[^/]+/server/feature\\.ts$'] },
    to: { path: '^(server|features)/.*routes\\.ts$' },
  },
  {
    name: 'browser-and-server-apart',
    from: { path: ['^(app/)?web/', '^features/[^/]+/(admin|shop)/'], pathNot: TESTS },
    to: { path: ['^(app/)?server/', '^features/[^/]+/(server/|schema\\.ts$)'] },
  },
  {
    name: 'server-and-browser-apart',
    from: { path: ['^(app/)?server/', '^features/[^/]+/server/'], pathNot: TESTS },
    to: { path: ['^(app/)?web/', '^features/[^/]+/(admin|shop)/'] },
  },
  {
    name: 'shoppers-load-admin-lazily',
    from: { path: ['^(app/)?web/', '^features/[^/]+/shop/'], pathNot: [...TESTS, '^(app/)?web/admin/', '^web/texts/admin'] },
    to: { path: ['^(app/)?web/admin/', '^web/texts/admin', '^contract/admin/', '^features/[^/]+/admin/'], dynamic: false },
  },
  {
    // `npm start` installs no tools.
    name: 'the-shop-imports-no-tool',
    from: { path: ['^(app|contract|features|server|web)/', '^vite\\.config\\.ts$'], pathNot: TESTS },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-tests-import-testing',
    from: { path: '^(app|contract|features|scripts|server|web)/', pathNot: TESTS },
    to: { path: '^(app|server|web|features/[^/]+)/testing/' },
  },
]

export const options = {
  parser: 'swc',
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
}

export default { forbidden: forbidden.map((rule) => ({ ...rule, severity: 'error' })), options }
