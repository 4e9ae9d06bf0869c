// Parses Markdown into the tree that a text page shows. Whatever the text says, the tree has no other nodes than those of
// contract/text-pages.ts, and links and photos lead nowhere that is not allowed.
import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { ProductImage } from '#contract/products.ts'
import type { PageBlock, PageInline } from '#contract/text-pages.ts'

/** What the text of a page must not have: raw HTML, code, and links that are defined elsewhere. It stays plain text. */
const PLAIN_MARKDOWN = {
  disable: {
    null: ['htmlFlow', 'htmlText', 'codeIndented', 'codeFenced', 'codeText', 'definition', 'setextUnderline'],
  },
}

/** Levels of lists and quotes, and of emphasis; the content of deeper ones stands on the last level. */
const MAX_DEPTH = 6
const MAX_LEFT_OUT = 10

/** The photos of a page, by their location. */
export type PagePhotos = ReadonlyMap<string, Omit<ProductImage, 'alt'>>

/**
 * The blocks of a Markdown text, and the addresses of the links and photos that are left out: a link keeps its text.
 * Only photos in `photos` are shown. The caller bounds the text's length and nesting (`bodyProblem`).
 */
export function parseMarkdown(markdown: string, photos: PagePhotos): { blocks: PageBlock[]; leftOut: string[] } {
  const leftOut = new Set<string>()
  const { children } = fromMarkdown(markdown, { extensions: [PLAIN_MARKDOWN] })
  const blocks = blocksOf(children, { photos, leaveOut: (address) => leftOut.add(address.slice(0, 200)) }, 0)
  return { blocks, leftOut: [...leftOut].slice(0, MAX_LEFT_OUT) }
}

type Parsing = { photos: PagePhotos; leaveOut(address: string): void }

const blocksOf = (nodes: RootContent[], parsing: Parsing, depth: number): PageBlock[] =>
  nodes.flatMap((node) => blocksOfNode(node, parsing, depth))

function blocksOfNode(node: RootContent, parsing: Parsing, depth: number): PageBlock[] {
  switch (node.type) {
    case 'heading':
      // The title of the page is its h1.
      return textBlock(node.depth <= 2 ? 'h2' : 'h3', node.children, parsing)
    case 'paragraph':
      return textBlock('p', node.children, parsing)
    case 'thematicBreak':
      return [{ type: 'hr' }]
    case 'blockquote':
      return nestedMarkup(node.children, parsing, depth, (children) => ({ type: 'blockquote', children }))
    case 'list': {
      if (depth >= MAX_DEPTH) return node.children.flatMap((item) => blocksOf(item.children, parsing, depth))
      const items = node.children.map((item) => ({
        type: 'li' as const,
        children: blocksOf(item.children, parsing, depth + 1),
      }))
      return [{ type: node.ordered ? 'ol' : 'ul', items }]
    }
    default:
      return []
  }
}

function nestedMarkup(
  nodes: RootContent[],
  parsing: Parsing,
  depth: number,
  wrap: (children: PageBlock[]) => PageBlock,
): PageBlock[] {
  if (depth >= MAX_DEPTH) return blocksOf(nodes, parsing, depth)
  const children = blocksOf(nodes, parsing, depth + 1)
  return children.length > 0 ? [wrap(children)] : []
}

/** The text as a block, and after it the photos that stand in it. */
function textBlock(type: 'h2' | 'h3' | 'p', nodes: PhrasingContent[], parsing: Parsing): PageBlock[] {
  const photos: PageBlock[] = []
  const children = inlineOf(nodes, { ...parsing, addPhoto: (photo) => photos.push({ type: 'photo', photo }) }, 0)
  const isEmpty = children.every((child) => child.type === 'text' && child.text.trim() === '')
  return isEmpty ? photos : [{ type, children }, ...photos]
}

type InlineParsing = Parsing & { addPhoto(photo: ProductImage): void }

const inlineOf = (nodes: PhrasingContent[], parsing: InlineParsing, depth: number): PageInline[] =>
  nodes.flatMap((node) => inlineOfNode(node, parsing, depth))

function inlineOfNode(node: PhrasingContent, parsing: InlineParsing, depth: number): PageInline[] {
  if (depth > MAX_DEPTH) return [{ type: 'text', text: textOf(node) }]
  switch (node.type) {
    case 'text':
      return [{ type: 'text', text: node.value }]
    case 'break':
      return [{ type: 'text', text: '\n' }]
    case 'strong':
      return [{ type: 'strong', children: inlineOf(node.children, parsing, depth + 1) }]
    case 'emphasis':
      return [{ type: 'em', children: inlineOf(node.children, parsing, depth + 1) }]
    case 'link': {
      const children = inlineOf(node.children, parsing, depth + 1)
      const href = allowedHref(node.url)
      if (href && children.length > 0) return [{ type: 'a', href, children }]
      parsing.leaveOut(node.url)
      return children
    }
    case 'image': {
      const photo = parsing.photos.get(node.url.toLowerCase())
      if (photo) parsing.addPhoto({ ...photo, alt: node.alt ?? '' })
      else parsing.leaveOut(node.url)
      return []
    }
    default:
      return []
  }
}

/** The text within a node of any depth, without recursion. */
function textOf(node: Nodes): string {
  const texts: string[] = []
  const waiting: Nodes[] = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('value' in next) texts.push(next.value)
    if ('children' in next) waiting.push(...next.children.toReversed())
  }
  return texts.join('')
}

const HERE = 'https://shop.invalid'
const SCHEMES = ['https:', 'mailto:', 'tel:']

/** The address that a link may lead to, as a browser reads it: https, mailto, tel or a path of this shop; else null. */
export function allowedHref(address: string): string | null {
  const isPath = address.startsWith('/')
  const url = URL.parse(address, isPath ? HERE : undefined)
  if (!url || !SCHEMES.includes(url.protocol)) return null
  if (isPath) return pathHere(url)
  return url.href.length > url.protocol.length ? url.href : null
}

/** The path of a URL of this shop; null for another site, as which a browser reads //host, /\host and what becomes one. */
function pathHere({ href, origin }: URL) {
  const path = href.slice(origin.length)
  return origin === HERE && !path.startsWith('//') ? path : null
}
