import { z } from 'zod'

/** Bot check on registration: none, the shop's own proof of work, or Google reCAPTCHA. */
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

/** Single-use token of the bot check: a solved challenge or a reCAPTCHA token. */
export const robotCheck = z.string().max(10_000).optional()
