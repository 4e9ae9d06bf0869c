// A text page as visitors read it: a small tree, parsed from Markdown on the server. It has no node for raw HTML.
import { z } from 'zod'
import { ProductImage } from './products.ts'

/** Text and what is within it. */
export type PageInline =
  | { type: 'text'; text: string }
  | { type: 'strong' | 'em'; children: PageInline[] }
  | { type: 'a'; href: string; children: PageInline[] }

/** A block of a text page. */
export type PageBlock =
  | { type: 'h2' | 'h3' | 'p'; children: PageInline[] }
  | { type: 'ul' | 'ol'; items: { type: 'li'; children: PageBlock[] }[] }
  | { type: 'blockquote'; children: PageBlock[] }
  | { type: 'hr' }
  | { type: 'photo'; photo: ProductImage }

const PageInline: z.ZodType<PageInline, PageInline> = z
  .lazy(() =>
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string().describe('A line break is one on the page, too') }),
      z.object({ type: z.enum(['strong', 'em']), children: z.array(PageInline) }),
      z.object({
        type: z.literal('a'),
        href: z.string().describe('https, mailto, tel, or a path of the shop'),
        children: z.array(PageInline),
      }),
    ]),
  )
  .meta({ id: 'PageInline' })

export const PageBlock: z.ZodType<PageBlock, PageBlock> = z
  .lazy(() =>
    z.discriminatedUnion('type', [
      z.object({ type: z.enum(['h2', 'h3', 'p']), children: z.array(PageInline) }),
      z.object({
        type: z.enum(['ul', 'ol']),
        items: z.array(z.object({ type: z.literal('li'), children: z.array(PageBlock) })),
      }),
      z.object({ type: z.literal('blockquote'), children: z.array(PageBlock) }),
      z.object({ type: z.literal('hr') }),
      z.object({ type: z.literal('photo'), photo: ProductImage }),
    ]),
  )
  .meta({ id: 'PageBlock' })

/** A published text page. */
export type TextPage = { slug: string; title: string; blocks: PageBlock[] }
