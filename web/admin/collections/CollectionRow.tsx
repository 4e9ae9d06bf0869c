import type { AdminCollection } from '#contract/admin/collections.ts'
import { useDeleteCollectionMutation, useUpdateCollectionMutation } from '#web/admin/calls/collectionsApi.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { COLLECTIONS } from '#web/texts/admin-collections.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Link } from '#web/ui/Link.tsx'

/** The result of the last action. */
export type Said = { kind: 'success' | 'error'; text: string }

type Props = {
  collection: AdminCollection
  say(said: Said): void
  onDeleted(): void
}

/** A collection of the list: its products, and its actions. */
export const CollectionRow = (props: Props) => {
  const { _id, name, slug, hidden, products } = props.collection
  return (
    <div className="flex min-w-0 grow flex-wrap items-center gap-x-6 gap-y-1">
      <div className="grid min-w-0 grow basis-56 justify-items-start">
        <span className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/admin/collections/${_id}/edit`}
            aria-label={COLLECTIONS.edit(name)}
            className="min-w-0 py-2 font-medium break-words"
          >
            {name}
          </Link>
          {hidden && <Badge kind="neutral">{COLLECTIONS.hidden}</Badge>}
        </span>
        <span className="max-w-full text-sm wrap-anywhere text-muted">
          {COLLECTIONS.products(products)}, /collections/{slug}
        </span>
      </div>
      <Actions {...props} />
    </div>
  )
}

function Actions({ collection: { _id, name, slug, hidden }, say, onDeleted }: Props) {
  const [update, { isLoading }] = useUpdateCollectionMutation()
  const [remove] = useDeleteCollectionMutation()
  const toggle = async () => {
    const { error } = await update({ id: _id, update: { hidden: !hidden } })
    if (error) say({ kind: 'error', text: messageOf(error) })
  }
  const drop = async () => {
    const { data, error } = await remove(_id)
    say(data ? { kind: 'success', text: data.message } : { kind: 'error', text: messageOf(error) })
    if (data) onDeleted()
  }
  return (
    <span className="flex flex-wrap items-center gap-x-6">
      {!hidden && (
        <ButtonLink to={`/collections/${slug}`} variant="quiet" aria-label={COLLECTIONS.viewOne(name)}>
          {COLLECTIONS.view}
        </ButtonLink>
      )}
      <Button
        type="button"
        variant="quiet"
        isBusy={isLoading}
        aria-label={hidden ? COLLECTIONS.showOne(name) : COLLECTIONS.hideOne(name)}
        onClick={toggle}
      >
        {hidden ? COLLECTIONS.show : COLLECTIONS.hide}
      </Button>
      <ConfirmButton
        variant="quiet"
        aria-label={COLLECTIONS.deleteOne(name)}
        sentence={COLLECTIONS.confirmDelete(name)}
        action={COLLECTIONS.delete}
        onConfirm={drop}
      >
        {COLLECTIONS.delete}
      </ConfirmButton>
    </span>
  )
}
