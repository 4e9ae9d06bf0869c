// The answers of the catalog as the Universal Commerce Protocol has them in version 2026-08-25, transcribed from its
// pages on the profile and the catalog (ucp.dev/2026-08-25/specification/shopping/catalog): which fields are required,
// and what each holds. A field that it does not name is refused.
import { z } from 'zod'

const version = z.literal('2026-08-25')
const Amount = z.strictObject({ amount: z.int().min(0), currency: z.string().regex(/^[A-Z]{3}$/) })
const Range = z.strictObject({ min: Amount, max: Amount })
const Description = z
  .strictObject({ plain: z.string(), html: z.string(), markdown: z.string() })
  .partial()
  .refine((one) => Object.keys(one).length > 0)
const Media = z.strictObject({
  type: z.enum(['image', 'video', 'model_3d']),
  url: z.url(),
  alt_text: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
})
const Selected = z.strictObject({ name: z.string(), id: z.string().optional(), label: z.string() })
const Category = z.strictObject({ value: z.string(), taxonomy: z.string().optional() })

const Variant = z.strictObject({
  id: z.string(),
  sku: z.string().optional(),
  handle: z.string().optional(),
  title: z.string(),
  description: Description,
  url: z.url().optional(),
  categories: z.array(Category).optional(),
  price: Amount,
  list_price: Amount.optional(),
  availability: z
    .strictObject({
      available: z.boolean(),
      status: z.enum(['in_stock', 'backorder', 'preorder', 'out_of_stock', 'discontinued']).optional(),
    })
    .optional(),
  options: z.array(Selected).optional(),
  media: z.array(Media).optional(),
  inputs: z
    .array(z.strictObject({ id: z.string(), match: z.enum(['exact', 'featured']) }))
    .min(1)
    .optional(),
})

const OptionValue = z.strictObject({ id: z.string().optional(), label: z.string() })

const Product = z.strictObject({
  id: z.string(),
  handle: z.string().optional(),
  title: z.string(),
  description: Description,
  url: z.url().optional(),
  categories: z.array(Category).optional(),
  price_range: Range,
  list_price_range: Range.optional(),
  media: z.array(Media).optional(),
  options: z.array(z.strictObject({ name: z.string(), values: z.array(OptionValue).min(1) })).optional(),
  variants: z.array(Variant).min(1),
})

const DetailProduct = Product.extend({
  selected: z.array(Selected).optional(),
  options: z
    .array(
      z.strictObject({
        name: z.string(),
        values: z
          .array(OptionValue.extend({ available: z.boolean().optional(), exists: z.boolean().optional() }))
          .min(1),
      }),
    )
    .optional(),
})

const Message = z.strictObject({
  type: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  content: z.string(),
  severity: z.enum(['recoverable', 'requires_buyer_input', 'requires_buyer_review', 'unrecoverable']).optional(),
})

const Envelope = z.strictObject({
  version,
  status: z.enum(['success', 'error']).optional(),
  capabilities: z.record(z.string(), z.array(z.strictObject({ version })).length(1)),
})

/** The answer of a search or a lookup. */
export const UcpAnswer = z.strictObject({
  ucp: Envelope,
  products: z.array(Product),
  pagination: z
    .strictObject({ cursor: z.string().optional(), has_next_page: z.boolean(), total_count: z.int().optional() })
    .refine(({ cursor, has_next_page: hasNext }) => !hasNext || cursor !== undefined)
    .optional(),
  messages: z.array(Message).optional(),
})

/** The answer about one product, or that there is none. */
export const UcpProductAnswer = z
  .strictObject({ ucp: Envelope, product: DetailProduct.optional(), messages: z.array(Message).optional() })
  .refine(({ ucp, product }) => (ucp.status === 'error') === (product === undefined))

const Entity = z.strictObject({ version, spec: z.url(), schema: z.url() })

/** The profile of a business. */
export const UcpProfile = z.strictObject({
  ucp: z.strictObject({
    version,
    services: z.strictObject({
      'dev.ucp.shopping': z.array(Entity.extend({ transport: z.literal('rest'), endpoint: z.url() })).min(1),
    }),
    capabilities: z.record(z.string().regex(/^[a-z]+(\.[a-z_]+)+$/), z.array(Entity).min(1)),
    payment_handlers: z.record(z.string(), z.unknown()),
  }),
})
