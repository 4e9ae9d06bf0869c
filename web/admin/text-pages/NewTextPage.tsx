import { useNavigate } from 'react-router'
import {
  type AdminTextPage,
  type NewTextPage as NewPage,
  STARTING_SLUGS,
  type StartingSlug,
  TITLE_MAX,
} from '#contract/admin/text-pages.ts'
import { useForm } from '#web/forms/use-form.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { NEW_PAGE, STARTING_TITLES } from '#web/texts/admin-pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useCreateTextPageMutation } from './textPagesApi.ts'

const EUROPEAN: readonly StartingSlug[] = ['imprint', 'withdrawal']

type Props = { pages: AdminTextPage[]; onRefused(sentence: string): void }

/** The starting texts that no page has yet, and a form for a page of one's own. Each opens its editor. */
export function NewTextPage({ pages, onRefused }: Props) {
  const navigate = useNavigate()
  const [make, { isLoading }] = useCreateTextPageMutation()
  const create = async (wanted: NewPage) => {
    const { data, error } = await make(wanted)
    if (data) navigate(`/admin/pages/${data.slug}/edit`)
    return error
  }
  const start = async (slug: StartingSlug) => {
    const error = isLoading ? undefined : await create({ slug })
    if (error) onRefused(messageOf(error))
  }
  const { form, problem, errors, isSending } = useForm(['title'], async ({ title }) => {
    const refused = await create({ title })
    return refused ? formProblemOf(refused) : null
  })
  const left = STARTING_SLUGS.filter((slug) => !pages.some((page) => page.slug === slug))
  return (
    <section aria-labelledby="new-page" className="mt-4 grid gap-5">
      <div className="grid gap-1">
        <h2 id="new-page">{NEW_PAGE.title}</h2>
        {left.length > 0 && <p className="max-w-xl text-muted">{NEW_PAGE.about}</p>}
      </div>
      <Panel>
        <div className="grid gap-6">
          <Starts slugs={left.filter((slug) => !EUROPEAN.includes(slug))} onStart={start} />
          <Starts title={NEW_PAGE.european} slugs={left.filter((slug) => EUROPEAN.includes(slug))} onStart={start} />
          <form {...form} className="grid max-w-xl gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
            <Field
              label={NEW_PAGE.ownTitle}
              name="title"
              maxLength={TITLE_MAX}
              autoComplete="off"
              error={problem ? (errors.title ?? problem.message) : undefined}
            />
            <Button variant="secondary" isBusy={isSending} className="sm:mt-7.5">
              {NEW_PAGE.add}
            </Button>
          </form>
        </div>
      </Panel>
    </section>
  )
}

type StartsProps = { title?: string; slugs: StartingSlug[]; onStart(slug: StartingSlug): void }

const Starts = ({ title, slugs, onStart }: StartsProps) =>
  slugs.length > 0 && (
    <div className="grid gap-3">
      {title && <p className="text-sm text-muted">{title}</p>}
      <ul className="flex flex-wrap gap-3">
        {slugs.map((slug) => (
          <li key={slug}>
            <Button type="button" variant="secondary" onClick={() => onStart(slug)} className="px-5!">
              <Icon name="plus" className="size-4" />
              {STARTING_TITLES[slug]}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
