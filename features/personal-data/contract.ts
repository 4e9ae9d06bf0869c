// One person's data: the file with everything that the shop holds about them, and its deletion.
import { z } from 'zod'
import { ForgottenPassword } from '#contract/users.ts'

/** What a deletion would do, and what is in its way. */
export const DeletionPreview = z
  .object({
    email: z.string().describe('The address of the account, or of the link'),
    obstacles: z
      .array(z.string())
      .describe('What is under way and has to end first, as sentences. Empty: it can be deleted'),
    orders: z.int().describe('Orders that stay in the books, without name and street'),
    parcels: z.int().describe('Those of them that keep the recipient until 30 days after they were shipped'),
    unpaid: z.int().describe('Unpaid orders, which are canceled'),
    requests: z.int().describe('Requests about pieces, which are deleted'),
    hasAccount: z.literal(true).optional().describe('By a link: there is also an account with this address'),
  })
  .meta({ id: 'DeletionPreview' })
export type DeletionPreview = z.infer<typeof DeletionPreview>

/** The deletion of the caller's account, with its password. */
export const AccountDeletion = z.object({ password: z.string().min(1).max(1000) })
export type AccountDeletion = z.infer<typeof AccountDeletion>

/** The email address to which the link to a guest's data is mailed. */
export const DataLinkRequest = ForgottenPassword
export type DataLinkRequest = z.infer<typeof DataLinkRequest>

/** The signed part of the mailed link. */
export const DataLink = z.object({ link: z.string().min(1).max(600) })
export type DataLink = z.infer<typeof DataLink>
