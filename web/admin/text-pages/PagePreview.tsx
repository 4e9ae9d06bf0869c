import { createElement, Fragment } from 'react'
import { bodyProblem, splitAtGaps } from '#contract/admin/text-pages.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { PageBody } from '#web/shop/text-pages/PageBody.tsx'
import { PAGE_FORM } from '#web/texts/admin-pages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { usePreviewTextPageQuery } from './textPagesApi.ts'

const PAUSE_MS = 350

type Props = { slug: string; texts: { title: string; body: string } }

/** The page as visitors would see it, a moment after the last change. */
export function PagePreview({ slug, texts: { title, body } }: Props) {
  const written = useSettled(body, PAUSE_MS)
  const problem = bodyProblem(written)
  const { data, error } = usePreviewTextPageQuery({ slug, body: written }, { skip: problem !== undefined })
  const message = problem ?? (error && messageOf(error))
  return (
    <section aria-labelledby="preview" className="grid min-w-0 content-start gap-3">
      <h2 id="preview" className="font-sans text-sm font-medium tracking-normal">
        {PAGE_FORM.preview}
      </h2>
      {message && <StandingAlert of={problem ?? error}>{message}</StandingAlert>}
      {data && data.leftOut.length > 0 && (
        <Alert kind="warning">
          <span className="break-words">{PAGE_FORM.leftOut(data.leftOut)}</span>
        </Alert>
      )}
      <div className="min-w-0 rounded-lg border border-line bg-paper px-5 py-8 sm:px-8 sm:py-10 [&_figure]:mx-0!">
        <p className="mb-8 font-serif text-3xl font-medium tracking-tight text-balance break-words">{title}</p>
        {data && <PageBody slug={slug} blocks={data.blocks} showText={withMarkedGaps} />}
        {body.trim() === '' && <p className="text-muted">{PAGE_FORM.nothingYet}</p>}
      </div>
    </section>
  )
}

/** The text with its gaps marked. */
const withMarkedGaps = (text: string) =>
  createElement(Fragment, null, ...splitAtGaps(text).map((part, place) => (place % 2 ? gap(part) : part)))

const gap = (text: string) => <mark className="rounded-sm bg-warning-soft px-1 text-warning">{text}</mark>
