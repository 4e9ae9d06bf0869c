// The profile of the shop in the Universal Commerce Protocol (ucp.dev, version 2026-08-25): search and lookup of its
// catalog over REST, and no checkout, so it takes no payments.
import type { PublicFile } from '#server/shop/public-files.ts'
import { UCP_PATH, UCP_PROFILE_PATH } from '../paths.ts'
import { requireAssistants } from './feed-settings.ts'

export const UCP_VERSION = '2026-08-25'

export type Capability = 'search' | 'lookup'

/** The name of a capability of the catalog. */
export const capabilityName = (capability: Capability) => `dev.ucp.shopping.catalog.${capability}`

const SPECIFICATION = `https://ucp.dev/${UCP_VERSION}`

const capability = (name: Capability) => ({
  [capabilityName(name)]: [
    {
      version: UCP_VERSION,
      spec: `${SPECIFICATION}/specification/shopping/catalog/${name}`,
      schema: `${SPECIFICATION}/schemas/shopping/catalog_${name}.json`,
    },
  ],
})

const profileOf = (shopUrl: string) => ({
  ucp: {
    version: UCP_VERSION,
    services: {
      'dev.ucp.shopping': [
        {
          version: UCP_VERSION,
          spec: `${SPECIFICATION}/specification/overview`,
          transport: 'rest',
          schema: `${SPECIFICATION}/services/shopping/rest.openapi.json`,
          endpoint: `${shopUrl}${UCP_PATH}`,
        },
      ],
    },
    capabilities: { ...capability('search'), ...capability('lookup') },
    payment_handlers: {},
  },
})

export const ucpProfile: PublicFile = {
  path: UCP_PROFILE_PATH,
  type: 'application/json; charset=utf-8',
  async make({ db, shopUrl }) {
    await requireAssistants(db)
    return { text: JSON.stringify(profileOf(shopUrl)), tags: [] }
  },
}
