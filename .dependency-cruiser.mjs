// Which file may import which: `npm run check` (the step `boundaries`) fails on any import that is forbidden here. Types
// count like values.

/** Folders of the server that each know one part of the shop. */
const DOMAINS =
  'accounts|backup|catalog|coupons|dashboard|exports|imports|look|mail|media|orders|payments|personal-data|rate-limits|reports|settings|setup|text-pages'

/** The folders of the repository with code in them. */
const OURS = '^(bench|cluster|contract|e2e|scripts|server|torture|web)/'

const TESTS = ['\\.(test|spec)\\.tsx?$', '^(server|web)/testing/']

/** What features share besides their endpoints, slices and components. A new entry is a decision. */
const SHARED_BY_FEATURES = [
  '^web/features/catalog/choices\\.ts$',
  '^web/features/accounts/(altcha|robot-check|safe-redirect|sign-in-again|sign-in-redirect|validation)\\.ts$',
  '^web/features/cart/(cart|cart-changes|fresh-cart|item-products)\\.ts$',
  '^web/features/catalog/stock\\.ts$',
  '^web/features/checkout/(address-draft|finish-checkout|use-methods|validation)\\.ts$',
  '^web/features/coupons/use-coupon\\.ts$',
  '^web/features/drops/drop-tickets\\.ts$',
  '^web/features/shop/use-shop\\.ts$',
  '^web/features/payments/buyer-details\\.ts$',
]

const forbidden = [
  {
    name: 'no-cycles',
    from: {},
    to: { circular: true },
  },
  {
    name: 'contract-imports-only-contract',
    from: { path: '^contract/', pathNot: TESTS },
    to: { path: OURS, pathNot: '^contract/' },
  },
  {
    name: 'contract-for-shoppers-without-admin',
    // Only the server and admins check product-queries.ts, and shoppers download neither.
    from: { path: '^contract/(?!admin/)', pathNot: [...TESTS, '^contract/product-queries\\.ts$'] },
    to: { path: '^contract/admin/' },
  },
  {
    name: 'lib-knows-no-domain',
    from: { path: '^server/lib/', pathNot: TESTS },
    to: { path: OURS, pathNot: ['^server/lib/', '^server/errors\\.ts$', '^server/texts/requests\\.ts$'] },
  },
  {
    name: 'db-knows-no-domain',
    from: { path: '^server/db/', pathNot: TESTS },
    to: {
      path: OURS,
      pathNot: ['^server/(db|lib)/', '^contract/', '^server/errors\\.ts$', '^server/texts/requests\\.ts$'],
    },
  },
  {
    name: 'domains-know-nothing-above-them',
    from: { path: `^server/(${DOMAINS})/`, pathNot: TESTS },
    // The guards are made of the words of the access table.
    to: { path: '^server/(cli|demo|http|pages|process)/', pathNot: '^server/http/access\\.ts$' },
  },
  {
    name: 'only-app-imports-routes',
    from: { pathNot: [...TESTS, '^server/http/app\\.ts$'] },
    to: { path: '^server/.*routes\\.ts$' },
  },
  {
    name: 'browser-and-server-apart',
    // Both ends of rendering agree on the types of render.ts.
    from: { path: '^web/', pathNot: TESTS },
    to: { path: '^server/', pathNot: '^server/pages/render\\.ts$' },
  },
  {
    name: 'server-and-browser-apart',
    from: { path: '^server/', pathNot: TESTS },
    to: { path: '^web/' },
  },
  {
    name: 'shoppers-load-admin-lazily',
    from: { path: '^web/', pathNot: [...TESTS, '^web/features/admin/', '^web/texts/admin'] },
    to: { path: ['^web/features/admin/', '^web/texts/admin', '^contract/admin/'], dynamic: false },
  },
  {
    name: 'shared-browser-code-knows-no-feature',
    from: { path: '^web/(forms|texts|ui)/', pathNot: TESTS },
    to: { path: '^web/features/' },
  },
  {
    name: 'features-keep-their-insides',
    from: { path: '^web/features/([^/]+)/', pathNot: TESTS },
    to: {
      path: '^web/features/',
      pathNot: ['^web/features/$1/', '(Api|Slice)\\.ts$', '/[A-Z][A-Za-z]*\\.tsx$', ...SHARED_BY_FEATURES],
    },
  },
  {
    name: 'only-tests-import-testing',
    from: { path: '^(contract|scripts|server|web)/', pathNot: TESTS },
    to: { path: '^(server|web)/testing/' },
  },
]

export default {
  forbidden: forbidden.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
