import { createElement, Fragment, type ReactNode } from 'react'
import type { PageBlock, PageInline } from '#contract/text-pages.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { sectionsOf } from './sections.ts'

type ShowText = (text: string) => ReactNode
type Props = {
  slug: string
  blocks: PageBlock[]
  /** How text is shown, by default as it is. */
  showText?: ShowText
}

/** The blocks of a text page. On the page of questions, each answer opens below its question. */
export const PageBody = ({ slug, blocks, showText = (text) => text }: Props) => {
  const { lead, sections } = sectionsOf(slug, blocks)
  return (
    <div className="text-page break-words">
      {blocksOf(lead, showText)}
      {allOf(
        sections.map(({ question, answer }) =>
          createElement(
            'details',
            null,
            <summary>
              {block(question, showText)}
              <Icon name="plus" className="size-5 text-accent transition-transform" />
            </summary>,
            <div>{blocksOf(answer, showText)}</div>,
          ),
        ),
      )}
    </div>
  )
}

/** Elements that never change places need no keys. */
const allOf = (children: ReactNode[]) => createElement(Fragment, null, ...children)

const blocksOf = (blocks: PageBlock[], showText: ShowText) => allOf(blocks.map((one) => block(one, showText)))

function block(one: PageBlock, showText: ShowText): ReactNode {
  switch (one.type) {
    case 'hr':
      return <hr />
    case 'photo':
      return (
        <figure>
          <Photo image={one.photo} sizes="(min-width: 991px) 46rem, 100vw" className="rounded-lg" />
        </figure>
      )
    case 'ul':
    case 'ol':
      return createElement(
        one.type,
        null,
        ...one.items.map(({ children }) => createElement('li', null, blocksOf(children, showText))),
      )
    case 'blockquote':
      return <blockquote>{blocksOf(one.children, showText)}</blockquote>
    default:
      return createElement(one.type, null, ...one.children.map((child) => inline(child, showText)))
  }
}

function inline(one: PageInline, showText: ShowText): ReactNode {
  if (one.type === 'text') return showText(one.text)
  const attributes = one.type === 'a' ? { href: one.href } : null
  return createElement(one.type, attributes, ...one.children.map((child) => inline(child, showText)))
}
