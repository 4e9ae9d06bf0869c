import type { TextPage as Page } from '#contract/text-pages.ts'
import { Head } from '../../ui/Head.tsx'
import { PageBody } from './PageBody.tsx'
import { descriptionOf } from './sections.ts'

/** A text page, such as About or Returns. */
export const TextPage = ({ page: { slug, title, blocks } }: { page: Page }) => (
  <article className="mx-auto w-full max-w-xl px-5 pt-12 pb-20 sm:px-0 lg:pt-20 lg:pb-28">
    <Head title={title} description={descriptionOf(blocks)} canonical={`/pages/${slug}`} />
    <h1 className="mb-8 break-words lg:mb-10">{title}</h1>
    <PageBody slug={slug} blocks={blocks} />
  </article>
)
