import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { LISTS } from '#web/texts/admin.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { listState } from './EditScreen.tsx'

/** Opens the edit screen of a row; saving leads back to the same view of the list. */
export function EditLink({ to, name }: { to: string; name: string }) {
  const { search } = useLocation()
  return (
    <ButtonLink to={to} state={listState(search)} variant="quiet" aria-label={LISTS.editOne(name)}>
      {LISTS.edit}
    </ButtonLink>
  )
}

type DeleteProps = Pick<ComponentProps<typeof ConfirmButton>, 'sentence' | 'again'> & {
  name: string
  isDeleting: boolean
  onDelete(): void
}

/** Deletes a row after a confirmation; `sentence` names the consequence. */
export const DeleteButton = ({ name, sentence, again, isDeleting, onDelete }: DeleteProps) => (
  <ConfirmButton
    variant="quiet"
    aria-label={LISTS.deleteOne(name)}
    isBusy={isDeleting}
    sentence={sentence}
    again={again}
    action={LISTS.delete}
    onConfirm={onDelete}
  >
    {LISTS.delete}
  </ConfirmButton>
)
