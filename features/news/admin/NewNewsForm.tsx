import { useNavigate } from 'react-router'
import { TITLE_MAX } from '#contract/admin/text-pages.ts'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { editorOf } from './news-editor.ts'
import { useCreateNewsMutation } from './newsApi.ts'
import { NEWS } from './texts.ts'

/** Begins news and opens their editor. */
export function NewNewsForm() {
  const navigate = useNavigate()
  const [create] = useCreateNewsMutation()
  const { form, problem, errors, isSending } = useForm(['title'], async ({ title }) => {
    const { data, error } = await create(title)
    if (!data) return formProblemOf(error)
    const { to, state } = editorOf(data.slug)
    navigate(to, { state })
    return null
  })
  return (
    <Panel>
      <form {...form} className="grid max-w-xl gap-4" aria-labelledby="write-news">
        <h2 id="write-news">{NEWS.write}</h2>
        <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
          <Field
            label={NEWS.newTitle}
            name="title"
            maxLength={TITLE_MAX}
            autoComplete="off"
            error={problem ? (errors.title ?? problem.message) : undefined}
          />
          <Button variant="secondary" isBusy={isSending} className="sm:mt-7.5">
            {NEWS.add}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
