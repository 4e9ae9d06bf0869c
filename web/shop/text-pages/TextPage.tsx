import type { ReactNode } from 'react'
import type { TextPage as Page } from '#contract/text-pages.ts'
import { Head } from '#web/ui/Head.tsx'
import { PageBody } from './PageBody.tsx'
import { descriptionOf } from './sections.ts'

type Props = { page: Page; underTitle: ReactNode }

/** A text page, such as About or Returns. */
export const TextPage = ({ page: { slug, title, blocks }, underTitle }: Props) => (
  <article className="mx-auto w-full max-w-xl px-5 pt-12 pb-20 sm:px-0 lg:pt-20 lg:pb-28">
    <Head title={title} description={descriptionOf(blocks)} canonical={`/pages/${slug}`} />
    <header className="mb-8 grid gap-1 lg:mb-10">
      <h1 className="break-words">{title}</h1>
      {underTitle}
    </header>
    <PageBody slug={slug} blocks={blocks} />
  </article>
)
