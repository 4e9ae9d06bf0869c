// The guide: pages of docs/, as the desk shows them. They are in the shop's own folder, so they open without internet.
import { readFile } from 'node:fs/promises'
import { Marked } from 'marked'
import { GUIDE_PAGES, type GuidePage, type GuidePageName } from '../contract.ts'
import { guidePath } from '../guide.ts'

const FOLDER = new URL('../../../docs/', import.meta.url)

/** Headings have anchors, as on GitHub; links lead to the guide or out of the shop, others are their text. */
const marked = new Marked({
  renderer: {
    heading({ depth, text, tokens }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const address = guideAddress(href)
      return address ? `<a href="${address}">${text}</a>` : text
    },
  },
})

/** A page of the guide as HTML. */
export async function guidePage(page: GuidePageName): Promise<GuidePage> {
  const text = await readFile(new URL(`${page}.md`, FOLDER), 'utf8')
  const [, title = '', body = ''] = /^# ([^\n]*)\n(.*)$/s.exec(text) ?? []
  return { title, html: marked.parse(body, { async: false }) }
}

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

/** Where a link of a document leads from the desk; null to a document that the guide does not have. */
function guideAddress(address: string) {
  if (/^(https?:|#)/.test(address)) return address
  const [file = '', anchor = ''] = address.split('#')
  const page = GUIDE_PAGES.find((name) => file === `${name}.md`)
  return page ? guidePath({ page, anchor }) : null
}
