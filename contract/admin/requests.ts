// Requests of shoppers as admins read and answer them.
import { z } from 'zod'
import { id, isPrintableText, timestamp } from '../codecs.ts'
import { keyword, pageNumber, paging } from '../lists.ts'
import { TEXT_FIELDS } from '../messages.ts'
import { ProductImage } from '../products.ts'
import { RequestKind } from '../requests.ts'
import { REQUEST_ANSWER_FIELDS } from './messages.ts'

/** The most characters of an answer to a request. */
export const REQUEST_ANSWER_MAX = 2_000

/** `open`: to answer. `waiting`: to be told when a piece is back. `done`: answered, told or ended. */
export const RequestList = z.enum(['open', 'waiting', 'done'])
export type RequestList = z.infer<typeof RequestList>

export const RequestQuery = z.object({
  show: RequestList.default('open'),
  keyword: keyword.default(''),
  pageNumber,
})
export type RequestQuery = z.infer<typeof RequestQuery>

/** I will make one; one is listed now; sorry, no. */
export const RequestAnswer = z.enum(['yes', 'listed', 'no'])
export type RequestAnswer = z.infer<typeof RequestAnswer>

const RequestedProduct = z.object({ _id: id, name: z.string(), slug: z.string(), qty: z.int() })

export const AdminRequest = z
  .object({
    _id: id,
    kind: RequestKind,
    product: RequestedProduct.extend({ image: ProductImage.nullable() }),
    email: z.string(),
    name: z.string().nullable().describe('The name of the account that was signed in'),
    words: z.string(),
    state: z.enum(['waiting', 'told', 'answered', 'ended']),
    createdAt: timestamp,
    doneAt: timestamp.nullable(),
    answer: RequestAnswer.nullable(),
    answerWords: z.string().nullable(),
  })
  .meta({ id: 'AdminRequest' })
export type AdminRequest = z.infer<typeof AdminRequest>

export const AdminRequestPage = z
  .object({ requests: z.array(AdminRequest), ...paging })
  .meta({ id: 'AdminRequestPage' })
export type AdminRequestPage = z.infer<typeof AdminRequestPage>

export const RequestKey = z.object({ id })

/** An answer as it is sent. `product` is the piece that is listed now. */
export const NewAnswer = z
  .object({
    answer: RequestAnswer,
    words: z
      .string()
      .trim()
      .min(1, REQUEST_ANSWER_FIELDS.enterWords)
      .max(REQUEST_ANSWER_MAX, REQUEST_ANSWER_FIELDS.wordsTooLong(REQUEST_ANSWER_MAX))
      .refine(isPrintableText, TEXT_FIELDS.unprintable),
    product: id.optional(),
  })
  .refine(({ answer, product }) => answer !== 'listed' || product !== undefined, {
    path: ['product'],
    message: REQUEST_ANSWER_FIELDS.chooseProduct,
  })
export type NewAnswer = z.infer<typeof NewAnswer>
