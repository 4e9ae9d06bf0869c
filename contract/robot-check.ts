import { z } from 'zod'

/** How the shop tells people from robots when they register: not at all, by itself, or by asking Google. */
export const RobotCheckSetup = z
  .discriminatedUnion('provider', [
    z.object({ provider: z.literal('off') }),
    z.object({ provider: z.literal('altcha') }),
    z.object({ provider: z.literal('recaptcha'), siteKey: z.string(), script: z.url() }),
  ])
  .meta({ id: 'RobotCheckSetup' })
export type RobotCheckSetup = z.infer<typeof RobotCheckSetup>

const hex = z.string().regex(/^([0-9a-f]{2}){1,64}$/)

/** A small task that takes a computer a second, signed by the shop. */
export const RobotChallenge = z
  .object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: hex,
      salt: hex,
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: hex,
      keySignature: hex,
      expiresAt: z.int(),
    }),
    signature: hex,
  })
  .meta({ id: 'RobotChallenge' })
export type RobotChallenge = z.infer<typeof RobotChallenge>

/** A solved challenge, which is sent as base64 of its JSON. */
export const SolvedChallenge = z.object({
  challenge: RobotChallenge,
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
})

/** What passes the robot check, once: a solved challenge, or what Google's widget gave. */
export const robotCheck = z.string().max(10_000).optional()
