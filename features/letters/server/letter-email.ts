// A letter as a message. Its text stands in nodes of contract/text-pages.ts and in products, and every word is escaped.
import { formatDollars } from '#contract/money.ts'
import { photoUrl, SHARED_PHOTO } from '#contract/photos.ts'
import type { PageBlock, PageInline } from '#contract/text-pages.ts'
import { html, type Markup } from '#server/platform/outbox/markup.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { emailButton, emailLink, htmlEmail, textEmail } from '#server/shop/messages/email-layout.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import type { LetterBlock, LetterProduct } from '../contract.ts'
import { LETTER_EMAIL } from './texts.ts'

type Letter = { subject: string; blocks: LetterBlock[] }

/** The message of a letter to a reader. */
export const letterEmail = (to: string, { subject, blocks }: Letter, shop: Sender): Message => ({
  ...{ shopName: shop.name, to, replyTo: shop.email, subject },
  text: textEmail(shop, textBlocks(blocks, shop.url)),
  html: letterHtml({ subject, blocks }, shop),
})

/** The HTML body of a letter. */
export const letterHtml = ({ subject, blocks }: Letter, shop: Sender) =>
  htmlEmail(shop, { subject, preview: firstWords(blocks) }, html`${htmlBlocks(blocks, shop)}`)

const MOST_PREVIEW = 160

const firstWords = (blocks: LetterBlock[]) => {
  const paragraph = blocks.find((block) => block.type === 'p')
  return paragraph && 'children' in paragraph
    ? inlineText(paragraph.children as PageInline[]).slice(0, MOST_PREVIEW)
    : ''
}

const htmlBlocks = (blocks: LetterBlock[], shop: Sender, gap = GAP): Markup[] =>
  blocks.map((block) => htmlBlock(block, shop, gap))

/** Below a paragraph, in pixels; less within a list. */
const GAP = 16
const LIST_GAP = 6

function htmlBlock(block: LetterBlock, shop: Sender, gap: number): Markup {
  const { light, fonts } = shop.design
  switch (block.type) {
    case 'product':
      return productHtml(block.product, shop)
    case 'hr':
      return html`<hr class="line" style="margin:24px 0;border:0;border-top:1px solid ${light.line}">`
    case 'photo':
      return photoHtml(shop.url + block.photo.Location, block.photo.alt)
    case 'ul':
    case 'ol': {
      const items = block.items.map(({ children }) => html`<li dir="auto">${htmlBlocks(children, shop, LIST_GAP)}</li>`)
      return block.type === 'ul'
        ? html`<ul style="margin:0 0 16px;padding:0 0 0 24px">${items}</ul>`
        : html`<ol style="margin:0 0 16px;padding:0 0 0 24px">${items}</ol>`
    }
    case 'blockquote':
      return html`<blockquote class="line" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${light.line}">${htmlBlocks(block.children, shop)}</blockquote>`
    case 'p':
      return html`<p dir="auto" style="margin:0 0 ${gap}px">${inlineHtml(block.children, shop)}</p>`
    case 'h2':
      return html`<h2 dir="auto" style="margin:28px 0 12px;font-family:${fonts.heading};font-size:20px;line-height:1.3;font-weight:600">${inlineHtml(block.children, shop)}</h2>`
    case 'h3':
      return html`<h3 dir="auto" style="margin:24px 0 8px;font-size:16px;line-height:1.4;font-weight:600">${inlineHtml(block.children, shop)}</h3>`
  }
}

const inlineHtml = (parts: PageInline[], shop: Sender): Markup[] => parts.map((part) => inlinePart(part, shop))

function inlinePart(part: PageInline, shop: Sender): Markup {
  switch (part.type) {
    case 'text':
      return html`${part.text.split('\n').map((line, index) => (index > 0 ? html`<br>${line}` : html`${line}`))}`
    case 'strong':
      return html`<strong>${inlineHtml(part.children, shop)}</strong>`
    case 'em':
      return html`<em>${inlineHtml(part.children, shop)}</em>`
    case 'a':
      // Whichever way its words run, they turn nothing around them.
      return html`<span dir="auto">${emailLink(shop, { href: wholeAddress(part.href, shop.url), text: inlineText(part.children) })}</span>`
  }
}

/** A path of the shop as an address. */
const wholeAddress = (href: string, shopUrl: string) => (href.startsWith('/') ? shopUrl + href : href)

/** As wide as the card. Outlook for Windows goes by the attribute. */
const PHOTO_WIDTH = 494

const photoHtml = (src: string, alt: string) =>
  html`<img src="${src}" alt="${alt}" width="${PHOTO_WIDTH}" style="display:block;width:100%;height:auto;margin:0 0 16px;border:0;border-radius:8px">`

/** A product: its photo above its name, its price and a button. */
function productHtml({ name, slug, photo, ...product }: LetterProduct, shop: Sender): Markup {
  const { light, fonts } = shop.design
  const href = productAddress(slug, shop.url)
  const picture = photo
    ? html`<a href="${href}"><img src="${shop.url + photoUrl(photo.location, SHARED_PHOTO.width, SHARED_PHOTO.format)}" alt="${name}" width="${PHOTO_WIDTH}" style="display:block;width:100%;height:auto;margin:0 0 12px;border:0;border-radius:8px"></a>`
    : ''
  return html`<div style="margin:8px 0 28px">${picture}<p dir="auto" style="margin:0;font-family:${fonts.heading};font-size:20px;line-height:1.3;font-weight:600">${name}</p>
<p class="muted" style="margin:4px 0 0;color:${light.muted}">${priceText(product)}</p>${emailButton(shop, { href, text: LETTER_EMAIL.see })}</div>`
}

const productAddress = (slug: string, shopUrl: string) => `${shopUrl}/products/${encodeURIComponent(slug)}`

const priceText = ({ price, hasPrices, isSold }: Pick<LetterProduct, 'price' | 'hasPrices' | 'isSold'>) =>
  isSold ? LETTER_EMAIL.sold : hasPrices ? LETTER_EMAIL.from(formatDollars(price)) : formatDollars(price)

/** The lines of plain text, with an empty one between blocks. */
const textBlocks = (blocks: LetterBlock[], shopUrl: string): string[] =>
  blocks.flatMap((block, index) => [...(index > 0 ? [''] : []), ...textBlock(block, shopUrl)])

function textBlock(block: LetterBlock, shopUrl: string): string[] {
  switch (block.type) {
    case 'product': {
      const { name, slug, ...product } = block.product
      return [`${name}, ${priceText(product)}`, `${LETTER_EMAIL.see}: ${productAddress(slug, shopUrl)}`]
    }
    case 'hr':
      return ['---']
    case 'photo':
      return [`[${block.photo.alt || LETTER_EMAIL.photo}]`]
    case 'ul':
    case 'ol':
      return block.items.flatMap(({ children }, index) => {
        const mark = block.type === 'ul' ? '-' : `${index + 1}.`
        return compactText(children, shopUrl).map((line, place) => (place === 0 ? `${mark} ${line}` : `  ${line}`))
      })
    case 'blockquote':
      return compactText(block.children, shopUrl).map((line) => `> ${line}`)
    default:
      return inlineText(block.children, shopUrl).split('\n')
  }
}

const compactText = (blocks: PageBlock[], shopUrl: string) => blocks.flatMap((block) => textBlock(block, shopUrl))

/** The words of a text; with the URL of the shop, each link with its address. */
const inlineText = (parts: PageInline[], shopUrl?: string): string =>
  parts
    .map((part) => {
      if (part.type === 'text') return part.text
      const words = inlineText(part.children, shopUrl)
      return 'href' in part && shopUrl !== undefined ? `${words} (${wholeAddress(part.href, shopUrl)})` : words
    })
    .join('')
