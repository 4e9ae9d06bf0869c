import { z } from 'zod'

/** The cards of the welcome, in their order. */
export const WELCOME_CARDS = ['name', 'colors', 'hero', 'story', 'delivery'] as const
export type WelcomeCard = (typeof WELCOME_CARDS)[number]

const step = z.int().min(0).max(WELCOME_CARDS.length)

/** How far the owner is with a shop of her own. */
export const OwnShop = z
  .object({
    hasDemo: z.boolean().describe('Whether the demo is still there'),
    keepsDemo: z.boolean().describe('Whether the owner chose to go on looking at the demo'),
    welcome: z
      .object({ step: step.describe('The card that comes next, from 0'), isDone: z.boolean() })
      .nullable()
      .describe('Null while the shop is the demo'),
    tasks: z
      .object({
        products: z.int().describe('Products for sale'),
        takesCards: z.boolean(),
        sendsMail: z.boolean(),
        hasAddress: z.boolean().describe('Whether the shop has a public https address'),
        hasShipDays: z.boolean().describe('Whether the shop promises when it ships'),
        hasPolicies: z.boolean().describe('Whether the returns and the privacy page are published'),
      })
      .describe('What is left to do before the shop opens'),
  })
  .meta({ id: 'OwnShop' })
export type OwnShop = z.infer<typeof OwnShop>

/** A change of what the owner has seen; omitted fields stay. */
export const OwnShopUpdate = z
  .object({ keepsDemo: z.boolean(), welcomeStep: step, welcomeDone: z.literal(true) })
  .partial()
  .meta({ id: 'OwnShopUpdate' })
export type OwnShopUpdate = z.infer<typeof OwnShopUpdate>
