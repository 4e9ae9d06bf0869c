import { useNavigate } from 'react-router'
import { COLLECTION_NAME_MAX } from '#contract/admin/collections.ts'
import { useCreateCollectionMutation } from '#web/admin/calls/collectionsApi.ts'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { COLLECTIONS } from '#web/texts/admin-collections.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Adds a collection and opens its edit screen. */
export function NewCollectionForm() {
  const navigate = useNavigate()
  const [create] = useCreateCollectionMutation()
  const { form, problem, errors, isSending } = useForm(['name'], async ({ name }) => {
    const { data, error } = await create({ name })
    if (data) navigate(`/admin/collections/${data._id}/edit`)
    return error ? formProblemOf(error) : null
  })
  return (
    <Panel>
      <form {...form} className="grid max-w-xl gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
        <Field
          label={COLLECTIONS.newName}
          name="name"
          maxLength={COLLECTION_NAME_MAX}
          autoComplete="off"
          error={problem ? (errors.name ?? problem.message) : undefined}
        />
        <Button variant="secondary" isBusy={isSending} className="sm:mt-7.5">
          {COLLECTIONS.add}
        </Button>
      </form>
    </Panel>
  )
}
